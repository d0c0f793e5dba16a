/** Rebuilds the rollups from the ledgers, while statistics are read and the ledgers aggregated. */
import type { Deps } from "../../../../deps.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { type LedgerTables, withMonth } from "../../counting/history/restoring.ts";
import { markAgesOfMonth } from "../ages/actions.ts";
import { addToRollups } from "../aggregation/actions.ts";
import { writeMonth } from "../aggregation/months.ts";
import { lockRollups, readClosedUntil } from "../aggregation/store.ts";
import { clearDays, countDays, forgetMonth, listMonths, ofMonth, planRebuild } from "./store.ts";

type Needs = Pick<Deps, "db" | "pool" | "media" | "log">;

/** Called before the first month and after each. */
export type Progress = (done: number, months: number) => void;

/**
 * Rebuilds all months, or those that an interrupted rebuild has left: one transaction each, during which aggregation
 * waits. Readers see a month either before or after. An archived month is read from the archive. Returns how many there were.
 */
export async function rebuildRollups(deps: Needs, progress: Progress = () => {}): Promise<number> {
  await planRebuild(deps.db);
  return continueRebuild(deps, progress);
}

/** Rebuilds the months that an interrupted rebuild, or an upgrade, has left. */
export async function continueRebuild(
  deps: Needs,
  progress: Progress = () => {},
  signal?: AbortSignal,
): Promise<number> {
  const { db } = deps;
  const months = await listMonths(db);
  progress(0, months.length);
  for (const [index, month] of months.entries()) {
    signal?.throwIfAborted();
    await withMonth(deps, month, (tables) =>
      db.transaction().execute((transaction) => rebuildMonth(transaction, month, tables)),
    );
    progress(index + 1, months.length);
  }
  return months.length;
}

/** Before all days. */
const NEVER: Day = "0001-01-01";

async function rebuildMonth(db: Executor, month: Day, tables: LedgerTables): Promise<void> {
  await lockRollups(db);
  const closedUntil = await readClosedUntil(db);
  await clearDays(db, month);
  // Adds to the days only: the monthly rows of a closed month are then recomputed from them.
  await addToRollups(db, ofMonth(month, await countDays(db, month, tables), tables), NEVER);
  if (month < closedUntil) await writeMonth(db, month);
  await markAgesOfMonth(db, month);
  await forgetMonth(db, month);
}
