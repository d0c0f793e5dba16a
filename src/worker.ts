/** Runs the background jobs of one process, and goes on running them whatever happens to PostgreSQL. */
import { availableParallelism } from "node:os";
import { setInterval as every, setTimeout as sleep } from "node:timers/promises";
import type { OpenDeps } from "./deps.ts";
import { holdLock } from "./platform/db/session.ts";
import type { Job } from "./platform/jobs/job.ts";
import { keepLooping, type Loop } from "./platform/jobs/loop.ts";
import { runOwnedJobs } from "./platform/jobs/owned/runner.ts";
import { adoptOldJobs, forgetOldTurns } from "./platform/jobs/owned/store.ts";
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
 * Starts working on `jobs`: those of users in the slots of their kind, Longwave's own in two runners, the heavy
 * ones apart from the light ones; and on `loops`. A runner that gives up is replaced, after a growing pause.
 */
export function startWorker(
  deps: OpenDeps,
  jobs: readonly Job[],
  loops: readonly Loop[] = [],
): Worker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const owned = jobs.filter(({ kind }) => kind !== undefined);
  const light = jobs.filter(({ kind, heavy }) => kind === undefined && !heavy);
  const heavy = jobs.filter((job) => job.heavy);
  const lanes = [
    startLane(deps, light, LIGHT_AT_A_TIME, signal),
    ...(heavy.length > 0 ? [startLane(deps, heavy, HEAVY_AT_A_TIME, signal)] : []),
  ];
  const running = Promise.all([
    ...lanes.map((lane) => lane.running),
    runOwnedJobs({ ...deps, jobs: owned, signal }),
    keepRescuing(deps, owned, signal),
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

async function keepRescuing(
  deps: OpenDeps,
  owned: readonly Job[],
  signal: AbortSignal,
): Promise<void> {
  try {
    await tidyOwned(deps, owned);
    for await (const _ of every(RESCUE_EVERY_MS, undefined, { signal })) {
      await rescue(deps);
      await tidyOwned(deps, owned);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Jobs that an earlier version queued elsewhere are taken over; turns that are long past are forgotten. */
async function tidyOwned({ db, log }: OpenDeps, owned: readonly Job[]): Promise<void> {
  const kinds = new Map(owned.flatMap(({ name, kind }) => (kind ? [[name, kind] as const] : [])));
  try {
    await adoptOldJobs(db, kinds);
    await forgetOldTurns(db);
  } catch (error) {
    log.warn(error, "the queue of users' jobs could not be tidied");
  }
}
