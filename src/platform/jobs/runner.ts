/** Runs jobs with graphile-worker: survives crashes, retries with back-off, obeys the clock. */
import { EventEmitter } from "node:events";
import {
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  type WorkerEvents,
  Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Job } from "./job.ts";

/** Brings the queue's own tables up to date. */
export async function migrateQueue(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

export type RunnerOptions = Readonly<{
  pool: pg.Pool;
  jobs: readonly Job[];
  log: Logger;
  /** How many jobs run at a time. */
  concurrency: number;
  /** Told the name under which this runner locks its jobs; none is taken before it returns. */
  announce(runnerId: string): Promise<void>;
  /** Tells running jobs that the process is to end. */
  signal: AbortSignal;
}>;

/**
 * Starts working. `stop()` of what is returned lets running jobs finish; its `promise` rejects
 * when the runner has given up, which it does when it cannot note the end of a job for minutes.
 */
export async function startRunner(options: RunnerOptions): Promise<Runner> {
  const { pool, jobs, log, concurrency, announce } = options;
  const announced = Promise.withResolvers<void>();
  const events: WorkerEvents = new EventEmitter();
  events.once("pool:create", ({ workerPool }) => {
    announce(workerPool.id).then(announced.resolve, announced.reject);
  });
  return run({
    pgPool: pool,
    logger: workerLogger(log),
    events,
    concurrency,
    noHandleSignals: true,
    preset: {
      // With a delay, even of 0, the end of a job is noted with retries and before stop() returns;
      // without one its failure would be an unhandled rejection, which ends the process.
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

/** The library speaks at info of every job; only what went wrong reaches our log above debug. */
const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === "error")
      log.error({ error: (meta as { error?: unknown } | undefined)?.error }, message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
