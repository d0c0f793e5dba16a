/** Diagnoses why a line item did or did not run, from decision counts and from its targeting. */
import type { Deps } from "../../../../deps.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { requireRecordOfTeam } from "../../../people/organizations/rights.ts";
import { readBookings } from "../bookings/actions.ts";
import { bookingOf, creativesOf } from "../bookings/rules.ts";
import {
  findBooked,
  listCreatives,
  listPacings,
  namesOf,
  type RunningRow,
} from "../bookings/store.ts";
import { makeCatalog } from "../core/catalog.ts";
import { openZones } from "../core/zones.ts";
import { firstMiss } from "../explaining/rules.ts";
import { pastOf } from "../forecasting/actions.ts";
import { adRequestOf } from "../insight/samples.ts";
import { listSamples, type SampleRow, sumReasons } from "../insight/store.ts";
import { type Taken, takenFrom } from "./rules.ts";
import type { Diagnosis } from "./schema.ts";
import { findLimit } from "./store.ts";

const DAY = 24 * 3_600_000;
const MOST_SAMPLES = 20_000;
/** A replay of these takes about as long as half a forecast. */
const MOST_REPLAYED = 500;
const MOST_TAKERS = 20;

export async function diagnose(
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
  lineitem_id: number,
  { from, to }: { from: string; to: string },
): Promise<Diagnosis> {
  const found = await findBooked(db, lineitem_id);
  const row = await requireRecordOfTeam(db, caller, found, "lineitem", "read");
  const creatives = creativesOf(await listCreatives(db, lineitem_id)).get(lineitem_id) ?? [];
  const zones = openZones();
  const item = bookingOf(row, creatives, zones);
  const catalog = makeCatalog([item]);
  const begin = new Date(`${from}T00:00:00Z`);
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + DAY);
  const met = await sumReasons(db, lineitem_id, begin, end);
  const missed = new Map<string, number>();
  const matching: SampleRow[] = [];
  let seen = 0;
  for (const { at, weight, sample } of await listSamples(
    db,
    [row.team_id],
    begin,
    end,
    MOST_SAMPLES,
  )) {
    const request = adRequestOf(sample, at);
    seen += weight;
    const reason = firstMiss(catalog, request);
    if (reason === null) matching.push({ at, weight, sample });
    else missed.set(reason, (missed.get(reason) ?? 0) + weight);
  }
  const past = pastOf(thinned(matching));
  const bookings = past.length === 0 ? [] : await readBookings(db, zones, clock());
  const pacings = new Map((await listPacings(db)).map((one) => [one.lineitem_id, one]));
  const taken = takenFrom(item, { bookings, pacings, past, zones });
  const estimated = [...missed].map(([reason, count]) => ({ reason, count: Math.round(count) }));
  return {
    lineitem_id,
    from,
    to,
    obstacles: await obstaclesOf(row, creatives.length > 0, clock(), () =>
      findLimit(db, lineitem_id),
    ),
    opportunities_count: Math.round(seen),
    won_count: met.find(({ reason }) => reason === "won")?.count ?? 0,
    reasons: [...met, ...estimated].sort((a, b) => b.count - a.count),
    slots_count: Math.round(taken.slots),
    takers: await takersOf(db, row.team_id, taken),
  };
}

/** At most `MOST_REPLAYED`, at even distances; their weights still add up to the same. */
function thinned(samples: readonly SampleRow[]): SampleRow[] {
  const most = Math.min(MOST_REPLAYED, samples.length);
  const share = samples.length / Math.max(1, most);
  return Array.from({ length: most }, (_, nth) => samples[Math.floor(nth * share)])
    .filter((one) => one !== undefined)
    .map((one) => ({ ...one, weight: one.weight * share }));
}

/** Line items of other teams are not named. */
async function takersOf(db: Deps["db"], team_id: number, { takers }: Taken) {
  const names = await namesOf(
    db,
    team_id,
    [...takers.keys()].map(({ lineitem_id }) => lineitem_id),
  );
  const sums = new Map<string, Diagnosis["takers"][number]>();
  for (const [{ lineitem_id, priority }, count] of takers) {
    const name = names.get(lineitem_id) ?? null;
    const key = name === null ? `of priority ${priority}` : String(lineitem_id);
    const before = sums.get(key)?.count ?? 0;
    const id = name === null ? null : lineitem_id;
    sums.set(key, { lineitem_id: id, name, priority_id: priority, count: before + count });
  }
  return [...sums.values()]
    .map((one) => ({ ...one, count: Math.round(one.count) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_TAKERS);
}

/** Obstacles that do not depend on the listener. */
async function obstaclesOf(
  row: RunningRow,
  has_creative: boolean,
  now: Date,
  limitOf: () => Promise<string | null>,
): Promise<string[]> {
  const booking = bookingOf(row, [], openZones());
  const limit = await limitOf();
  return [
    ...(row.canceled_at === null ? [] : ["canceled"]),
    ...(row.active ? [] : ["not-active"]),
    ...(has_creative ? [] : ["no-creative"]),
    ...(now.getTime() < booking.starts ? ["not-started"] : []),
    ...(now.getTime() >= booking.extended ? ["over"] : []),
    ...(limit === null ? [] : [limit]),
  ];
}
