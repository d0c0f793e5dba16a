/** Closes the data folder to every other user of the machine: folders 0700, files 0600. */
import { chmod, chown, lstat, mkdir, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { isMainThread } from "node:worker_threads";
import { clusterOwner } from "./db/binaries.ts";

/**
 * Makes `dataDir` if it is not there, closes it and what lies in it, and lets all that this process makes from now
 * on be its own alone. PostgreSQL's folders are left to PostgreSQL, which closes them itself.
 *
 * `embedded`: PostgreSQL runs inside. As root it does so as another user, who may then pass through the folder (0710,
 * its group) and see nothing in it. Returns what belongs to somebody else and was left as it is.
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
  // A folder that everybody shares, such as /tmp, is not ours to close.
  if (((await stat(dataDir)).mode & 0o1000) !== 0) return [...left, dataDir];
  const passer = embedded ? clusterOwner() : null;
  if (passer !== null) await chown(dataDir, process.getuid?.() ?? 0, passer);
  await close(dataDir, passer === null ? 0o700 : 0o710);
  return left;
}
