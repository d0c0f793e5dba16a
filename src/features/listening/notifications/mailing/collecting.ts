/** Collects the followers to whom a new episode is mailed, each once, whatever ends in between. */
import type { Deps } from "../../../../deps.ts";
import { finishCollecting, insertWaiting, lockNextReaders } from "./queue/store.ts";
import { dueTime } from "./rules.ts";

/** Followers in one transaction. */
const READERS = 500;

/** Goes on until nobody is left, or the episode is not public any more. Rejects if `signal` aborts. */
export async function collectReaders(
  deps: Pick<Deps, "db" | "clock">,
  episode_id: number,
  signal: AbortSignal,
): Promise<void> {
  while (await collectNext(deps, episode_id)) signal.throwIfAborted();
}

/** True if there may be more. */
const collectNext = (
  { db, clock }: Pick<Deps, "db" | "clock">,
  episode_id: number,
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const readers = await lockNextReaders(tx, episode_id, READERS);
    if (readers === undefined) return false;
    const now = clock();
    const due = readers.map((reader) => ({
      user_id: reader.user_id,
      due_at: dueTime(reader, now),
    }));
    if (due.length > 0) await insertWaiting(tx, episode_id, due, now);
    if (due.length < READERS) await finishCollecting(tx, episode_id, now);
    return due.length === READERS;
  });
