/** Forecasts a booked line item or a draft. */
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { requireRecordOfTeam, requireTeamRole } from "../../../people/organizations/rights.ts";
import { requireFlight } from "../../lineitems/rules.ts";
import { readBookings } from "../bookings/actions.ts";
import { bookingOf, creativesOf } from "../bookings/rules.ts";
import {
  findBooked,
  listCreatives,
  listPacings,
  namesOf,
  type RunningRow,
} from "../bookings/store.ts";
import { HISTORY_DAYS } from "../control/learning.ts";
import type { Booking } from "../core/booking.ts";
import { openZones, type Zones } from "../core/zones.ts";
import { adRequestOf } from "../insight/samples.ts";
import { listSamples, type SampleRow } from "../insight/store.ts";
import { type Past, type Replay, replay } from "./rules.ts";
import type { Forecast, ForecastParams } from "./schema.ts";
import { findFrame } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

const DAY = 24 * 3_600_000;
/** A forecast takes about a second with ten thousand line items. */
const MOST_SAMPLES = 1000;
const MOST_DISPLACED = 50;
/** Used until a yield has been learned. */
export const USUAL_YIELD = 0.8;
/** The id of a line item that does not exist yet. */
const DRAFT_ID = 0;

export const forecast = (needs: Needs, caller: Caller, body: ForecastParams): Promise<Forecast> =>
  openForecasts(needs, caller)(body);

/** Forecasts of one moment that are compared with each other: what they have in common is read once. */
export function openForecasts(
  { db, clock }: Needs,
  caller: Caller,
): (body: ForecastParams) => Promise<Forecast> {
  const at = clock();
  const zones = openZones();
  const samplesOf = new Map<number, Promise<SampleRow[]>>();
  let bookings: ReturnType<typeof readBooked> | undefined;
  const listOnce = (team_id: number): Promise<SampleRow[]> => {
    const from = new Date(at.getTime() - HISTORY_DAYS * DAY);
    const found = samplesOf.get(team_id) ?? listSamples(db, [team_id], from, at, MOST_SAMPLES);
    samplesOf.set(team_id, found);
    return found;
  };
  return async (body) => {
    const draft = await draftOf({ db, clock }, caller, body, zones);
    bookings ??= readBooked(db, zones, at);
    const { running, pacings } = await bookings;
    const samples = await listOnce(draft.team_id);
    const found = replay({
      draft: usableEverywhere(draft, samples),
      others: running.filter(({ lineitem_id }) => lineitem_id !== draft.lineitem_id),
      pacings,
      zones,
      now: at.getTime(),
      yield: pacings.get(draft.lineitem_id)?.yield ?? USUAL_YIELD,
      past: pastOf(samples),
    });
    return forecastView(db, draft.team_id, samples.length, found);
  };
}

const readBooked = async (db: Deps["db"], zones: Zones, at: Date) => ({
  running: await readBookings(db, zones, at),
  pacings: new Map((await listPacings(db)).map((row) => [row.lineitem_id, row])),
});

async function forecastView(
  db: Deps["db"],
  team_id: number,
  samples_count: number,
  found: Replay,
): Promise<Forecast> {
  const displaced = [...found.displaced].sort(([, a], [, b]) => b - a).slice(0, MOST_DISPLACED);
  const names = await namesOf(
    db,
    team_id,
    displaced.map(([id]) => id),
  );
  return {
    samples_count,
    available: Math.round(found.available),
    contended: Math.round(found.contended),
    expected: Math.round(found.expected),
    // Other teams' line items are not listed.
    displaced: displaced.flatMap(([lineitem_id, impressions]) => {
      const name = names.get(lineitem_id);
      const whole = Math.round(impressions);
      return name === undefined || whole === 0 ? [] : [{ lineitem_id, name, impressions: whole }];
    }),
  };
}

/** Stored samples as past ad requests. */
export const pastOf = (samples: readonly SampleRow[]): Past[] =>
  samples.map(({ at, weight, sample }) => ({
    at: at.getTime(),
    weight,
    request: adRequestOf(sample, at),
  }));

/** A draft's audio may not be uploaded yet, so give it a file in every profile. */
function usableEverywhere(draft: Booking, samples: readonly { sample: unknown }[]): Booking {
  const profiles = new Set(samples.map(({ sample }) => (sample as { profile: string }).profile));
  const file = { media_key: "draft", bytes: 0, frames: 0 };
  const files = Object.fromEntries([...profiles].map((profile) => [profile, file]));
  return { ...draft, creatives: [{ creative_id: 0, weight: 1, files }] };
}

async function draftOf({ db }: Needs, caller: Caller, body: ForecastParams, zones: Zones) {
  const { lineitem_id, campaign_id, price_amount, ...others } = body;
  // Prices have far fewer digits than a number holds exactly.
  const price = price_amount === undefined ? undefined : Number(price_amount);
  const changes = { ...others, price_amount: price };
  if (lineitem_id === undefined) {
    const frame = await findFrame(db, campaign_id ?? 0);
    if (frame === undefined) throw invalid({ campaign_id: "is not a campaign" });
    await requireTeamRole(db, caller, frame.team_id, "read");
    return bookingOf(flying({ ...frame, ...known(changes), lineitem_id: DRAFT_ID }), [], zones);
  }
  const found = await findBooked(db, lineitem_id);
  const row = await requireRecordOfTeam(db, caller, found, "lineitem", "read");
  const creatives = creativesOf(await listCreatives(db, lineitem_id)).get(lineitem_id) ?? [];
  return bookingOf(flying({ ...row, ...known(changes) }), creatives, zones);
}

function flying(row: RunningRow): RunningRow {
  requireFlight(row);
  return row;
}

/** Omits undefined values: parameters that were not sent. */
const known = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
