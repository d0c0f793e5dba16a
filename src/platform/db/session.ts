/** Connections outside the pool: sessions that are kept open, and the locks they hold. */
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { KEEP_ALIVE_MS } from "./database.ts";

/** An open connection; `gone` settles when it ends for any reason. */
export type Session = Readonly<{ client: pg.Client; gone: Promise<void> }>;

export async function openSession(target: pg.ClientConfig): Promise<Session> {
  const client = new pg.Client({
    ...target,
    application_name: "longwave",
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  });
  const gone = new Promise<void>((resolve) => {
    client.once("end", () => resolve());
  });
  // An error also ends the connection; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  return { client, gone };
}

export type KeptSession = {
  /** Stops reopening. Returns the open session, or null if it was being reopened. */
  stop(): Promise<Session | null>;
};

const REOPEN_EVERY_MS = 1000;

/**
 * Opens a session and reopens it whenever it breaks. Throws if the first attempt fails; later failures are logged and
 * retried. `what` names the session in the log.
 */
export async function keepSession(
  open: (signal: AbortSignal) => Promise<Session>,
  log: Logger,
  what: string,
): Promise<KeptSession> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let session: Session | null = await open(signal);
  const reopen = async (): Promise<Session | null> => {
    while (!signal.aborted) {
      try {
        return await open(signal);
      } catch (error) {
        if (signal.aborted) break;
        log.warn({ reason: (error as Error).message }, `${what}: not yet back`);
        await sleep(REOPEN_EVERY_MS, undefined, { signal }).catch(() => {});
      }
    }
    return null;
  };
  const stopped = new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
  const keep = async () => {
    while (session !== null) {
      await Promise.race([session.gone, stopped]);
      if (signal.aborted) return;
      log.error(`${what}: the connection was lost`);
      session = await reopen();
      if (session !== null) log.info(`${what}: back`);
    }
  };
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
      return session;
    },
  };
}

/** Another process holds the lock. */
export class LockTakenError extends Error {
  override name = "LockTakenError";
}

/** Takes an advisory lock until the session ends. Throws `LockTakenError`. */
export async function takeLock(
  client: pg.Client,
  call: "pg_try_advisory_lock($1)" | "pg_try_advisory_lock($1::int, $2::int)",
  key: readonly number[],
): Promise<void> {
  const { rows } = await client.query(`select ${call} as taken`, [...key]);
  if (!rows[0].taken) throw new LockTakenError("Another process holds the lock.");
}

/** The two numbers that identify an advisory lock. */
export type LockKey = readonly [number, number];

/**
 * Holds an advisory lock until `release()`, and takes it again if its connection is lost. Throws `LockTakenError` if
 * another process holds it now. `what` names the lock in the log.
 */
export async function holdLock(
  target: pg.ClientConfig,
  key: LockKey,
  log: Logger,
  what: string,
): Promise<{ release(): Promise<void> }> {
  const open = async () => {
    const session = await openSession(target);
    try {
      await takeLock(session.client, "pg_try_advisory_lock($1::int, $2::int)", key);
      return session;
    } catch (error) {
      await session.client.end();
      throw error;
    }
  };
  const kept = await keepSession(open, log, what);
  return {
    async release() {
      await (await kept.stop())?.client.end();
    },
  };
}

/** The pool's connection settings, without those that cannot be passed to a worker thread. */
export function targetOf({ options }: pg.Pool): pg.PoolConfig {
  const { connectionString, host, port, user, password, database, options: settings } = options;
  const all = { connectionString, host, port, user, password, database, options: settings };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}
