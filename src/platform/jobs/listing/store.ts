/** The jobs of both queues as operators see them: listed, run again at once, deleted. */
import { sql } from "kysely";
import type { Executor } from "../../db/database.ts";
import { CHANNEL } from "../owned/store.ts";

/** `users`: work that users cause. `server`: Longwave's own work. */
export const QUEUES = ["users", "server"] as const;
export type QueueName = (typeof QUEUES)[number];

/**
 * `failed`: an attempt has failed; without a further one if `attempts` is `max_attempts`. `waiting`: due or planned, and
 * nothing has failed.
 */
export const JOB_STATES = ["waiting", "running", "failed"] as const;
export type JobState = (typeof JOB_STATES)[number];

export type ListedJob = Readonly<{
  queue: QueueName;
  job_id: number;
  name: string;
  /** `user:7` or `team:3`; null for Longwave's own. */
  owner: string | null;
  state: JobState;
  attempts: number;
  max_attempts: number;
  run_at: Date;
  created_at: Date;
  error: string | null;
  total: number;
}>;

export type JobsQuery = Readonly<{
  queue: QueueName | null;
  state: JobState | null;
  /** A part of the name or of the owner; empty for all. */
  q: string;
  limit: number;
  offset: number;
}>;

const JOBS = sql`(
  select 'users' as queue, job_id::bigint, name, owner, locked_by is not null as is_running, attempts,
    max_attempts, run_at, created_at, last_error from owned_jobs
  union all
  select 'server', id::bigint, task_identifier, null, locked_at is not null, attempts::int,
    max_attempts::int, run_at, created_at, left(split_part(last_error, chr(10), 1), 500) from graphile_worker.jobs
) jobs`;

/** A page of all jobs: failed ones first, then running ones, then those that are due first. */
export async function listJobs(
  db: Executor,
  { queue, state, q, limit, offset }: JobsQuery,
): Promise<ListedJob[]> {
  const { rows } = await sql<ListedJob>`
    with listed as (
      select queue, job_id, name, owner, attempts, max_attempts, run_at, created_at, last_error as error,
        case when is_running then 'running' when attempts > 0 then 'failed' else 'waiting' end as state
      from ${JOBS}
    )
    select *, count(*) over () as total from listed
    where (${queue}::text is null or queue = ${queue}) and (${state}::text is null or state = ${state})
      and (${q} = '' or position(lower(${q}) in lower(name)) > 0 or owner = ${q})
    order by array_position(array['failed', 'running', 'waiting'], state), run_at, queue, job_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

type Named = Readonly<{ queue: QueueName; job_id: number }>;

/** Makes a job due now, with all its attempts again. False if it runs, or does not exist. */
export async function rerunJob(db: Executor, { queue, job_id }: Named): Promise<boolean> {
  if (queue === "server") {
    const { rows } = await sql`
      select id from graphile_worker.reschedule_jobs(
      array[${job_id}::bigint], run_at := now(), attempts := 0)`.execute(db);
    return rows.length > 0;
  }
  const { rows } = await sql`update owned_jobs set run_at = now(), attempts = 0
    where job_id = ${job_id} and locked_by is null returning job_id`.execute(db);
  if (rows.length > 0) await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
  return rows.length > 0;
}

/** Deletes a job that does not run. False if it runs, or does not exist. */
export async function deleteJob(db: Executor, { queue, job_id }: Named): Promise<boolean> {
  const { rows } =
    queue === "server"
      ? await sql`select id from graphile_worker.complete_jobs(array[${job_id}::bigint])`.execute(
          db,
        )
      : await sql`delete from owned_jobs where job_id = ${job_id} and locked_by is null
          returning job_id`.execute(db);
  return rows.length > 0;
}

/** Whether there is such a job. */
export async function hasJob(db: Executor, { queue, job_id }: Named): Promise<boolean> {
  const { rows } =
    await sql`select 1 from ${JOBS} where queue = ${queue} and job_id = ${job_id}`.execute(db);
  return rows.length > 0;
}
