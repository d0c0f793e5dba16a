/** The queue of users' jobs: added in a transaction, taken with owners in turn. */
import { sql } from "kysely";
import type { Executor } from "../../db/database.ts";
import { recordset } from "../../db/recordset.ts";
import type { JobKind } from "../kinds.ts";

export type QueuedOwnedJob = Readonly<{
  kind: JobKind;
  name: string;
  owner: string;
  receiver: string | null;
  key: string | null;
  /** JSON text. */
  payload: string;
  max_attempts: number;
  run_at: Date | null;
}>;

/** Runners listen on this channel for new jobs. */
export const CHANNEL = "owned_jobs";

/**
 * Queues a job inside the caller's transaction. It replaces a waiting job with the same key; a running job with that
 * key gets no further attempt.
 */
export async function addOwnedJob(db: Executor, job: QueuedOwnedJob): Promise<void> {
  // Between the two statements a runner may take the waiting job: then that runs, and is replaced again.
  while (!(await tryAdd(db, job)));
  await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
}

async function tryAdd(db: Executor, job: QueuedOwnedJob): Promise<boolean> {
  if (job.key !== null)
    await sql`update owned_jobs set key = null, max_attempts = attempts
      where key = ${job.key} and locked_by is not null`.execute(db);
  const { rows } = await sql`
    insert into owned_jobs (kind, name, owner, receiver, key, payload, max_attempts, run_at)
    values (${job.kind}, ${job.name}, ${job.owner}, ${job.receiver}, ${job.key}, ${job.payload}::jsonb,
      ${job.max_attempts}, coalesce(${job.run_at}::timestamptz, now()))
    on conflict (key) do update set kind = excluded.kind, name = excluded.name, owner = excluded.owner,
      receiver = excluded.receiver, payload = excluded.payload, max_attempts = excluded.max_attempts,
      run_at = excluded.run_at, attempts = 0, last_error = null
    where owned_jobs.locked_by is null
    returning job_id`.execute(db);
  return rows.length > 0;
}

export type TakenJob = Readonly<{
  job_id: number;
  name: string;
  owner: string;
  receiver: string | null;
  payload: unknown;
  /** Including this one. */
  attempts: number;
  max_attempts: number;
}>;

export type Wanted = Readonly<{
  kind: JobKind;
  runner: string;
  /** The jobs that it can run: another version may have queued others. */
  names: readonly string[];
  /** Owners that already have the maximum number of slots. */
  busyOwners: readonly string[];
  busyReceivers: readonly string[];
}>;

/**
 * Takes the next job of a kind: of the owners with a due job, the one that has waited longest for a turn; of that
 * owner's jobs, the one that was due first. Undefined if there is none. Owners are found by stepping through the index,
 * so a thousand jobs of one owner cost as much as one.
 */
export async function takeOwnedJob(
  db: Executor,
  { kind, runner, names, busyOwners, busyReceivers }: Wanted,
): Promise<TakenJob | undefined> {
  const { rows } = await sql<TakenJob>`
    with recursive owners as (
      (select owner from owned_jobs where kind = ${kind} and locked_by is null order by owner limit 1)
      union all
      select (
        select next.owner from owned_jobs next
        where next.kind = ${kind} and next.locked_by is null and next.owner > owners.owner
        order by next.owner limit 1
      ) from owners where owners.owner is not null
    ), heads as (
      select head.job_id, head.run_at, turn.taken_at
      from owners
      left join owner_turns turn on turn.kind = ${kind} and turn.owner = owners.owner
      cross join lateral (
        select job_id, run_at from owned_jobs waiting
        where waiting.kind = ${kind} and waiting.locked_by is null and waiting.owner = owners.owner
          and waiting.run_at <= now() and waiting.name = any (${names}::text[])
          and (waiting.receiver is null or waiting.receiver <> all (${busyReceivers}::text[]))
        order by run_at, job_id limit 1
      ) head
      where owners.owner <> all (${busyOwners}::text[])
    ), taken as (
      update owned_jobs set locked_by = ${runner}, attempts = attempts + 1
      where job_id = (
        select candidate.job_id from owned_jobs candidate join heads using (job_id)
        where candidate.locked_by is null
        order by heads.taken_at nulls first, heads.run_at, candidate.job_id
        limit 1 for update of candidate skip locked
      )
      returning *
    ), turn as (
      insert into owner_turns (kind, owner, taken_at)
      select kind, owner, clock_timestamp() from taken
      on conflict (kind, owner) do update set taken_at = excluded.taken_at
    )
    select job_id, name, owner, receiver, payload, attempts, max_attempts from taken`.execute(db);
  return rows[0];
}

type Held = Pick<TakenJob, "job_id" | "attempts"> & Readonly<{ runner: string }>;

/** Ends a job for good, unless another runner has taken it over meanwhile. */
export async function removeOwnedJob(db: Executor, job: Held): Promise<void> {
  await sql`delete from owned_jobs where job_id = ${job.job_id} and locked_by = ${job.runner}
    and attempts = ${job.attempts}`.execute(db);
}

/** Characters of an error that are kept. */
const MOST_REASON = 500;

/**
 * Returns a job to the queue for a retry in `delayMs`, with the reason why it failed. Returns false if no attempt is
 * left: then it is removed.
 */
export async function retryOwnedJob(
  db: Executor,
  job: Held,
  { delayMs, reason }: Readonly<{ delayMs: number; reason: string }>,
): Promise<boolean> {
  const { rows } = await sql`
    update owned_jobs set locked_by = null, last_error = ${reason.slice(0, MOST_REASON)},
      run_at = now() + make_interval(secs => ${delayMs / 1000}::float8)
    where job_id = ${job.job_id} and locked_by = ${job.runner} and attempts = ${job.attempts}
      and attempts < max_attempts
    returning job_id`.execute(db);
  if (rows.length === 0) await removeOwnedJob(db, job);
  return rows.length > 0;
}

/** Returns a job to the queue when its process shuts down: the attempt does not count. */
export async function returnOwnedJob(db: Executor, job: Held): Promise<void> {
  await sql`update owned_jobs set locked_by = null, attempts = attempts - 1, run_at = now()
    where job_id = ${job.job_id} and locked_by = ${job.runner} and attempts = ${job.attempts}`.execute(
    db,
  );
}

/** Returns the jobs of these runners to the queue. Jobs without a further attempt are removed; returns their ids. */
export async function releaseOwnedJobs(db: Executor, runners: string[]): Promise<number[]> {
  const { rows } = await sql<{ job_id: number }>`
    delete from owned_jobs where locked_by = any(${runners}::text[]) and attempts >= max_attempts
    returning job_id`.execute(db);
  await sql`update owned_jobs set locked_by = null, run_at = now()
    where locked_by = any(${runners}::text[])`.execute(db);
  if (runners.length > 0) await sql`select pg_notify(${CHANNEL}, '')`.execute(db);
  return rows.map(({ job_id }) => job_id);
}

/** Takes over jobs of these names that older versions queued with graphile-worker; they get an owner of their own. */
export async function adoptOldJobs(
  db: Executor,
  kinds: ReadonlyMap<string, JobKind>,
): Promise<void> {
  const named = [...kinds].map(([name, kind]) => ({ name, kind }));
  await sql`
    with old as (
      delete from graphile_worker._private_jobs job using graphile_worker._private_tasks task,
        ${recordset(named, { name: "text", kind: "text" })} as kinds
      where task.id = job.task_id and task.identifier = kinds.name and job.locked_at is null
        and job.attempts < job.max_attempts
      returning kinds.kind, kinds.name, job.key, job.payload, job.attempts, job.max_attempts, job.run_at
    )
    insert into owned_jobs (kind, name, owner, key, payload, attempts, max_attempts, run_at)
    select kind, name, 'system', key, payload, attempts, max_attempts, run_at from old
    on conflict (key) do nothing`.execute(db);
}

/**
 * Makes jobs due that were due at once when they were queued, by a clock that has been set back since: they would wait
 * until that time comes again. Jobs that were queued for a certain time keep it.
 */
export async function releaseFutureJobs(db: Executor): Promise<void> {
  await sql`update owned_jobs set run_at = now(), created_at = now()
    where locked_by is null and created_at > now() + interval '1 minute' and run_at <= created_at`.execute(
    db,
  );
  await sql`update graphile_worker._private_jobs set run_at = now(), created_at = now()
    where locked_at is null and created_at > now() + interval '1 minute' and run_at <= created_at`.execute(
    db,
  );
}

export type Backlog = Readonly<{
  kind: string;
  waiting: number;
  running: number;
  owners: number;
  oldest_seconds: number;
}>;

/**
 * The number of waiting and running jobs by kind, for operators; `owners` of waiting jobs, `oldest_seconds` since the
 * first was due.
 */
export async function measureBacklog(db: Executor): Promise<Backlog[]> {
  const { rows } = await sql<Backlog>`
    select kind, count(*) filter (where locked_by is null)::int as waiting,
      count(*) filter (where locked_by is not null)::int as running,
      count(distinct owner) filter (where locked_by is null)::int as owners,
      coalesce(greatest(0, extract(epoch from now() - min(run_at) filter (where locked_by is null))), 0)::float8
        as oldest_seconds
    from owned_jobs group by kind`.execute(db);
  return rows;
}

/** Deletes turns older than an hour: such an owner is treated like a new one. */
export async function forgetOldTurns(db: Executor): Promise<void> {
  await sql`delete from owner_turns where taken_at < now() - interval '1 hour'`.execute(db);
}
