/** One process at a time changes what is archived, or relies on it. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Deps } from "../../../../deps.ts";
import {
  holdLock,
  type LockKey,
  LockTakenError,
  targetOf,
} from "../../../../platform/db/session.ts";
import { HistoryRefusal } from "./schema.ts";

const HISTORY_LOCK: LockKey = [7_160_020, 177];
const PAUSE_MS = 500;

/** Runs `work` under the lock. Waits for it, or else throws `HistoryRefusal`. */
export async function withHistory<T>(
  { pool, log }: Pick<Deps, "pool" | "log">,
  wait: "wait" | "refuse",
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    signal?.throwIfAborted();
    const held = await holdLock(targetOf(pool), HISTORY_LOCK, log, "the lock of the history").catch(
      (error: unknown) => {
        if (error instanceof LockTakenError) return null;
        throw error;
      },
    );
    if (held !== null)
      try {
        return await work();
      } finally {
        await held.release();
      }
    if (wait === "refuse")
      throw new HistoryRefusal(
        "Another process archives or restores a month, or reads the archive. Wait for its end.",
      );
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
