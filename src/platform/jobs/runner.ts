/** Runs jobs with graphile-worker: survives crashes, retries with back-off, runs scheduled jobs. */
import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  parseCronItems,
  run,
  runMigrations,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Job } from "./job.ts";

/** Migrates the queue's own tables. */
export async function migrateQueue(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

export type RunnerOptions = Readonly<{
  pool: pg.Pool;
  jobs: readonly Job[];
  log: Logger;
  /** Maximum number of concurrent jobs. */
  concurrency: number;
  /** Receives the name under which this runner locks its jobs; no job is taken before it resolves. */
  announce(runnerId: string): Promise<void>;
  /** Notifies running jobs that the process is shutting down. */
  signal: AbortSignal;
}>;

export type JobRunner = Readonly<{
  /** Resolves when it has stopped; rejects if it gave up, for example because it cannot record the end of a job. */
  ended: Promise<void>;
  /** Takes no more jobs, and resolves when the running ones have ended. */
  stop(): Promise<void>;
}>;

export async function startRunner(options: RunnerOptions): Promise<JobRunner> {
  const { pool, jobs, log, concurrency, announce } = options;
  const announced = Promise.withResolvers<void>();
  const events: WorkerEvents = new EventEmitter();
  events.once("pool:create", ({ workerPool }) => {
    announce(workerPool.id).then(announced.resolve, announced.reject);
  });
  const idle = whenIdle(events);
  const started = run({
    pgPool: pool,
    logger: workerLogger(log),
    events,
    concurrency,
    noHandleSignals: true,
    preset: {
      // With a delay, even of 0, the end of a job is recorded with retries and before stop() resolves; without one, its
      // failure would be an unhandled rejection, which ends the process.
      worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 },
      plugins: [
        {
          name: "AnnouncePlugin",
          version: "0.0.0",
          worker: { hooks: { startWorker: () => announced.promise } },
        },
      ],
    },
    taskList: taskList(jobs, options.signal),
    parsedCronItems: parseCronItems(cronItems(jobs)),
  });
  onLostBeginning(events, (error) => {
    log.warn({ error }, "the runner of jobs could not look them up, and gives way to another");
    // A rejection means that it is already stopping.
    started.then((runner) => runner.stop()).catch(() => {});
  });
  const runner = await started;
  // A runner that is idle without the library noticing would schedule cron jobs forever.
  const ended = Promise.race([runner.promise, idle]).finally(() => {
    runner.stop().catch(() => {});
  });
  return { ended, stop: () => Promise.race([runner.stop(), ended]) };
}

/**
 * The library keeps its first look-up of job names, even a failed one. A runner whose first look-up failed would never
 * find a job; it has none running then, so it can stop immediately.
 */
function onLostBeginning(events: WorkerEvents, lost: (error: unknown) => void): void {
  const fail = ({ error }: { error: unknown }) => {
    found();
    lost(error);
  };
  const found = () => {
    events.off("worker:getJob:error", fail);
    events.off("worker:getJob:empty", found);
    events.off("job:start", found);
  };
  events.on("worker:getJob:error", fail);
  events.on("worker:getJob:empty", found);
  events.on("job:start", found);
}

/** Recording the end of a job usually takes less; a job whose end is not recorded runs again. */
const NOTING_MS = 5000;

/**
 * Resolves some time after a runner that is shutting down has no jobs. The library waits until the ends of its jobs are
 * recorded, and miscounts them if one failed and later ones did not: it may wait forever.
 */
function whenIdle(events: WorkerEvents): Promise<void> {
  const idle = Promise.withResolvers<void>();
  const settle = () => sleep(NOTING_MS, undefined, { ref: false }).then(idle.resolve);
  events.once("pool:gracefulShutdown:complete", settle);
  events.once("pool:forcefulShutdown:complete", settle);
  events.once("pool:forcefulShutdown:error", settle);
  return idle.promise;
}

const taskList = (jobs: readonly Job[], signal: AbortSignal) =>
  Object.fromEntries(
    jobs.map(({ name, run: work }) => [
      name,
      (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
        work(payload, { last: job.attempts >= job.max_attempts, signal }),
    ]),
  );

const cronItems = (jobs: readonly Job[]) =>
  jobs.flatMap(({ name, cron }) =>
    cron === undefined
      ? []
      : [{ task: name, match: cron, payload: {}, options: { maxAttempts: 3 } }],
  );

/** The library logs every job at info; only warnings and errors reach Longwave's log above debug. */
const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === "error")
      log.error({ error: (meta as { error?: unknown } | undefined)?.error }, message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
