/** Hands new events to a feature: each once and in order, by one process at a time, through crashes. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { type Cursor, endOfRange, hasUnhandled, moveCursor, takeCursor } from "./store.ts";

/** Events with numbers above `after`, up to `last`. */
export type EventRange = Readonly<{ after: number; last: number }>;

/**
 * Runs `handle` on the next events, at most `limit`, in the transaction that moves the cursor. Returns whether there may
 * be more; false if another process reads now.
 */
export async function readEvents(
  { db }: Pick<Deps, "db">,
  cursor: Cursor,
  limit: number,
  handle: (tx: Executor, range: EventRange) => Promise<void>,
): Promise<boolean> {
  if (!(await hasUnhandled(db, cursor))) return false;
  return db.transaction().execute(async (tx) => {
    const after = await takeCursor(tx, cursor);
    if (after === undefined) return false;
    const { last, isFull } = await endOfRange(tx, after, limit);
    if (last === after) return false;
    await handle(tx, { after, last });
    await moveCursor(tx, cursor, last);
    return isFull;
  });
}
