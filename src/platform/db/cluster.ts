/** Creates the embedded PostgreSQL cluster on disk with initdb, in one atomic step. */
import { spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import {
  chmod,
  chown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { clusterOwner, commandFor } from "./binaries.ts";
import { isAlive } from "./processes.ts";

export const SUPERUSER = "longwave";
const PASSWORD_FILE = "longwave.password";

/** Location of a cluster. `socketDir` holds the Unix socket, `data` the server's files. */
export type Cluster = { data: string; socketDir: string; password: string };

/**
 * Returns the cluster of `dataDir`, creating it if it does not exist. A crash or a second process during initdb leaves
 * only a temporary folder, which the next start removes: the cluster appears by rename, and the process that loses the
 * race deletes its own copy.
 */
export async function ensureCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  // Resolved, because the location of the socket depends on the path.
  const home = await realpath(dataDir);
  const data = path.join(home, "postgres");
  const password =
    (await readPassword(data)) ?? (await initialise(home, data)) ?? (await readPassword(data));
  if (password === null) throw new Error(`The folder ${data} is not a cluster that Longwave made.`);
  return { data, socketDir: await ensureSocketDir(home), password };
}

/** Whether `dataDir` holds a cluster already. */
export const hasCluster = async (dataDir: string): Promise<boolean> =>
  (await readPassword(path.join(dataDir, "postgres"))) !== null;

async function readPassword(data: string): Promise<string | null> {
  return readFile(path.join(data, PASSWORD_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    if (error.code !== "EACCES") throw error;
    throw new Error(`The database in ${data} belongs to another user: run Longwave as that one.`);
  });
}

const UNFINISHED = "postgres.new-";

/** Runs initdb in a temporary folder and renames it. Returns null if another process was first. */
async function initialise(home: string, data: string): Promise<string | null> {
  await sweepUnfinished(home);
  const fresh = path.join(home, `${UNFINISHED}${process.pid}`);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = `${fresh}.password`;
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await giveToOwner(fresh, passwordFile);
    await runInitdb(fresh, passwordFile, home);
    await rename(passwordFile, path.join(fresh, PASSWORD_FILE));
    await rename(fresh, data);
    await flushFolder(home);
    return password;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  } finally {
    await remove(passwordFile);
    await remove(fresh);
  }
}

/** Removes the folders of processes that died during initdb, including any with this process's id. */
async function sweepUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const pid = Number.parseInt(name.slice(UNFINISHED.length), 10);
    if (pid === process.pid || !isAlive(pid)) await remove(path.join(home, name));
  }
}

/** Retries, because an initdb whose parent was killed may still be writing here. */
const remove = (entry: string) =>
  rm(entry, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

/** The builtin locale provider keeps indexes independent of the system's collations. */
async function runInitdb(fresh: string, passwordFile: string, home: string): Promise<void> {
  const args = [
    `--pgdata=${fresh}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    "--auth-local=scram-sha-256",
    "--auth-host=reject",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    "--data-checksums",
  ];
  const command = commandFor("initdb", args, home);
  const child = spawn(command.file, command.args, {
    ...command.options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject).once("close", resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL's initdb failed: ${complaint.trim()}`);
}

/** A Unix socket's path has at most 107 bytes; for a long data folder path, the socket is created below /tmp. */
async function ensureSocketDir(home: string): Promise<string> {
  const near = path.join(home, "postgres-socket");
  const far = `/tmp/longwave-${hash("sha256", home).slice(0, 16)}`;
  const socketDir = Buffer.byteLength(near) <= 85 ? near : far;
  await mkdir(socketDir, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  // Anyone can create a folder or a link with this name below /tmp first.
  const found = await lstat(socketDir);
  const owners = [process.getuid?.(), clusterOwner()];
  if (!found.isDirectory() || !owners.includes(found.uid))
    throw new Error(`The folder ${socketDir} belongs to somebody else. Remove it.`);
  await chmod(socketDir, 0o700);
  await giveToOwner(socketDir);
  return socketDir;
}

async function giveToOwner(...paths: string[]): Promise<void> {
  const owner = clusterOwner();
  if (owner !== null) for (const entry of paths) await chown(entry, owner, owner);
}

/** A rename is durable only after its folder has been synced. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
}
