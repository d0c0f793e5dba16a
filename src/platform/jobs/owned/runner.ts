/** Runs users' jobs in the slots of their kind, with owners taking turns. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import type { Executor } from "../../db/database.ts";
import { type KeptSession, keepSession, openSession, takeLock } from "../../db/session.ts";
import type { Job } from "../job.ts";
import { type JobKind, KINDS } from "../kinds.ts";
import { runnerLock } from "../store.ts";
import { type Bell, createBell } from "./bell.ts";
import { createOccupancy, type Occupancy } from "./occupancy.ts";
import {
  CHANNEL,
  removeOwnedJob,
  retryOwnedJob,
  returnOwnedJob,
  type TakenJob,
  takeOwnedJob,
} from "./store.ts";

export type OwnedRunnerOptions = Readonly<{
  /** For its own connection, which holds its presence lock and listens for new jobs. */
  target: pg.ClientConfig;
  db: Executor;
  jobs: readonly Job[];
  log: Logger;
  /** Shuts the runner down: it takes no more jobs and notifies the running ones. */
  signal: AbortSignal;
}>;

/** Interval for finding jobs that became due; new jobs and free slots ring the bell. */
const LOOK_EVERY_MS = 2000;
/** Pause after a database error. */
const TROUBLED_MS = 1000;
/** How long a process that is shutting down tries to record the end of a job; if it fails, the job runs again. */
const LAST_NOTES_MS = 5000;

type Runner = OwnedRunnerOptions &
  Readonly<{ id: string; bell: Bell; running: Set<Promise<void>> }>;

/** Runs jobs until the signal aborts, and settles when the last one has ended. */
export async function runOwnedJobs(options: OwnedRunnerOptions): Promise<void> {
  const { jobs, log, signal } = options;
  const runner: Runner = {
    ...options,
    id: `owned-${randomUUID()}`,
    bell: createBell(),
    running: new Set(),
  };
  signal.addEventListener("abort", runner.bell.ring, { once: true });
  const presence = await announce(runner);
  const allSlots = [...Map.groupBy(jobs, ({ kind }) => kind)].flatMap(([kind, own]) =>
    kind === undefined ? [] : [createKindSlots(kind, own)],
  );
  while (!signal.aborted) {
    try {
      for (const slots of allSlots) await fillSlots(runner, slots);
      await runner.bell.wait(LOOK_EVERY_MS);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "jobs of users cannot be taken");
      await sleep(TROUBLED_MS, undefined, { signal }).catch(() => {});
    }
  }
  while (runner.running.size > 0) await Promise.all(runner.running);
  await (await presence?.stop())?.client.end().catch(() => {});
}

/** Holds the lock that shows others that this runner is alive, and listens for jobs. Null if it is shutting down. */
async function announce(runner: Runner): Promise<KeptSession | null> {
  const { target, log, signal, bell, id } = runner;
  const open = async () => {
    const session = await openSession(target);
    try {
      await takeLock(session.client, "pg_try_advisory_lock($1::int, $2::int)", runnerLock(id));
      session.client.on("notification", bell.ring);
      await session.client.query(`listen ${CHANNEL}`);
      bell.ring();
      return session;
    } catch (error) {
      await session.client.end();
      throw error;
    }
  };
  while (!signal.aborted)
    try {
      return await keepSession(open, log, "the runner of users' jobs");
    } catch (error) {
      log.error(error, "the runner of users' jobs cannot announce itself");
      await sleep(TROUBLED_MS, undefined, { signal }).catch(() => {});
    }
  return null;
}

type KindSlots = Readonly<{ kind: JobKind; jobs: ReadonlyMap<string, Job>; occupancy: Occupancy }>;

const createKindSlots = (kind: JobKind, jobs: readonly Job[]): KindSlots => ({
  kind,
  jobs: new Map(jobs.map((job) => [job.name, job])),
  occupancy: createOccupancy(KINDS[kind]),
});

/** Takes jobs one at a time while there are free slots, each for the owner whose turn it is. */
async function fillSlots(runner: Runner, slots: KindSlots): Promise<void> {
  const { occupancy, kind } = slots;
  while (!runner.signal.aborted && !occupancy.isFull()) {
    const taken = await takeOwnedJob(runner.db, {
      kind,
      runner: runner.id,
      names: [...slots.jobs.keys()],
      busyOwners: occupancy.busyOwners(),
      busyReceivers: occupancy.busyReceivers(),
    });
    if (taken === undefined) return;
    const leave = occupancy.enter(taken.owner, taken.receiver);
    const done = work(runner, slots, taken).finally(() => {
      leave();
      runner.running.delete(done);
      runner.bell.ring();
    });
    runner.running.add(done);
  }
}

/** Runs a job and records its end. Never rejects. */
async function work(runner: Runner, slots: KindSlots, taken: TakenJob): Promise<void> {
  const { signal, log, db, id } = runner;
  const held = { ...taken, runner: id };
  const last = taken.attempts >= taken.max_attempts;
  const note = await Promise.resolve(
    slots.jobs.get(taken.name)?.run(taken.payload, { last, signal }),
  )
    .then(() => () => removeOwnedJob(db, held))
    .catch((error: unknown) => {
      if (signal.aborted) return () => returnOwnedJob(db, held);
      return async () => {
        const reason = messageOf(error);
        const again = await retryOwnedJob(db, held, { delayMs: backOff(taken.attempts), reason });
        const facts = { job: taken.name, attempts: taken.attempts, reason };
        if (again) log.warn(facts, "a job failed, and is tried again");
        else log.error(facts, "a job failed for the last time");
      };
    });
  await noteEnd(runner, note);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Like graphile-worker: e, e², … seconds, at most 6 hours. */
const backOff = (attempts: number): number => 1000 * Math.exp(Math.min(attempts, 10));

/** Retries until it is recorded, because the database may be unavailable for a while. */
async function noteEnd({ signal, log }: Runner, note: () => Promise<void>): Promise<void> {
  for (let since = 0; ; ) {
    try {
      return await note();
    } catch (error) {
      log.warn({ reason: messageOf(error) }, "the end of a job could not be noted");
      if (signal.aborted) since ||= performance.now();
      if (since > 0 && performance.now() - since > LAST_NOTES_MS) return;
      await sleep(TROUBLED_MS);
    }
  }
}
