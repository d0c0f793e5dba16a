/** The folder of incoming files, and its clean-up. */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Removes files in `tmpDir` that were left by earlier processes and unchanged for an hour. */
export async function sweepTmp(tmpDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(tmpDir)) {
    const full = path.join(tmpDir, entry);
    const touched = await lastTouched(full);
    if (now.getTime() - touched > 3_600_000) await rm(full, { recursive: true, force: true });
  }
}

/** A folder's own time does not change while a file in it grows: the latest time counts. */
async function lastTouched(full: string): Promise<number> {
  const inside = await readdir(full, { recursive: true }).catch(() => []);
  const all = [full, ...inside.map((name) => path.join(full, name))];
  const times = all.map(async (each) => (await stat(each).catch(nothingThere))?.mtimeMs ?? 0);
  return Math.max(...(await Promise.all(times)));
}

/** Returns null for a missing entry and rethrows any other error. */
export function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
