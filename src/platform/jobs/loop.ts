/** Runs recurring work in a loop, where a queued job for each piece would cost more than the piece. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";

/** `run` does all pending work; concurrent runs, here or in another process, must be harmless. */
export type Loop = Readonly<{
  name: string;
  /** From the end of one run to the next, ms. */
  pauseMs: number;
  run(signal: AbortSignal): Promise<void>;
}>;

/** Pause after a failed run. */
const TROUBLED_MS = 2_000;

/** Runs until the signal aborts; errors are logged, and the run is repeated after a pause. */
export async function keepLooping(loop: Loop, log: Logger, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    let pause = loop.pauseMs;
    try {
      await loop.run(signal);
    } catch (error) {
      if (signal.aborted) break;
      log.error(error, `${loop.name} failed, and is tried again`);
      pause = TROUBLED_MS;
    }
    await sleep(pause, undefined, { signal }).catch(() => {});
  }
}
