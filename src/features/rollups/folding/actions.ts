/** Brings what the ledgers say into the rollups: each batch exactly once. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { addDays, bucketStart, type Day, dayAt } from "../../../platform/statistics/calendar.ts";
import { addAudience } from "../tallying/actions.ts";
import { planForReading } from "../tallying/store.ts";
import { ensureYears, ensureYearsOf } from "../years/store.ts";
import { writeMonth } from "./months.ts";
import {
  addAds,
  findOpenMonth,
  listAdDays,
  lockRollups,
  markFolded,
  ofBatches,
  type Part,
  planForBulk,
  readClosedUntil,
  setClosedUntil,
  takeBatches,
  tryLockRollups,
} from "./store.ts";

/** In one transaction: under load folding lags, takes more at once, and then costs less for each. */
const MOST_BATCHES = 200;

/** Adds everything that `part` means to the days of all rollups, and to months before `closedUntil`. Locked. */
export async function addPart(db: Executor, part: Part, closedUntil: Day): Promise<void> {
  await planForBulk(db);
  await addAudience(db, part.downloads, closedUntil);
  await planForReading(db);
  const days = await listAdDays(db, part);
  if (days.length === 0) return;
  await ensureYearsOf(db, days);
  await addAds(db, part, closedUntil);
}

/**
 * Folds batches until none is left that it may have, or `signal` aborts between two steps. Each
 * step is one transaction that adds some batches and notes that it did: a death at any moment
 * leaves them either in or out. Returns how many batches were folded.
 */
export async function foldLedgers({ db }: Pick<Deps, "db">, signal?: AbortSignal): Promise<number> {
  let folded = 0;
  while (signal?.aborted !== true) {
    const step = await db.transaction().execute(foldSome);
    if (step === 0) break;
    folded += step;
  }
  return folded;
}

async function foldSome(db: Executor): Promise<number> {
  if (!(await tryLockRollups(db))) return 0;
  const batches = await takeBatches(db, MOST_BATCHES);
  if (batches.length === 0) return 0;
  await addPart(db, ofBatches(batches), await readClosedUntil(db));
  await markFolded(db, batches);
  return batches.length;
}

/** A month is closed when records of it can hardly come any more; those that do are added to it. */
const SETTLED_DAYS = 2;

/**
 * Gives every month that is over rows of its own, a transaction each; folding waits meanwhile.
 * Returns how many months were closed.
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

/** Years are made ready so long before they begin, so that folding need not do it with a ledger waiting. */
const AHEAD_DAYS = 30;

/** Makes the partitions of this year, and of the next in time; not while folding makes them. */
export async function prepareYears({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  const today = dayAt(clock());
  await db.transaction().execute(async (tx) => {
    await lockRollups(tx);
    await ensureYears(tx, today, addDays(today, AHEAD_DAYS));
  });
}
