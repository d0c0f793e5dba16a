/** Declares background jobs, and queues them inside an SQL transaction. */
import type { z } from "zod";
import type { Executor } from "../db/database.ts";
import type { JobKind } from "./kinds.ts";
import { addOwnedJob } from "./owned/store.ts";
import { addJob } from "./store.ts";

type Declared<P> = Readonly<{
  name: string;
  payload: z.ZodType<P>;
  /** Default: 10. */
  maxAttempts?: number;
}>;

/** The declaration needed to queue one of Longwave's own jobs. Features may share it with each other. */
export type JobName<P> = Declared<P> &
  Readonly<{
    /** CPU-bound for long: only a few run at the same time, so that light jobs can proceed. */
    heavy?: true;
    kind?: undefined;
  }>;

/** The same for a job that a user causes: each kind has its own slots, which owners get in turn. */
export type OwnedJobName<P> = Declared<P> & Readonly<{ kind: JobKind; heavy?: undefined }>;

/** `last`: no further attempt follows. `signal` aborts when the process shuts down. */
export type Attempt = Readonly<{ last: boolean; signal: AbortSignal }>;

/** A job with its code. It reports progress and failures itself. */
export type Job = Readonly<{
  name: string;
  /** Schedule for additional runs: crontab fields, UTC. The payload is then `{}`. */
  cron?: string;
  heavy?: true;
  kind?: JobKind;
  /** Performs one attempt; if it throws, the job is retried with exponential back-off. */
  run(payload: unknown, attempt: Pick<Attempt, "last"> & Partial<Attempt>): Promise<void>;
}>;

/** Combines a declaration with its code; the payload is validated before each run. */
export function job<P>(
  declared: JobName<P> | OwnedJobName<P>,
  work: (payload: P, attempt: Attempt) => Promise<void>,
  cron?: string,
): Job {
  return {
    name: declared.name,
    ...(cron === undefined ? {} : { cron }),
    ...(declared.heavy ? { heavy: true } : {}),
    ...(declared.kind === undefined ? {} : { kind: declared.kind }),
    run: (payload, { last, signal = new AbortController().signal }) =>
      work(declared.payload.parse(payload), { last, signal }),
  };
}

const MAX_ATTEMPTS = 10;

/**
 * Queues a job in the caller's transaction: it exists if and only if that commits. A second job with the same `key`
 * replaces the first while that is waiting.
 */
export async function enqueue<P>(
  db: Executor,
  declared: JobName<P>,
  payload: P,
  options: { key?: string; runAt?: Date } = {},
): Promise<void> {
  await addJob(db, {
    name: declared.name,
    payload: JSON.stringify(payload),
    max_attempts: declared.maxAttempts ?? MAX_ATTEMPTS,
    key: options.key ?? null,
    run_at: options.runAt ?? null,
  });
}

/** The owner of a job: owners of waiting jobs get slots in turn. */
export type Owner = `user:${number}` | `team:${number}`;

export const userOwner = (user_id: number): Owner => `user:${user_id}`;
export const teamOwner = (team_id: number): Owner => `team:${team_id}`;

export type OwnedOptions = Readonly<{
  owner: Owner;
  key?: string;
  runAt?: Date;
  /** The host that it talks to: `KindBounds.perReceiver` limits how many jobs do so at the same time. */
  receiver?: string;
}>;

/** Queues a job that a user causes. Transaction and `key` as in `enqueue`. */
export async function enqueueOwned<P>(
  db: Executor,
  declared: OwnedJobName<P>,
  payload: P,
  { owner, key, runAt, receiver }: OwnedOptions,
): Promise<void> {
  await addOwnedJob(db, {
    kind: declared.kind,
    name: declared.name,
    owner,
    receiver: receiver ?? null,
    key: key ?? null,
    payload: JSON.stringify(payload),
    max_attempts: declared.maxAttempts ?? MAX_ATTEMPTS,
    run_at: runAt ?? null,
  });
}
