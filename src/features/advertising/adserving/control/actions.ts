/** One run of the controller: counts, computes the pacing, and notifies the web processes. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { readBookings } from "../bookings/actions.ts";
import { notePacing } from "../bookings/store.ts";
import type { Booking } from "../core/booking.ts";
import { openHours } from "../core/dayparts.ts";
import { openZones } from "../core/zones.ts";
import { type CountedItem, countItems } from "../holding/counting.ts";
import { readSettledAges } from "../holding/store.ts";
import { type ReasonCount, sumDecisionCounts } from "../insight/store.ts";
import { computePacing, type DecisionOutcomes } from "./control.ts";
import {
  type Finding,
  freeze,
  judgeOrigins,
  latestReservation,
  listRhythms,
  lockController,
  releaseExpired,
  writeFindings,
} from "./store.ts";
import { type Rhythm, rhythmOf } from "./traffic.ts";
import { delaysOf, learnYield } from "./yields.ts";

type Needs = Pick<Deps, "db" | "clock">;

const HOUR = 3_600_000;
/** Win rates are taken from this many past hours. */
const LOOK_BACK_HOURS = 6;

/** Recomputes the pacing of every line item that may run, unless another controller is doing so. */
export async function runController({ db, clock }: Needs): Promise<void> {
  const at = clock();
  await releaseExpired(db, at);
  await judgeOrigins(db, at);
  const found = await db.transaction().execute(async (tx) => {
    await freeze(tx);
    return (await lockController(tx)) ? reckon(tx, at) : null;
  });
  if (found === null) return;
  await db.transaction().execute(async (tx) => {
    await writeFindings(tx, found.findings, found.counted_to, at);
    await notePacing(tx);
  });
}

async function reckon(db: Executor, at: Date) {
  const counted_to = await latestReservation(db);
  const zones = openZones();
  const items = await readBookings(db, zones, at);
  const delays = delaysOf(await readSettledAges(db));
  const counts = await countItems(db, items, delays, at, true);
  const since = Math.floor(at.getTime() / HOUR - LOOK_BACK_HOURS) * HOUR;
  const reasons = Map.groupBy(
    await sumDecisionCounts(db, new Date(since)),
    ({ lineitem_id }) => lineitem_id,
  );
  const rhythms = new Map(
    (await listRhythms(db)).map(({ lineitem_id, rhythm }) => [lineitem_id, rhythm ?? []]),
  );
  const findings = items.flatMap((item): Finding[] => {
    const counted = counts.get(item.lineitem_id);
    if (counted === undefined) return [];
    const known = learnYield(counted.yield, delays, counted);
    const outcomes = outcomesOf(reasons.get(item.lineitem_id) ?? [], Math.max(since, item.starts));
    const seen = rhythms.get(item.lineitem_id) ?? [];
    const rhythm = rhythmOf(seen, openHours(item, at.getTime(), zones));
    return [findingOf(item, at, { ...counted, yield: known }, rhythm, outcomes)];
  });
  return { findings, counted_to };
}

const findingOf = (
  item: Booking,
  at: Date,
  counted: CountedItem,
  rhythm: Rhythm,
  outcomes: DecisionOutcomes,
): Finding => ({
  ...computePacing({ item, now: at.getTime(), counted, rhythm, outcomes }),
  lineitem_id: item.lineitem_id,
  yield: counted.yield,
});

/** A chance is a decision in which the item could have run and a slot reached its tier. */
function outcomesOf(reasons: readonly ReasonCount[], since: number): DecisionOutcomes {
  const of = (reason: string) => reasons.find((one) => one.reason === reason)?.count ?? 0;
  const wins = of("won");
  const passes = wins + of("outbid");
  return { chances: passes + of("throttled"), passes, wins, since };
}
