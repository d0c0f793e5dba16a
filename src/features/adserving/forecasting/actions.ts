/** Forecasts a line item, booked or only thought of. */
import type { Deps } from "../../../deps.ts";
import { invalid, notFound } from "../../../platform/failure.ts";
import type { Viewer } from "../../../platform/http/route.ts";
import { requireFlight } from "../../lineitems/rules.ts";
import { requireTeam } from "../../organizations/rights.ts";
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
import { opportunityOf } from "../insight/samples.ts";
import { listSamples } from "../insight/store.ts";
import { replay } from "./rules.ts";
import type { Forecast, ForecastParams } from "./schema.ts";
import { findFrame } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock">;

const DAY = 24 * 3_600_000;
/** A forecast takes about a second with ten thousand line items. */
const MOST_SAMPLES = 1000;
const MOST_DISPLACED = 50;
/** Until something is known of it. */
const USUAL_YIELD = 0.8;
/** Of a line item that is not there yet. */
const DRAFT_ID = 0;

export async function forecast(
  { db, clock }: Needs,
  viewer: Viewer,
  body: ForecastParams,
): Promise<Forecast> {
  const at = clock();
  const zones = openZones();
  const draft = await draftOf({ db, clock }, viewer, body, zones);
  const running = await readBookings(db, zones, at);
  const others = running.filter(({ lineitem_id }) => lineitem_id !== draft.lineitem_id);
  const pacings = new Map((await listPacings(db)).map((row) => [row.lineitem_id, row]));
  const from = new Date(at.getTime() - HISTORY_DAYS * DAY);
  const samples = await listSamples(db, from, at, MOST_SAMPLES);
  const found = replay({
    ...{ draft: usableEverywhere(draft, samples), others, pacings, zones, now: at.getTime() },
    yield: pacings.get(draft.lineitem_id)?.yield ?? USUAL_YIELD,
    past: samples.map(({ at: seen, weight, sample }) => ({
      ...{ at: seen.getTime(), weight, asked: opportunityOf(sample, seen) },
    })),
  });
  const displaced = [...found.displaced].sort(([, a], [, b]) => b - a).slice(0, MOST_DISPLACED);
  const names = await namesOf(
    db,
    draft.team_id,
    displaced.map(([id]) => id),
  );
  return {
    samples_count: samples.length,
    available: Math.round(found.available),
    contended: Math.round(found.contended),
    expected: Math.round(found.expected),
    // Of other teams nothing is told.
    displaced: displaced.flatMap(([lineitem_id, impressions]) => {
      const name = names.get(lineitem_id);
      const whole = Math.round(impressions);
      return name === undefined || whole === 0 ? [] : [{ lineitem_id, name, impressions: whole }];
    }),
  };
}

/** Its audio may still be to come: whatever profile is asked for, it is there. */
function usableEverywhere(draft: Booking, samples: readonly { sample: unknown }[]): Booking {
  const profiles = new Set(samples.map(({ sample }) => (sample as { profile: string }).profile));
  const file = { media_key: "draft", bytes: 0, frames: 0 };
  const files = Object.fromEntries([...profiles].map((profile) => [profile, file]));
  return { ...draft, creatives: [{ creative_id: 0, weight: 1, files }] };
}

async function draftOf({ db }: Needs, viewer: Viewer, body: ForecastParams, zones: Zones) {
  const { lineitem_id, campaign_id, price_amount, ...others } = body;
  // Prices have far fewer digits than a number holds exactly.
  const price = price_amount === undefined ? undefined : Number(price_amount);
  const changes = { ...others, price_amount: price };
  if (lineitem_id === undefined) {
    const frame = await findFrame(db, campaign_id ?? 0);
    if (frame === undefined) throw invalid({ campaign_id: "is not a campaign" });
    await requireTeam(db, viewer, frame.team_id, "read");
    return bookingOf(flying({ ...frame, ...known(changes), lineitem_id: DRAFT_ID }), [], zones);
  }
  const row = await findBooked(db, lineitem_id);
  if (row === undefined) throw notFound("lineitem");
  await requireTeam(db, viewer, row.team_id, "read");
  const creatives = creativesOf(await listCreatives(db, lineitem_id)).get(lineitem_id) ?? [];
  return bookingOf(flying({ ...row, ...known(changes) }), creatives, zones);
}

function flying(row: RunningRow): RunningRow {
  requireFlight(row);
  return row;
}

/** Without what was not sent. */
const known = <T extends object>(changes: T) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
