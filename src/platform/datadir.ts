/** Closes the data folder to all other users of the machine: folders 0700, files 0600. */
import { chmod, chown, lstat, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import { clusterOwner } from "./db/binaries.ts";

/**
 * Creates `dataDir` if it does not exist, restricts it and its content to this user, and sets the umask so that
 * everything this process creates later is private too. PostgreSQL's folders are skipped, because PostgreSQL restricts
 * them itself. Returns the entries that belong to another user and were left unchanged.
 *
 * `embedded`: PostgreSQL runs inside. If Longwave is root, PostgreSQL runs as another user, who may then pass through
 * the folder (0710 with its group) but not list it.
 */
export async function closeDataDir(dataDir: string, embedded: boolean): Promise<string[]> {
  if (isMainThread) process.umask(0o077);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const left: string[] = [];
  const close = async (entry: string, mode: number) => {
    await chmod(entry, mode).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EPERM" && error.code !== "EROFS") throw error;
      left.push(entry);
    });
  };
  for (const name of await readdir(dataDir)) {
    if (name.startsWith("postgres")) continue;
    const entry = path.join(dataDir, name);
    const found = await lstat(entry).catch(() => null);
    if (found?.isDirectory()) await close(entry, 0o700);
    else if (found?.isFile()) await close(entry, 0o600);
  }
  // A shared folder with the sticky bit, such as /tmp, is left open.
  if (((await stat(dataDir)).mode & 0o1000) !== 0) return [...left, dataDir];
  const passer = embedded ? clusterOwner() : null;
  if (passer !== null) await chown(dataDir, process.getuid?.() ?? 0, passer);
  await close(dataDir, passer === null ? 0o700 : 0o710);
  return left;
}
