/** The queue's SQL: graphile-worker's own functions, and the detection of dead runners. */
import { createHash } from "node:crypto";
import { sql } from "kysely";
import type { Executor } from "../db/database.ts";
import type { LockKey } from "../db/session.ts";
import { releaseOwnedJobs } from "./owned/store.ts";

export type QueuedJob = {
  name: string;
  /** JSON text. */
  payload: string;
  max_attempts: number;
  key: string | null;
  run_at: Date | null;
};

/** Queues a job inside the caller's transaction. */
export async function addJob(db: Executor, queued: QueuedJob): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${queued.name}, payload := ${queued.payload}::json, run_at := ${queued.run_at}::timestamptz,
    max_attempts := ${queued.max_attempts}::int, job_key := ${queued.key}::text)`.execute(db);
}

/** Namespace of the advisory locks that show that runners are alive. */
const RUNNER_LOCKS = 7_160_004;

/** The lock that the runner with this name holds while it is alive. */
export const runnerLock = (runnerId: string): LockKey => [
  RUNNER_LOCKS,
  createHash("sha256").update(runnerId).digest().readInt32BE() >>> 1,
];

/**
 * Returns the jobs of dead runners to the queue immediately, instead of after the four hours that graphile-worker
 * waits. Returns the names of these runners. A runner takes its lock before its first job, so jobs must be read before
 * locks.
 */
export async function releaseDeadRunners(db: Executor): Promise<string[]> {
  const busy = await sql<{ runner: string }>`
    select locked_by as runner from graphile_worker.jobs where locked_by is not null
    union select locked_by from owned_jobs where locked_by is not null`.execute(db);
  if (busy.rows.length === 0) return [];
  const held = await sql<{ key: number }>`
    select objid::int8 as key from pg_locks
    where locktype = 'advisory' and classid = ${RUNNER_LOCKS} and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  const alive = new Set(held.rows.map(({ key }) => key));
  const dead = busy.rows
    .map(({ runner }) => runner)
    .filter((runner) => !alive.has(runnerLock(runner)[1]));
  if (dead.length === 0) return dead;
  await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
  await releaseOwnedJobs(db, dead);
  return dead;
}

/** Those of `keys` whose job is waiting, running or due for a retry. */
export async function listRunnableKeys(db: Executor, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs
    where key = any(${keys}::text[]) and (attempts < max_attempts or locked_at is not null)
    union select key from owned_jobs where key = any(${keys}::text[])`.execute(db);
  return rows.map(({ key }) => key);
}

export type OwnBacklog = Readonly<{
  waiting: number;
  running: number;
  oldest_seconds: number;
  /** Jobs without a further attempt. */
  given_up: number;
}>;

/** The number of Longwave's own jobs that are due, run, or have used up their attempts; `oldest_seconds` since one was due. */
export async function measureOwnBacklog(db: Executor): Promise<OwnBacklog> {
  const { rows } = await sql<OwnBacklog>`
    select count(*) filter (where is_due)::int as waiting,
      count(*) filter (where locked_at is not null)::int as running,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest_seconds,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::int as given_up
    from (
      select *, locked_at is null and attempts < max_attempts and run_at <= now() as is_due
      from graphile_worker.jobs
    ) jobs`.execute(db);
  return rows[0] as OwnBacklog;
}

export type GivenUpJob = Readonly<{ job: string; at: Date; error: string }>;

/** The last of Longwave's own jobs that have used up their attempts, with the first line of their last errors. */
export async function listGivenUp(db: Executor, most: number): Promise<GivenUpJob[]> {
  const { rows } = await sql<GivenUpJob>`
    select task_identifier as job, updated_at as at,
      left(split_part(coalesce(last_error, 'no reason was recorded'), chr(10), 1), 200) as error
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
    order by updated_at desc limit ${most}`.execute(db);
  return rows;
}
