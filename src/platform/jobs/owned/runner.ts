/** Runs jobs that belong to somebody, in the slots of their kind, owner by owner. */
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
  /** For a connection of its own, by which it shows that it lives and hears of new jobs. */
  target: pg.ClientConfig;
  db: Executor;
  jobs: readonly Job[];
  log: Logger;
  /** Ends it: it takes no more jobs, and tells those that run. */
  signal: AbortSignal;
}>;

/** Jobs that became due are looked for this often; new ones and freed slots ring the bell. */
const LOOK_EVERY_MS = 2000;
/** Pause after trouble with the database. */
const TROUBLED_MS = 1000;
/** How long the end of a job is tried to be noted once the process is to end; else it runs again. */
const LAST_NOTES_MS = 5000;

type Runner = OwnedRunnerOptions &
  Readonly<{ id: string; bell: Bell; running: Set<Promise<void>> }>;

/** Works until the signal, and settles when the last job has ended. */
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
  const lanes = [...Map.groupBy(jobs, ({ kind }) => kind)].flatMap(([kind, own]) =>
    kind === undefined ? [] : [createLane(kind, own)],
  );
  while (!signal.aborted) {
    try {
      for (const lane of lanes) await fillSlots(runner, lane);
      await runner.bell.wait(LOOK_EVERY_MS);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, "jobs of users cannot be taken");
      await sleep(TROUBLED_MS, undefined, { signal }).catch(() => {});
    }
  }
  while (runner.running.size > 0) await Promise.all(runner.running);
  await (await presence?.stop())?.client.end().catch(() => {});
}

/** Holds the lock by which others see that this runner lives, and listens for jobs. Null: it is to end. */
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

type Lane = Readonly<{ kind: JobKind; jobs: ReadonlyMap<string, Job>; occupancy: Occupancy }>;

const createLane = (kind: JobKind, jobs: readonly Job[]): Lane => ({
  kind,
  jobs: new Map(jobs.map((job) => [job.name, job])),
  occupancy: createOccupancy(KINDS[kind]),
});

/** Takes jobs one by one for as long as there are slots: each goes to the owner whose turn it is then. */
async function fillSlots(runner: Runner, lane: Lane): Promise<void> {
  const { occupancy, kind } = lane;
  while (!runner.signal.aborted && !occupancy.isFull()) {
    const taken = await takeOwnedJob(runner.db, {
      kind,
      runner: runner.id,
      names: [...lane.jobs.keys()],
      busyOwners: occupancy.busyOwners(),
      busyReceivers: occupancy.busyReceivers(),
    });
    if (taken === undefined) return;
    const leave = occupancy.enter(taken.owner, taken.receiver);
    const done = work(runner, lane, taken).finally(() => {
      leave();
      runner.running.delete(done);
      runner.bell.ring();
    });
    runner.running.add(done);
  }
}

/** Runs a job and notes how it ended. Never rejects. */
async function work(runner: Runner, lane: Lane, taken: TakenJob): Promise<void> {
  const { signal, log, db, id } = runner;
  const held = { ...taken, runner: id };
  const last = taken.attempts >= taken.max_attempts;
  const note = await Promise.resolve(
    lane.jobs.get(taken.name)?.run(taken.payload, { last, signal }),
  )
    .then(() => () => removeOwnedJob(db, held))
    .catch((error: unknown) => {
      if (signal.aborted) return () => returnOwnedJob(db, held);
      return async () => {
        const again = await retryOwnedJob(db, held, backOff(taken.attempts));
        const facts = { job: taken.name, attempts: taken.attempts, reason: messageOf(error) };
        if (again) log.warn(facts, "a job failed, and is tried again");
        else log.error(facts, "a job failed for the last time");
      };
    });
  await noteEnd(runner, note);
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** As graphile-worker has it: e, e², … seconds, at most 6 hours. */
const backOff = (attempts: number): number => 1000 * Math.exp(Math.min(attempts, 10));

/** Until it is noted; the database may be away for a while. */
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
