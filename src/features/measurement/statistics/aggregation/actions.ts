/** Aggregates the ledgers into the rollups: each ledger transaction exactly once. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { addDays, bucketStart, type Day, dayAt } from "../../../../platform/statistics/calendar.ts";
import { markAggregated, takeUnaggregated } from "../../counting/ledger/batches/store.ts";
import { addToAges, refreshAges } from "../ages/actions.ts";
import type { EpisodeDay } from "../ages/store.ts";
import { addAudience } from "../tallying/actions.ts";
import { planForReading, planForWriting } from "../tallying/store.ts";
import { ensureYears, ensureYearsOf } from "../years/store.ts";
import { writeMonth } from "./months.ts";
import {
  addAdDetails,
  addAds,
  findOpenMonth,
  listAdDays,
  lockRollups,
  ofBatches,
  type Part,
  planForBulk,
  readClosedUntil,
  setClosedUntil,
  tryLockRollups,
} from "./store.ts";

/** Per transaction: when aggregation lags under load, it takes more at once, and then costs less for each. */
const MOST_BATCHES = 200;

/**
 * Adds the rows of `part` to the days of all rollups, and to months before `closedUntil`. Returns what it added to the
 * days of episodes. Needs the rollup lock.
 */
export async function addToRollups(
  db: Executor,
  part: Part,
  closedUntil: Day,
): Promise<EpisodeDay[]> {
  await planForBulk(db);
  const added = await addAudience(db, part, closedUntil);
  await planForReading(db);
  const days = await listAdDays(db, part);
  if (days.length === 0) return added;
  await ensureYearsOf(db, days);
  await addAds(db, part, closedUntil);
  await addAdDetails(db, part);
  return added;
}

/**
 * Aggregates until nothing is left or `signal` aborts between two steps. Each step is one transaction that adds some of
 * `ledger_batches` and marks them: a crash at any moment leaves them either in or out. Returns how many were
 * aggregated.
 */
export async function aggregateLedgers(
  { db }: Pick<Deps, "db">,
  signal?: AbortSignal,
): Promise<number> {
  let folded = 0;
  while (signal?.aborted !== true) {
    const step = await db.transaction().execute(foldSome);
    if (step === 0) break;
    folded += step;
  }
  while (signal?.aborted !== true) if ((await db.transaction().execute(refreshSome)) === 0) break;
  return folded;
}

const refreshSome = async (db: Executor): Promise<number> =>
  (await tryLockRollups(db)) ? refreshAges(db) : 0;

async function foldSome(db: Executor): Promise<number> {
  if (!(await tryLockRollups(db))) return 0;
  const batches = await takeUnaggregated(db, MOST_BATCHES);
  if (batches.length === 0) return 0;
  const added = await addToRollups(db, ofBatches(batches), await readClosedUntil(db));
  await planForWriting(db);
  await addToAges(db, added);
  await markAggregated(db, batches);
  return batches.length;
}

/** A month is closed when hardly any of its records are still to come; late ones are added to it. */
const SETTLED_DAYS = 2;

/**
 * Writes the monthly rows of every month that is over, one transaction each, during which aggregation waits. Returns
 * how many months were closed.
 */
export async function closeMonths(
  { db, clock }: Pick<Deps, "db" | "clock">,
  signal?: AbortSignal,
): Promise<number> {
  const end = bucketStart(addDays(dayAt(clock()), -SETTLED_DAYS), "month");
  for (let closed = 0; ; closed += 1) {
    signal?.throwIfAborted();
    const more = await db.transaction().execute((transaction) => closeMonth(transaction, end));
    if (!more) return closed;
  }
}

/** Closes one month, unless all before `end` are closed. */
async function closeMonth(db: Executor, end: string): Promise<boolean> {
  await lockRollups(db);
  const month = await findOpenMonth(db);
  if (month === null || month >= end) {
    await setClosedUntil(db, end);
    return false;
  }
  await planForBulk(db);
  await writeMonth(db, month);
  await setClosedUntil(db, bucketStart(addDays(month, 31), "month"));
  return true;
}

/** Partitions of a year are created this long before it begins, so that aggregation need not create them. */
const AHEAD_DAYS = 30;

/** Creates the partitions of this year, and later of the next. Waits for aggregation, which may create them too. */
export async function createYearPartitions({
  db,
  clock,
}: Pick<Deps, "db" | "clock">): Promise<void> {
  const today = dayAt(clock());
  await db.transaction().execute(async (tx) => {
    await lockRollups(tx);
    await ensureYears(tx, today, addDays(today, AHEAD_DAYS));
  });
}
