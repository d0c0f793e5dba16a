/** Makes the rollups anew from the ledgers, while figures are read and batches folded. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { addPart } from "../folding/actions.ts";
import { writeMonth } from "../folding/months.ts";
import { lockRollups, readClosedUntil } from "../folding/store.ts";
import { clearDays, countDays, forgetMonth, listMonths, ofMonth, planRebuild } from "./store.ts";

/** Told before the first month and after each. */
export type Progress = (done: number, months: number) => void;

/**
 * Goes through all months, or through those that an interrupted rebuild has left; a transaction each,
 * during which folding waits. Readers see a month as it was, then as it is. Returns how many there were.
 */
export async function rebuildRollups(
  { db }: Pick<Deps, "db">,
  progress: Progress = () => {},
): Promise<number> {
  await planRebuild(db);
  const months = await listMonths(db);
  progress(0, months.length);
  for (const [index, month] of months.entries()) {
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
  // To the days alone: those of a closed month make its own rows anew.
  await addPart(db, ofMonth(month, await countDays(db, month)), NEVER);
  if (month < closedUntil) await writeMonth(db, month);
  await forgetMonth(db, month);
}
