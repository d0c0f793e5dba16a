/** Postpones jobs that write files while the disk is almost full, instead of letting them fail. */
import { setInterval as every } from "node:timers/promises";
import type { Disk } from "../storage/disk.ts";
import { isDiskFull } from "../storage/full.ts";
import type { Attempt } from "./job.ts";

type Needs = Readonly<{ disk: Disk; clock: () => Date }>;
type Work<P> = (payload: P, attempt: Attempt) => Promise<void>;

/** How long a job waits before it checks the disk again. */
const LOOK_AGAIN_MS = 60_000;
/** How often a running job checks. */
const WATCH_MS = 1000;

/**
 * Wraps `work`: while the disk is low, or if it fills up, the job is queued again for a minute later, without using up
 * an attempt. Its signal aborts when the disk becomes low. `queue` queues the job again.
 */
export function waitForDisk<P>(
  { disk, clock }: Needs,
  queue: (payload: P, runAt: Date) => Promise<void>,
  work: Work<P>,
): Work<P> {
  return async (payload, attempt) => {
    const later = () => queue(payload, new Date(clock().getTime() + LOOK_AGAIN_MS));
    if (await disk.isLow()) return later();
    const ended = new AbortController();
    const low = new AbortController();
    const watching = watch(disk, ended.signal, () => low.abort());
    try {
      await work(payload, { ...attempt, signal: AbortSignal.any([attempt.signal, low.signal]) });
    } catch (error) {
      if (!isDiskFull(error) && !low.signal.aborted) throw error;
      await later();
    } finally {
      ended.abort();
      await watching;
    }
  };
}

async function watch(disk: Disk, ended: AbortSignal, onLow: () => void): Promise<void> {
  try {
    for await (const _ of every(WATCH_MS, undefined, { signal: ended }))
      if (await disk.isLow()) onLow();
  } catch (error) {
    if (!ended.aborted) throw error;
  }
}
