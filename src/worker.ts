/** Runs the background jobs of one process, and restarts the runners after failures of PostgreSQL. */
import { availableParallelism } from "node:os";
import { setInterval as every, setTimeout as sleep } from "node:timers/promises";
import type { OpenDeps } from "./deps.ts";
import { holdLock } from "./platform/db/session.ts";
import { countRuns } from "./platform/jobs/backlog.ts";
import type { Job } from "./platform/jobs/job.ts";
import { keepLooping, type Loop } from "./platform/jobs/loop.ts";
import { runOwnedJobs } from "./platform/jobs/owned/runner.ts";
import { adoptOldJobs, forgetOldTurns, releaseFutureJobs } from "./platform/jobs/owned/store.ts";
import { type JobRunner, startRunner } from "./platform/jobs/runner.ts";
import { releaseDeadRunners, runnerLock } from "./platform/jobs/store.ts";

export type Worker = {
  /** Takes no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
};

const LIGHT_AT_A_TIME = 4;
/** One processor is left for requests and light jobs, if there is more than one. */
const HEAVY_AT_A_TIME = Math.max(1, availableParallelism() - 1);
const RESCUE_EVERY_MS = 30_000;
const BACK_OFF_MS = { first: 500, most: 30_000 };

/**
 * Runs the `declared` jobs and `loops`: users' jobs in the slots of their kind, Longwave's own jobs in two runners, one for heavy
 * and one for light jobs. A runner that fails is replaced after an increasing pause.
 */
export function startWorker(
  deps: OpenDeps,
  declared: readonly Job[],
  loops: readonly Loop[] = [],
): Worker {
  const jobs = countRuns(deps.measures, declared);
  const stopping = new AbortController();
  const { signal } = stopping;
  const owned = jobs.filter(({ kind }) => kind !== undefined);
  const light = jobs.filter(({ kind, heavy }) => kind === undefined && !heavy);
  const heavy = jobs.filter((job) => job.heavy);
  const runners = [
    startLane(deps, light, LIGHT_AT_A_TIME, signal),
    ...(heavy.length > 0 ? [startLane(deps, heavy, HEAVY_AT_A_TIME, signal)] : []),
  ];
  const running = Promise.all([
    ...runners.map((runner) => runner.running),
    runOwnedJobs({ ...deps, jobs: owned, signal }),
    keepRescuing(deps, owned, signal),
    ...loops.map((loop) => keepLooping(loop, deps.log, signal)),
  ]);
  return {
    async stop() {
      stopping.abort();
      // A rejection means that it was already stopping, which `running` waits for.
      await Promise.all(runners.map((runner) => runner.stop().catch(() => {})));
      await running;
    },
  };
}

/** Keeps one runner alive until the signal aborts: replaces it when it fails. */
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

/** Announces that the runner is alive, and takes over from dead runners, before it takes a job. */
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

/**
 * Takes over jobs that an earlier version queued elsewhere, makes those due that a clock set back has put off, and
 * deletes turns that are long past.
 */
async function tidyOwned({ db, log }: OpenDeps, owned: readonly Job[]): Promise<void> {
  const kinds = new Map(owned.flatMap(({ name, kind }) => (kind ? [[name, kind] as const] : [])));
  try {
    await adoptOldJobs(db, kinds);
    await releaseFutureJobs(db);
    await forgetOldTurns(db);
  } catch (error) {
    log.warn(error, "the queue of users' jobs could not be tidied");
  }
}
