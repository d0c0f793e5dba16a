/** Runs jobs with graphile-worker: survives crashes, retries with back-off, obeys the clock. */
import {
  parseCronItems,
  type Runner,
  run,
  runMigrations,
  Logger as WorkerLogger,
} from "graphile-worker";
import type pg from "pg";
import type { Logger } from "pino";
import type { Job } from "./job.ts";

/** Brings the queue's own tables up to date. */
export async function migrateQueue(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: workerLogger(log) });
}

/** Starts working on `jobs`, at most `concurrency` at a time; `stop()` lets running ones finish. */
export async function startRunner(
  pool: pg.Pool,
  jobs: readonly Job[],
  log: Logger,
  concurrency = 4,
): Promise<Runner> {
  return run({
    pgPool: pool,
    logger: workerLogger(log),
    concurrency,
    noHandleSignals: true,
    taskList: Object.fromEntries(
      jobs.map(({ name, run: work }) => [
        name,
        (payload: unknown, { job }: { job: { attempts: number; max_attempts: number } }) =>
          work(payload, { last: job.attempts >= job.max_attempts }),
      ]),
    ),
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, cron }) =>
        cron === undefined
          ? []
          : [{ task: name, match: cron, payload: {}, options: { maxAttempts: 3 } }],
      ),
    ),
  });
}

/** The library speaks at info of every job; only what went wrong reaches our log above debug. */
const workerLogger = (log: Logger) =>
  new WorkerLogger(() => (level, message, meta) => {
    if (level === "error")
      log.error({ error: (meta as { error?: unknown } | undefined)?.error }, message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
