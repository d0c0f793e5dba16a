/** Puts the temporary files of a test run into memory, because clusters and media are copied and deleted all the time. */
import { chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { isAlive } from "../../src/platform/db/processes.ts";

const MEMORY = "/dev/shm";
/** Twice what a run of all tests uses at most. */
const ROOM_BYTES = 2 * 2 ** 30;
const PREFIX = "longwave-run-";

/**
 * Makes `os.tmpdir()` a folder in memory for this process and those that it starts, where there is one with enough room
 * (Linux; a container may have 64 MB of it). Returns a function that deletes the folder.
 */
export async function useMemoryForFiles(): Promise<() => Promise<void>> {
  const stats = await statfs(MEMORY).catch(() => null);
  if (stats === null || stats.bavail * stats.bsize < ROOM_BYTES) return async () => {};
  await deleteAbandoned();
  const folder = await mkdtemp(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  // Decoders and PostgreSQL run as other users, who need to pass through.
  await chmod(folder, 0o711);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await rm(folder, { recursive: true, force: true });
  };
}

/** Deletes the folders of runs that were killed; the folders of other users stay. */
async function deleteAbandoned(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    if (!name.startsWith(PREFIX) || isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      continue;
    await rm(path.join(MEMORY, name), { recursive: true, force: true }).catch(() => {});
  }
}
