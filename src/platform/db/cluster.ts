/** Creates the embedded PostgreSQL cluster on disk: initdb, in one atomic step. */
import { spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { clusterOwner, commandFor } from "./binaries.ts";

export const SUPERUSER = "longwave";
const PASSWORD_FILE = "longwave.password";

/** Where a cluster lives. `socketDir` holds the unix socket, `data` the server's files. */
export type Cluster = { data: string; socketDir: string; password: string };

/**
 * The cluster of `dataDir`, made when it is not there yet. A crash or a second process in the
 * middle of initdb leaves nothing but a folder that is swept next time: the cluster appears by
 * rename, and the loser of a race throws its own away.
 */
export async function ensureCluster(dataDir: string): Promise<Cluster> {
  await mkdir(dataDir, { recursive: true });
  const data = path.join(dataDir, "postgres");
  const password =
    (await readPassword(data)) ?? (await initialise(dataDir, data)) ?? (await readPassword(data));
  if (password === null) throw new Error(`The folder ${data} is not a cluster that Longwave made.`);
  return { data, socketDir: await ensureSocketDir(dataDir), password };
}

async function readPassword(data: string): Promise<string | null> {
  return readFile(path.join(data, PASSWORD_FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

/** Runs initdb beside the final place and renames. Null: another process was first. */
async function initialise(dataDir: string, data: string): Promise<string | null> {
  const fresh = path.join(dataDir, `postgres.new-${process.pid}`);
  const password = randomBytes(24).toString("base64url");
  const passwordFile = `${fresh}.password`;
  await rm(fresh, { recursive: true, force: true });
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, password, { mode: 0o600 });
    await giveToOwner(fresh, passwordFile);
    await runInitdb(fresh, passwordFile, dataDir);
    await rename(passwordFile, path.join(fresh, PASSWORD_FILE));
    await rename(fresh, data);
    return password;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

/** The builtin locale provider keeps indexes independent of the system's collations. */
async function runInitdb(fresh: string, passwordFile: string, dataDir: string): Promise<void> {
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
  const command = commandFor("initdb", args, dataDir);
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

/** A unix socket's path has at most 107 bytes; a deep `dataDir` gets its socket below /tmp. */
async function ensureSocketDir(dataDir: string): Promise<string> {
  const near = path.join(dataDir, "postgres-socket");
  const socketDir =
    Buffer.byteLength(near) <= 85
      ? near
      : path.join(os.tmpdir(), `longwave-${hash("sha256", dataDir).slice(0, 16)}`);
  await mkdir(socketDir, { recursive: true, mode: 0o700 });
  await chmod(socketDir, 0o700);
  await giveToOwner(socketDir);
  return socketDir;
}

async function giveToOwner(...paths: string[]): Promise<void> {
  const owner = clusterOwner();
  if (owner !== null) for (const entry of paths) await chown(entry, owner, owner);
}
