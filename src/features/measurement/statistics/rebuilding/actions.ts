/** Rebuilds the rollups from the ledgers, while statistics are read and the ledgers aggregated. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { markAgesOfMonth } from "../ages/actions.ts";
import { addToRollups } from "../aggregation/actions.ts";
import { writeMonth } from "../aggregation/months.ts";
import { lockRollups, readClosedUntil } from "../aggregation/store.ts";
import { clearDays, countDays, forgetMonth, listMonths, ofMonth, planRebuild } from "./store.ts";

/** Called before the first month and after each. */
export type Progress = (done: number, months: number) => void;

/**
 * Rebuilds all months, or those that an interrupted rebuild has left: one transaction each, during which aggregation
 * waits. Readers see a month either before or after. Returns how many there were.
 */
export async function rebuildRollups(
  { db }: Pick<Deps, "db">,
  progress: Progress = () => {},
): Promise<number> {
  await planRebuild(db);
  return continueRebuild({ db }, progress);
}

/** Rebuilds the months that an interrupted rebuild, or an upgrade, has left. */
export async function continueRebuild(
  { db }: Pick<Deps, "db">,
  progress: Progress = () => {},
  signal?: AbortSignal,
): Promise<number> {
  const months = await listMonths(db);
  progress(0, months.length);
  for (const [index, month] of months.entries()) {
    signal?.throwIfAborted();
    await db.transaction().execute((transaction) => rebuildMonth(transaction, month));
    progress(index + 1, months.length);
  }
  return months.length;
}

/** Before all days. */
const NEVER: Day = "0001-01-01";

async function rebuildMonth(db: Executor, month: Day): Promise<void> {
  await lockRollups(db);
  const closedUntil = await readClosedUntil(db);
  await clearDays(db, month);
  // Adds to the days only: the monthly rows of a closed month are then recomputed from them.
  await addToRollups(db, ofMonth(month, await countDays(db, month)), NEVER);
  if (month < closedUntil) await writeMonth(db, month);
  await markAgesOfMonth(db, month);
  await forgetMonth(db, month);
}
