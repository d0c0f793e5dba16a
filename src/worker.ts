/** Runs the background jobs of one process, and goes on running them whatever happens to PostgreSQL. */
import { availableParallelism } from "node:os";
import { setInterval as every, setTimeout as sleep } from "node:timers/promises";
import type { OpenDeps } from "./deps.ts";
import { holdLock } from "./platform/db/session.ts";
import type { Job } from "./platform/jobs/job.ts";
import { keepLooping, type Loop } from "./platform/jobs/loop.ts";
import { type JobRunner, startRunner } from "./platform/jobs/runner.ts";
import { releaseDeadRunners, runnerLock } from "./platform/jobs/store.ts";

export type Worker = {
  /** Takes no more jobs, and returns when the running ones have ended. */
  stop(): Promise<void>;
};

const LIGHT_AT_A_TIME = 4;
/** One processor is left to requests and light jobs, where there is more than one. */
const HEAVY_AT_A_TIME = Math.max(1, availableParallelism() - 1);
const RESCUE_EVERY_MS = 30_000;
const BACK_OFF_MS = { first: 500, most: 30_000 };

/**
 * Starts working on `jobs`, the heavy ones apart from the light ones, and on `loops`. A runner that gives up is
 * replaced, after a growing pause.
 */
export function startWorker(
  deps: OpenDeps,
  jobs: readonly Job[],
  loops: readonly Loop[] = [],
): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const light = jobs.filter(({ heavy }) => !heavy);
  const heavy = jobs.filter((job) => job.heavy);
  const lanes = [
    startLane(deps, light, LIGHT_AT_A_TIME, signal),
    ...(heavy.length > 0 ? [startLane(deps, heavy, HEAVY_AT_A_TIME, signal)] : []),
  ];
  const running = Promise.all([
    ...lanes.map((lane) => lane.running),
    keepRescuing(deps, signal),
    ...loops.map((loop) => keepLooping(loop, deps.log, signal)),
  ]);
  return {
    async stop() {
      stopping.abort();
      // A rejection means that it was stopping already, which `running` waits for.
      await Promise.all(lanes.map((lane) => lane.stop().catch(() => {})));
      await running;
    },
  };
}

/** A runner of its own, replaced when it gives up, until the signal. */
function startLane(
  deps: OpenDeps,
  jobs: readonly Job[],
  concurrency: number,
  signal: AbortSignal,
): Worker & { running: Promise<void> } {
  let runner: JobRunner | null = null;
  const runOnce = async () => {
    await using presence = new AsyncDisposableStack();
    runner = await startRunner({
      pool: deps.pool,
      jobs,
      log: deps.log,
      concurrency,
      announce: (id) => announce(deps, id, presence, signal),
      signal,
    });
    if (signal.aborted) await runner.stop();
    await runner.ended;
  };
  const keepRunning = async () => {
    let pause = BACK_OFF_MS.first;
    while (!signal.aborted) {
      const startedAt = performance.now();
      await runOnce().catch((error) => deps.log.error(error, "the runner of jobs has ended"));
      runner = null;
      const lasted = performance.now() - startedAt;
      pause = lasted > BACK_OFF_MS.most ? BACK_OFF_MS.first : Math.min(pause * 2, BACK_OFF_MS.most);
      await sleep(pause, undefined, { signal }).catch(() => {});
    }
  };
  return { running: keepRunning(), stop: async () => runner?.stop() };
}

/** Shows that the runner lives, and takes over from those that do not, before it takes a job. */
async function announce(
  deps: OpenDeps,
  runnerId: string,
  presence: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const key = runnerLock(runnerId);
      const lock = await holdLock(deps.target, key, deps.log, "the presence of the job runner");
      presence.defer(() => lock.release());
      return await rescue(deps);
    } catch (error) {
      deps.log.error(error, "the job runner cannot announce itself");
      await sleep(1000, undefined, { signal }).catch(() => {});
    }
  }
}

async function rescue({ db, log }: OpenDeps): Promise<void> {
  try {
    const dead = await releaseDeadRunners(db);
    if (dead.length > 0) log.warn({ runners: dead }, "jobs of dead runners are tried again");
  } catch (error) {
    log.warn(error, "looking for dead runners failed");
  }
}

async function keepRescuing(deps: OpenDeps, signal: AbortSignal): Promise<void> {
  try {
    for await (const _ of every(RESCUE_EVERY_MS, undefined, { signal })) await rescue(deps);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
