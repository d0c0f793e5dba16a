/** Runs the embedded PostgreSQL: starts or adopts it, restarts it after a crash, and stops it after its last user. */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Logger } from "pino";
import { type Cluster, ensureCluster, SUPERUSER } from "./cluster.ts";
import { isDatabaseAway } from "./database.ts";
import { lostTheRace, type Postmaster, spawnPostmaster, stopPostmaster } from "./postmaster.ts";
import { keepSession, openSession, type Session, takeLock } from "./session.ts";

/** Connection options for `pg.Pool`. */
type Connection = { host: string; user: string; password: string; database: string };

export type EmbeddedPostgres = {
  connection: Connection;
  /** Disconnects; the last Longwave process to do so stops the server. */
  close(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** Memory of the machine in bytes. */
  memory: number;
  /** false for throw-away clusters: nothing is flushed to disk. */
  durable: boolean;
  /** Whether to require to be the only process with this option, as a server does. Others throw `LockTakenError`. */
  sole?: boolean;
  /** Connections to allow, if it starts the server. */
  connections?: number;
  /** Called when the server has been told to start. */
  meanwhile?: () => void;
  log: Logger;
};

/** How long a server may fail to respond; a server that reports a recovery may take any time. */
const SILENCE_MS = 60_000;
/** Every Longwave process holds this advisory lock in shared mode while it needs the server. */
const PRESENCE_LOCK = 7_160_001;
/** Held by the process that is `sole`, in the session that may have just started the server. */
const SOLE_LOCK = 7_160_003;

/**
 * Opens the embedded server of `dataDir`: adopts a running one, or starts it. One connection monitors it while it is
 * open; if that breaks (the server was killed), the server is started again.
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

/** A session that holds the presence lock, on a server that was already running or was just started. */
async function enter(
  cluster: Cluster,
  options: EmbeddedOptions,
  signal: AbortSignal,
): Promise<Session> {
  let started: Postmaster | null = null;
  let deadline = performance.now() + SILENCE_MS;
  try {
    for (;;) {
      const outcome = await join(cluster, options.sole === true);
      if ("client" in outcome) {
        started = null;
        return outcome;
      }
      signal.throwIfAborted();
      if (isAbsent(outcome)) started = await advance(started, cluster, options);
      else if (isDatabaseAway(outcome)) deadline = performance.now() + SILENCE_MS;
      else throw outcome;
      if (performance.now() > deadline)
        throw new Error(`PostgreSQL does not start. ${started?.complaint() ?? ""}`.trim());
      await sleep(25);
    }
  } finally {
    if (started?.hasExited() === false) await stopPostmaster(cluster);
  }
}

/** Starts the server if no other process does; throws if the server that it started died for a reason of its own. */
async function advance(
  started: Postmaster | null,
  cluster: Cluster,
  options: EmbeddedOptions,
): Promise<Postmaster | null> {
  if (started === null) {
    const spawned = await spawnPostmaster(cluster, options);
    options.meanwhile?.();
    return spawned;
  }
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

/** Whether nothing listens on the socket. */
const isAbsent = (error: Error) =>
  ["ENOENT", "ECONNREFUSED"].includes((error as NodeJS.ErrnoException).code ?? "");

/** Releases the presence lock. A process that then gets it exclusively is the last one, and stops the server. */
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
