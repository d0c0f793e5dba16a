/** Background work: what a job is, and how one is queued inside an SQL transaction. */
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

/** What is needed to queue a job of Longwave itself. Features share this much with each other. */
export type JobName<P> = Declared<P> &
  Readonly<{
    /** Keeps a processor busy for long: only so many run at a time that light jobs go on. */
    heavy?: true;
    kind?: undefined;
  }>;

/** The same of a job that somebody causes: each kind has its own slots, which owners get in turn. */
export type OwnedJobName<P> = Declared<P> & Readonly<{ kind: JobKind; heavy?: undefined }>;

/** `last`: there will be no other. `signal` aborts when the process is to end. */
export type Attempt = Readonly<{ last: boolean; signal: AbortSignal }>;

/** How its runs go. `progress` and the report of a failure are the job's own affair. */
export type Job = Readonly<{
  name: string;
  /** When to run by the clock as well: crontab fields, UTC. The payload is then `{}`. */
  cron?: string;
  heavy?: true;
  kind?: JobKind;
  /** Runs once; a throw means "try again later", with exponential back-off. */
  run(payload: unknown, attempt: Pick<Attempt, "last"> & Partial<Attempt>): Promise<void>;
}>;

/** Ties a declaration to its work; the payload is checked before it runs. */
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
 * Queues a job in the caller's transaction: it exists if and only if that commits. A second job
 * under the same `key` replaces the first while that waits.
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

/** Who a job is done for: owners of waiting jobs get slots in turn. */
export type Owner = `user:${number}` | `team:${number}`;

export const userOwner = (user_id: number): Owner => `user:${user_id}`;
export const teamOwner = (team_id: number): Owner => `team:${team_id}`;

export type OwnedOptions = Readonly<{
  owner: Owner;
  key?: string;
  runAt?: Date;
  /** Whom it talks to: `KindBounds.perReceiver` bounds how many do at a time. */
  receiver?: string;
}>;

/** Queues a job that somebody causes. Transaction and `key` are as in `enqueue`. */
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
