/** Simulates single changes of a line item, to find which would bring it nearer to its goal. */
import type { Deps } from "../../../deps.ts";
import type { Caller } from "../../../platform/http/route.ts";
import { forecast } from "../../advertising/adserving/forecasting/actions.ts";
import type { Forecast } from "../../advertising/adserving/forecasting/schema.ts";
import type { LineitemParams } from "../../advertising/lineitems/schema.ts";
import type { LineitemRow } from "../../advertising/lineitems/store.ts";

export const CHANGES = [
  "priority",
  "geo",
  "positions",
  "devices",
  "hours",
  "shows",
  "daily",
  "week",
] as const;
export type Change = (typeof CHANGES)[number];

type Proposal = Readonly<{
  change: Change;
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
/** Changes that bring less than this share of the goal more are not worth one. */
const LEAST = 0.005;

/** The better priority next to the present one; sponsorships are a matter of contracts. */
const better = (priority_id: number): number | null =>
  ({ 40: 30, 50: 40, 60: 50, 70: 60 })[priority_id] ?? null;

/** The parameters of a change; null if it would change nothing. */
export function paramsOf(change: Change, row: LineitemRow): LineitemParams | null {
  const open = (value: object | null, params: LineitemParams) => (value === null ? null : params);
  switch (change) {
    case "priority": {
      const priority_id = better(row.priority_id);
      return priority_id === null ? null : { priority_id };
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

/** Forecasts the line item as it is and with each change; nothing is saved. null without a goal. */
export async function propose(
  deps: Pick<Deps, "db" | "clock">,
  caller: Caller,
  row: LineitemRow,
): Promise<Proposals | null> {
  const { lineitem_id, goal_impressions: goal, impressions_tracked } = row;
  if (goal === null) return null;
  const run = async (params: LineitemParams) => {
    const { expected, displaced, samples_count } = await forecast(deps, caller, {
      lineitem_id,
      ...params,
    });
    // A forecast is bounded by the whole goal, of which a part is delivered already: there is supply beyond it.
    const total = impressions_tracked + expected;
    return { total, share: total / goal, displaced, samples_count };
  };
  const present = await run({});
  const proposals: Proposal[] = [];
  for (const change of present.share < 1 ? CHANGES : []) {
    const params = paramsOf(change, row);
    if (params === null) continue;
    const { total, share, displaced } = await run(params);
    if (share > present.share + LEAST) proposals.push({ change, total, share, displaced });
  }
  return { present, proposals: proposals.sort((a, b) => b.share - a.share) };
}
