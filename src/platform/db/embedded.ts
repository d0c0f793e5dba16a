/** Runs the embedded PostgreSQL: starts or adopts it, revives it, and stops it when nobody is left. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { type Cluster, ensureCluster, SUPERUSER } from "./cluster.ts";
import { isDatabaseAway } from "./database.ts";
import { lostTheRace, type Postmaster, spawnPostmaster, stopPostmaster } from "./postmaster.ts";
import { keepSession, openSession, type Session, takeLock } from "./session.ts";

/** How to reach the server: what `pg.Pool` takes. */
export type Connection = { host: string; user: string; password: string; database: string };

export type EmbeddedPostgres = {
  connection: Connection;
  /** Leaves; the last Longwave process to leave stops the server. */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Memory of the machine in bytes. */
  memory: number;
  /** false on throw-away clusters: nothing is flushed to disk. */
  durable: boolean;
  /** Whether to be the only one who asks for that: a server. Others throw `LockTakenError`. */
  sole?: boolean;
  log: Logger;
};

/** How long a server may stay silent; one that says it is recovering may take any time. */
const SILENCE_MS = 60_000;
/** Every Longwave process holds this advisory lock shared for as long as it needs the server. */
const PRESENCE_LOCK = 7_160_001;
/** Held by the one that is `sole`, in the session that may have just started the server. */
const SOLE_LOCK = 7_160_003;

/**
 * Opens the embedded server of `dataDir`: adopts a running one, else starts it. While open it is
 * watched through one connection: when that breaks (the server was killed), it is started again.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await ensureCluster(options.dataDir);
  const presence = await keepSession(
    (signal) => enter(cluster, options, signal),
    options.log,
    "embedded PostgreSQL",
  );
  return {
    connection: connectionTo(cluster, "longwave"),
    async close() {
      const session = await presence.stop();
      if (session !== null) await leave(cluster, session);
    },
  };
}

const connectionTo = (cluster: Cluster, database: string): Connection => ({
  host: cluster.socketDir,
  user: SUPERUSER,
  password: cluster.password,
  database,
});

/** A session that holds the presence lock, on a server that was running or is now. */
async function enter(
  cluster: Cluster,
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<Session> {
  let started: Postmaster | null = null;
  let deadline = Date.now() + SILENCE_MS;
  try {
    for (;;) {
      const outcome = await join(cluster, options.sole === true);
      if ("client" in outcome) {
        started = null;
        return outcome;
      }
      signal.throwIfAborted();
      if (isAbsent(outcome)) started = await advance(started, cluster, options);
      else if (isDatabaseAway(outcome)) deadline = Date.now() + SILENCE_MS;
      else throw outcome;
      if (Date.now() > deadline)
        throw new Error(`PostgreSQL does not start. ${started?.complaint() ?? ""}`.trim());
      await sleep(25);
    }
  } finally {
    if (started?.hasExited() === false) await stopPostmaster(cluster);
  }
}

/** Starts the server when nobody does; gives up when what was started died of a fault of its own. */
async function advance(
  started: Postmaster | null,
  cluster: Cluster,
  options: EmbeddedOptions,
): Promise<Postmaster | null> {
  if (started === null) return spawnPostmaster(cluster, options);
  if (!started.hasExited()) return started;
  if (!lostTheRace(started)) throw new Error(`PostgreSQL does not start. ${started.complaint()}`);
  await sleep(200);
  return null;
}

async function join(cluster: Cluster, sole: boolean): Promise<Session | Error> {
  let session: Session | null = null;
  try {
    session = await openSession(connectionTo(cluster, "postgres"));
    if (sole) await takeLock(session.client, "pg_try_advisory_lock($1)", [SOLE_LOCK]);
    await session.client.query("select pg_advisory_lock_shared($1)", [PRESENCE_LOCK]);
    await ensureDatabase(session.client);
    return session;
  } catch (error) {
    await session?.client.end();
    return error as Error;
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query("select 1 from pg_database where datname = 'longwave'");
  if (found.rowCount) return;
  await client.query("create database longwave").catch((error: pg.DatabaseError) => {
    // 42P04, 23505: another process created it between the two statements.
    if (error.code !== "42P04" && error.code !== "23505") throw error;
  });
}

/** Nothing listens on the socket. */
const isAbsent = (error: Error) =>
  ["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Gives up the presence lock; whoever then gets it alone is the last and stops the server. */
async function leave(cluster: Cluster, { client }: Session): Promise<void> {
  try {
    await client.query("select pg_advisory_unlock_shared($1)", [PRESENCE_LOCK]);
    const { rows } = await client.query("select pg_try_advisory_lock($1) as alone", [
      PRESENCE_LOCK,
    ]);
    if (rows[0].alone) await stopPostmaster(cluster);
  } catch (error) {
    if (!isDatabaseAway(error)) throw error;
  } finally {
    await client.end();
  }
}
