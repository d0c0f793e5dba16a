/** Simulates single changes of a line item, to find which would bring it nearer to its goal. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { openForecasts } from "../../advertising/adserving/forecasting/actions.ts";
import type { Forecast } from "../../advertising/adserving/forecasting/schema.ts";
import { listCountries } from "../../advertising/adserving/insight/store.ts";
import type { LineitemParams } from "../../advertising/lineitems/schema.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";

export const CHANGES = [
  "priority",
  "country",
  "geo",
  "positions",
  "devices",
  "hours",
  "shows",
  "daily",
  "week",
] as const;
export type Change = (typeof CHANGES)[number];

export type Proposal = Readonly<{
  change: Change;
  /** The country that "country" adds. */
  country?: string;
  /** What would be delivered by the end. */
  total: number;
  share: number;
  /** What it would take from other line items. */
  displaced: Forecast["displaced"];
}>;

export type Proposals = Readonly<{
  /** As it is. */
  present: Readonly<{ total: number; share: number; samples_count: number }>;
  /** Changes that would bring more, the most useful first. */
  proposals: readonly Proposal[];
}>;

const DAY = 86_400_000;
/** As far as forecasts look back. */
const SEEN = 28 * DAY;
/** Changes that bring less than this share of the goal more are not worth one. */
const LEAST = 0.005;
/** Countries that are simulated: those with the most downloads that it does not run in. */
const MOST_COUNTRIES = 3;

/** The better priority next to the present one; sponsorships are a matter of contracts. */
const better = (priority_id: number): number | null =>
  ({ 40: 30, 50: 40, 60: 50, 70: 60 })[priority_id] ?? null;

type Geo = NonNullable<LineitemRow["target_geo"]>;

const runsIn = ({ type, values }: Geo, country: string): boolean =>
  (type === "INCLUDE") === values.includes(country);

/** The same countries and one more; null: all. */
function withCountry(geo: Geo, country: string): LineitemParams["target_geo"] {
  const { type, values } = geo;
  const others = values.filter((one) => one !== country);
  if (type === "INCLUDE") return { ...geo, values: [...others, country] };
  return others.length === 0 ? null : { ...geo, values: others };
}

/** What is canceled for good delivers nothing more, whatever is changed. */
export const isChangeable = ({ canceled_at }: Pick<LineitemRow, "canceled_at">): boolean =>
  canceled_at === null;

/** The parameters of a change; null if it would change nothing. `country`: the one that "country" adds. */
export function paramsOf(
  change: Change,
  row: LineitemRow,
  country?: string,
): LineitemParams | null {
  if (!isChangeable(row)) return null;
  const open = (value: object | null, params: LineitemParams) => (value === null ? null : params);
  switch (change) {
    case "priority": {
      const priority_id = better(row.priority_id);
      return priority_id === null ? null : { priority_id };
    }
    case "country": {
      const { target_geo: geo } = row;
      if (geo === null || country === undefined || runsIn(geo, country)) return null;
      return { target_geo: withCountry(geo, country) };
    }
    case "geo":
      return open(row.target_geo, { target_geo: null });
    case "positions":
      return open(row.target_ads_type, { target_ads_type: null, target_midroll_position: null });
    case "devices":
      return open(row.target_devices, { target_devices: null });
    case "hours":
      return open(row.target_dayparts, { target_dayparts: null });
    case "shows":
      return open(row.target_shows, { target_shows: null });
    case "daily":
      return row.daily_cap === null ? null : { daily_cap: null };
    case "week": {
      const end = new Date(Date.parse(`${row.end_date}T00:00:00Z`) + 7 * DAY);
      return { end_date: end.toISOString().slice(0, 10) };
    }
  }
}

type Needs = Pick<Deps, "db" | "clock">;

/** What a line item would deliver. `share`: of its goal; null without one. */
export type Outcome = Readonly<{ total: number; share: number | null }> &
  Pick<Forecast, "available" | "contended" | "displaced" | "samples_count">;

/** Forecasts the line item with changes, all as of now. */
function openOutcomes(deps: Needs, caller: Caller, row: LineitemRow) {
  const forecastOf = openForecasts(deps, caller);
  const { lineitem_id, goal_impressions: goal, impressions_tracked } = row;
  return async (params: LineitemParams): Promise<Outcome> => {
    const { expected, ...rest } = await forecastOf({ lineitem_id, ...params });
    // A forecast is bounded by the whole goal, of which a part is delivered already: there is supply beyond it.
    const total = impressions_tracked + expected;
    return { ...rest, total, share: goal === null ? null : total / goal };
  };
}

/** The line item as it is, and with a change; nothing is saved. */
export async function compare(
  deps: Needs,
  caller: Caller,
  row: LineitemRow,
  params: LineitemParams,
): Promise<Readonly<{ present: Outcome; changed: Outcome }>> {
  const outcomeOf = openOutcomes(deps, caller, row);
  return { present: await outcomeOf({}), changed: await outcomeOf(params) };
}

/** Forecasts the line item as it is and with each change; nothing is saved. null without a goal. */
export async function propose(
  deps: Needs,
  caller: Caller,
  row: LineitemRow,
): Promise<Proposals | null> {
  if (row.goal_impressions === null) return null;
  const outcomeOf = openOutcomes(deps, caller, row);
  const run = async (params: LineitemParams) => {
    const { share, ...rest } = await outcomeOf(params);
    return { ...rest, share: share ?? 0 };
  };
  const present = await run({});
  const proposals: Proposal[] = [];
  const consider = async (change: Change, country?: string) => {
    const params = paramsOf(change, row, country);
    if (params === null) return [];
    const { total, share, displaced } = await run(params);
    const one = { change, total, share, displaced };
    if (share <= present.share + LEAST) return [];
    return [country === undefined ? one : { ...one, country }];
  };
  if (present.share < 1) {
    for (const change of CHANGES) proposals.push(...(await consider(change)));
    const added: Proposal[] = [];
    for (const country of await missingCountries(deps, row))
      added.push(...(await consider("country", country)));
    proposals.push(...added.sort((a, b) => b.share - a.share).slice(0, 1));
  }
  return { present, proposals: proposals.sort((a, b) => b.share - a.share) };
}

/** Where its team has the most downloads that it does not run in. */
async function missingCountries(
  { db, clock }: Needs,
  { team_id, target_geo: geo }: LineitemRow,
): Promise<string[]> {
  if (geo === null) return [];
  const at = clock();
  const found = await listCountries(db, team_id, new Date(at.getTime() - SEEN), at);
  return found.filter((country) => !runsIn(geo, country)).slice(0, MOST_COUNTRIES);
}
