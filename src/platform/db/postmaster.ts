/** The process of the embedded PostgreSQL server: its settings, start and stop. */
import { spawn } from "node:child_process";
import { readdir, readFile, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { commandFor } from "./binaries.ts";
import type { Cluster } from "./cluster.ts";
import { isAlive, readPid } from "./processes.ts";

export type PostmasterOptions = {
  dataDir: string;
  /** Memory of the machine in bytes. */
  memory: number;
  durable: boolean;
  /** Connections to allow, at least `LEAST_CONNECTIONS`. */
  connections?: number;
};

const LEAST_CONNECTIONS = 100;

/** A spawned server; it may be starting, running or dead. */
export type Postmaster = {
  hasExited(): boolean;
  /** The end of its stderr output, in one line. */
  complaint(): string;
};

/** Spawns the server in its own session (Ctrl-C is for Longwave) and returns immediately. */
export async function spawnPostmaster(
  cluster: Cluster,
  options: PostmasterOptions,
): Promise<Postmaster> {
  await clearStalePid(cluster);
  await dropOldLogs(cluster);
  const settings = Object.entries(serverSettings(cluster, options, await walSize(cluster)));
  const args = settings.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  const command = commandFor("postgres", ["-D", cluster.data, ...args], options.dataDir);
  const child = spawn(command.file, command.args, {
    ...command.options,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  let exited = false;
  child.stderr?.on("data", (chunk: Buffer) => {
    said = (said + chunk).slice(-2000);
  });
  child.once("error", (error) => {
    said += error.message;
    exited = true;
  });
  child.once("close", () => {
    exited = true;
  });
  // Neither the server nor its output keeps Longwave running.
  child.unref();
  (child.stderr as unknown as { unref(): void } | null)?.unref();
  return {
    hasExited: () => exited,
    complaint: () => said.split("\n").map(withoutPrefix).join(" ").replace(/\s+/g, " "),
  };
}

/** A line of PostgreSQL's log without its timestamp and process id. */
const withoutPrefix = (line: string): string =>
  line.replace(/^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] /, "");

/**
 * Whether it died because another process is also starting a server, or because children of a killed server are still
 * alive.
 */
export const lostTheRace = (server: Postmaster): boolean =>
  /postmaster\.pid|shared memory|already/.test(server.complaint());

/**
 * A twentieth of the disk, 80 MB to 2 GB: less than low-disk mode keeps free (`RESERVE_BYTES`), so that counting
 * continues in that mode.
 */
async function walSize({ data }: Cluster): Promise<string> {
  const { blocks, bsize } = await statfs(data);
  const megabytes = Math.floor((blocks * bsize) / 2 ** 20 / 20);
  return `${Math.min(2048, Math.max(80, megabytes))}MB`;
}

/** Sized for a small server that also runs Longwave. */
function serverSettings(
  cluster: Cluster,
  { memory, durable, connections = 0 }: PostmasterOptions,
  max_wal_size: string,
) {
  const megabytes = Math.floor(memory / 2 ** 20);
  const settings: Record<string, string | number> = {
    listen_addresses: "",
    unix_socket_directories: cluster.socketDir,
    unix_socket_permissions: "0700",
    max_connections: Math.max(LEAST_CONNECTIONS, connections),
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 8), 64), 1024)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 256)}MB`,
    work_mem: "16MB",
    maintenance_work_mem: "128MB",
    max_wal_size,
    wal_compression: "on",
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    password_encryption: "scram-sha-256",
    log_destination: "stderr",
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: 0,
    // "log" ranks above "error": it includes starts, crashes and recoveries, but no failed statements, whose text may
    // contain personal data. Longwave logs those itself.
    log_min_messages: "log",
    log_checkpoints: "off",
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

/**
 * PostgreSQL truncates a week-old log file only at midnight; this removes the files that a server missed while it was
 * off.
 */
async function dropOldLogs(cluster: Cluster): Promise<void> {
  const folder = path.join(cluster.data, "log");
  const sixDaysAgo = Date.now() - 6 * 86_400_000;
  for (const name of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, name);
    if ((await stat(file)).mtimeMs < sixDaysAgo) await rm(file, { force: true });
  }
}

const pidFileOf = (cluster: Cluster) => path.join(cluster.data, "postmaster.pid");

/**
 * After a hard stop of a whole container, process ids start again, and the id in postmaster.pid may belong to another
 * process; PostgreSQL would take that process for a running server.
 */
async function clearStalePid(cluster: Cluster): Promise<void> {
  const pid = await readPid(pidFileOf(cluster));
  if (pid === null || !isAlive(pid)) return;
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "postgres");
  if (!/^(postgres|setpriv)/.test(name)) await rm(pidFileOf(cluster), { force: true });
}

const STOP_TIMEOUT_MS = 60_000;

/** Ends the sessions, writes a checkpoint and stops the server; resolves when it has stopped. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = await readPid(pidFileOf(cluster));
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, "SIGINT");
  const deadline = performance.now() + STOP_TIMEOUT_MS;
  // The pid file is removed last. The process alone proves nothing: it may be a zombie.
  const runs = async () => isAlive(pid) && (await readPid(pidFileOf(cluster))) === pid;
  while ((await runs()) && performance.now() < deadline) await sleep(20);
}
