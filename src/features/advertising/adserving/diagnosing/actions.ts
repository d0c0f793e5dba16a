/** Diagnoses why a line item did or did not run, from decision counts and from its targeting. */
import type { Deps } from "../../../../deps.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { requireRecordOfTeam } from "../../../people/organizations/rights.ts";
import { bookingOf, creativesOf } from "../bookings/rules.ts";
import { findBooked, listCreatives, type RunningRow } from "../bookings/store.ts";
import { hasBit } from "../core/bits.ts";
import { allowedBy, type Catalog, DIMENSIONS, makeCatalog, valuesOf } from "../core/catalog.ts";
import { openZones } from "../core/zones.ts";
import { adRequestOf } from "../insight/samples.ts";
import { listSamples, sumReasons } from "../insight/store.ts";
import type { AdRequest } from "../schema.ts";
import type { Diagnosis } from "./schema.ts";
import { findLimit } from "./store.ts";

const DAY = 24 * 3_600_000;
const MOST_SAMPLES = 20_000;

export async function diagnose(
  { db, clock }: Pick<Deps, "db" | "clock">,
  caller: Caller,
  lineitem_id: number,
  { from, to }: { from: string; to: string },
): Promise<Diagnosis> {
  const found = await findBooked(db, lineitem_id);
  const row = await requireRecordOfTeam(db, caller, found, "lineitem", "read");
  const creatives = creativesOf(await listCreatives(db, lineitem_id)).get(lineitem_id) ?? [];
  const catalog = makeCatalog([bookingOf(row, creatives, openZones())]);
  const begin = new Date(`${from}T00:00:00Z`);
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + DAY);
  const met = await sumReasons(db, lineitem_id, begin, end);
  const missed = new Map<string, number>();
  let seen = 0;
  for (const { at, weight, sample } of await listSamples(db, begin, end, MOST_SAMPLES)) {
    const request = adRequestOf(sample, at);
    if (!request.team_ids.includes(row.team_id)) continue;
    seen += weight;
    const reason = firstMiss(catalog, request);
    if (reason !== null) missed.set(reason, (missed.get(reason) ?? 0) + weight);
  }
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
  };
}

/** The first dimension in which the only item of the catalog does not match the ad request. */
function firstMiss({ dimensions }: Catalog, request: AdRequest): string | null {
  const values = valuesOf(request);
  const at = dimensions.findIndex(
    (dimension, index) => !hasBit(allowedBy(dimension, values[index] ?? []), 0),
  );
  const name = DIMENSIONS[at];
  if (name === undefined) return null;
  return name === "creative" ? "no-creative" : `target-${name}`;
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
