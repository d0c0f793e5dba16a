/** The folder for all temporary files of a test run. */
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { isAlive } from "../../src/platform/db/processes.ts";

const PREFIX = "longwave-run-";

/**
 * Makes `os.tmpdir()` a new folder for this process and those that it starts. Returns a function that deletes it.
 * Folders of runs that were killed are deleted at once.
 */
export async function useRunFolder(): Promise<() => Promise<void>> {
  const parent = os.tmpdir();
  for (const name of await readdir(parent))
    if (name.startsWith(PREFIX) && !isAlive(Number.parseInt(name.slice(PREFIX.length), 10)))
      // That of another user stays.
      await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => {});
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`));
  // Decoders and PostgreSQL run as other users, who need to pass through.
  await chmod(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => rm(folder, { recursive: true, force: true });
}
