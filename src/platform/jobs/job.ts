/** Background work: what a job is, and how one is queued inside an SQL transaction. */
import type { z } from "zod";
import type { Executor } from "../db/database.ts";
import { addJob } from "./store.ts";

/** What is needed to queue a job. Features share this much with each other. */
export type JobName<P> = Readonly<{
  name: string;
  payload: z.ZodType<P>;
  maxAttempts?: number;
  /** Keeps a processor busy for long: only so many run at a time that light jobs go on. */
  heavy?: true;
}>;

/** `last`: there will be no other. `signal` aborts when the process is to end. */
export type Attempt = Readonly<{ last: boolean; signal: AbortSignal }>;

/** How its runs go. `progress` and the report of a failure are the job's own affair. */
export type Job = Readonly<{
  name: string;
  /** When to run by the clock as well: crontab fields, UTC. The payload is then `{}`. */
  cron?: string;
  heavy?: true;
  /** Runs once; a throw means "try again later", with exponential back-off. */
  run(payload: unknown, attempt: Pick<Attempt, "last"> & Partial<Attempt>): Promise<void>;
}>;

/** Ties a declaration to its work; the payload is checked before it runs. */
export function job<P>(
  declared: JobName<P>,
  work: (payload: P, attempt: Attempt) => Promise<void>,
  cron?: string,
): Job {
  return {
    name: declared.name,
    ...(cron === undefined ? {} : { cron }),
    ...(declared.heavy ? { heavy: true } : {}),
    run: (payload, { last, signal = new AbortController().signal }) =>
      work(declared.payload.parse(payload), { last, signal }),
  };
}

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
    max_attempts: declared.maxAttempts ?? 10,
    key: options.key ?? null,
    run_at: options.runAt ?? null,
  });
}
