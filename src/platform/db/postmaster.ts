/** The process of the embedded PostgreSQL server: its settings, its start, its stop. */
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
};

/** A server that was spawned; it may be on its way up, running, or dead. */
export type Postmaster = {
  hasExited(): boolean;
  /** The last of what it said on stderr, in one line. */
  complaint(): string;
};

/** Spawns the server, out of the terminal's reach (Ctrl-C is for Longwave), and returns at once. */
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
  // Neither the server nor its words keep Longwave running.
  child.unref();
  (child.stderr as unknown as { unref(): void } | null)?.unref();
  return {
    hasExited: () => exited,
    complaint: () => said.split("\n").map(withoutPrefix).join(" ").replace(/\s+/g, " "),
  };
}

/** A line of PostgreSQL's log without its time and process. */
const withoutPrefix = (line: string): string =>
  line.replace(/^\d{4}-\d\d-\d\d \S+ \S+ \[\d+\] /, "");

/** It died because another process starts one too, or because a killed one's last children live on. */
export const lostTheRace = (server: Postmaster): boolean =>
  /postmaster\.pid|shared memory|already/.test(server.complaint());

/**
 * A twentieth of the disk, 80 MB to 2 GB: less than what low-disk mode keeps free (`RESERVE_BYTES`), so that
 * counting goes on there.
 */
async function walSize({ data }: Cluster): Promise<string> {
  const { blocks, bsize } = await statfs(data);
  const megabytes = Math.floor((blocks * bsize) / 2 ** 20 / 20);
  return `${Math.min(2048, Math.max(80, megabytes))}MB`;
}

/** Sized for a small server that also runs Longwave itself. */
function serverSettings(
  cluster: Cluster,
  { memory, durable }: PostmasterOptions,
  max_wal_size: string,
) {
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
    // "log" ranks above "error": starts, crashes and recoveries, but no failed statements, whose
    // text may name people. Those are in Longwave's own log.
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

/** A server that was off at midnight never truncates its week-old file: that is done here. */
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
 * After a hard stop of a whole container its process numbers start again, and the number in
 * postmaster.pid may be somebody else's now; PostgreSQL would take that for a running server.
 */
async function clearStalePid(cluster: Cluster): Promise<void> {
  const pid = await readPid(pidFileOf(cluster));
  if (pid === null || !isAlive(pid)) return;
  const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "postgres");
  if (!/^(postgres|setpriv)/.test(name)) await rm(pidFileOf(cluster), { force: true });
}

const STOP_TIMEOUT_MS = 60_000;

/** Ends the sessions, writes a checkpoint, stops; returns when it is done. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  const pid = await readPid(pidFileOf(cluster));
  if (pid === null || !isAlive(pid)) return;
  process.kill(pid, "SIGINT");
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  // The file goes last. The process alone proves nothing: nobody may have collected its remains.
  const runs = async () => isAlive(pid) && (await readPid(pidFileOf(cluster))) === pid;
  while ((await runs()) && Date.now() < deadline) await sleep(20);
}
