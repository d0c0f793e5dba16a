/** Runs the embedded PostgreSQL: starts or adopts it, revives it, and stops it when nobody is left. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Logger } from "pino";
import { commandFor } from "./binaries.ts";
import { type Cluster, ensureCluster, SUPERUSER } from "./cluster.ts";

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
  log: Logger;
};

const START_TIMEOUT_MS = 60_000;
/** Every Longwave process holds this advisory lock shared for as long as it needs the server. */
const PRESENCE_LOCK = 7_160_001;

/**
 * Opens the embedded server of `dataDir`: adopts a running one, else starts it. While open it is
 * watched through one connection: when that breaks (the server was killed), it is started again.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const cluster = await ensureCluster(options.dataDir);
  let closing = false;
  let presence = await enter(cluster, options);
  let reviving: Promise<void> | null = null;
  const watch = () => {
    presence.once("end", () => {
      if (closing) return;
      options.log.error("PostgreSQL has gone away; starting it again");
      reviving = revive();
    });
  };
  const revive = async () => {
    while (!closing) {
      try {
        presence = await enter(cluster, options);
        options.log.info("PostgreSQL is back");
        return watch();
      } catch (error) {
        options.log.error(error, "PostgreSQL did not start; trying again");
        await sleep(1000);
      }
    }
  };
  watch();
  return {
    connection: connectionTo(cluster, "longwave"),
    async close() {
      closing = true;
      await reviving;
      await leave(cluster, presence);
    },
  };
}

const connectionTo = (cluster: Cluster, database: string): Connection => ({
  host: cluster.socketDir,
  user: SUPERUSER,
  password: cluster.password,
  database,
});

/** A connection that holds the presence lock, on a server that was running or is now. */
async function enter(cluster: Cluster, options: EmbeddedOptions): Promise<pg.Client> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      const client = await connect(cluster, "postgres");
      await client.query("select pg_advisory_lock_shared($1)", [PRESENCE_LOCK]);
      await ensureDatabase(client);
      return client;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      if (isAbsent(error)) await startServer(cluster, options);
      else if (!isPassing(error)) throw error;
      await sleep(25);
    }
  }
}

async function connect(cluster: Cluster, database: string): Promise<pg.Client> {
  const client = new pg.Client(connectionTo(cluster, database));
  // A broken connection is reported by "end"; without a listener the error would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
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
const isAbsent = (error: unknown) =>
  ["ENOENT", "ECONNREFUSED"].includes((error as { code?: string }).code ?? "");

/** The server is starting up or shutting down, or cut the connection while doing so. */
const isPassing = (error: unknown) => {
  const { code = "", message = "" } = error as { code?: string; message?: string };
  return /^(57P0\d|ECONNRESET|EPIPE)$/.test(code) || /terminated/.test(message);
};

/** Spawns the server, out of the terminal's reach (Ctrl-C is for Longwave), and returns at once. */
async function startServer(cluster: Cluster, options: EmbeddedOptions): Promise<void> {
  const settings = Object.entries(serverSettings(cluster, options));
  const args = [
    "-D",
    cluster.data,
    ...settings.flatMap(([key, value]) => ["-c", `${key}=${value}`]),
  ];
  const command = commandFor("postgres", args, options.dataDir);
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const outcome = await Promise.race([
    new Promise<string>((resolve, reject) => {
      child.once("error", reject).once("exit", () => resolve("exited"));
    }),
    socketAppears(cluster).then(() => "listening"),
  ]);
  child.unref();
  (child.stderr as unknown as { unref?: () => void } | null)?.unref?.();
  // Losing a race to another process, or to the remains of a killed server, is retried by enter().
  if (outcome === "exited" && !/postmaster\.pid|shared memory|already/.test(complaint))
    throw new Error(`PostgreSQL did not start: ${complaint.trim()}`);
  if (outcome === "exited") await sleep(200);
}

async function socketAppears(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    const client = await connect(cluster, "postgres").catch((error: unknown) => error);
    if (client instanceof pg.Client) return client.end();
    if (!isAbsent(client)) return;
    await sleep(20);
  }
}

/** Sized for a small server that also runs Longwave itself. */
function serverSettings(cluster: Cluster, { memory, durable }: EmbeddedOptions) {
  const megabytes = Math.floor(memory / 2 ** 20);
  const settings: Record<string, string | number> = {
    listen_addresses: "",
    unix_socket_directories: cluster.socketDir,
    unix_socket_permissions: "0700",
    max_connections: 100,
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 8), 64), 1024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 256)}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size: "2GB",
    wal_compression: "on",
    random_page_cost: 1.1,
    jit: "off",
    password_encryption: "scram-sha-256",
    log_destination: "stderr",
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_min_messages: "warning",
  };
  if (durable) return settings;
  return {
    ...settings,
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    logging_collector: "off",
  };
}

/** Gives up the presence lock; whoever then gets it alone is the last and stops the server. */
async function leave(cluster: Cluster, presence: pg.Client): Promise<void> {
  try {
    await presence.query("select pg_advisory_unlock_shared($1)", [PRESENCE_LOCK]);
    const last = await presence.query("select pg_try_advisory_lock($1) as alone", [PRESENCE_LOCK]);
    if (!last.rows[0].alone) return await presence.end();
  } catch (error) {
    if (isAbsent(error) || isPassing(error)) return;
    throw error;
  }
  await stopServer(cluster);
}

async function stopServer(cluster: Cluster): Promise<void> {
  const pidFile = path.join(cluster.data, "postmaster.pid");
  const pid = Number.parseInt(await readFile(pidFile, "utf8").catch(() => ""), 10);
  if (!(pid > 1)) return;
  process.kill(pid, "SIGINT"); // "fast": ends the sessions, writes a checkpoint
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (isAlive(pid) && Date.now() < deadline) await sleep(20);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
