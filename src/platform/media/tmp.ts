/** The folder of files on their way in, and what is forgotten there. */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

/** Removes what earlier processes left in `tmpDir` and nobody has touched for an hour. */
export async function sweepTmp(tmpDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(tmpDir)) {
    const full = path.join(tmpDir, entry);
    const touched = await lastTouched(full);
    if (now.getTime() - touched > 3_600_000) await rm(full, { recursive: true, force: true });
  }
}

/** A folder's own time stands still while a file in it grows: the youngest of both counts. */
async function lastTouched(full: string): Promise<number> {
  const inside = await readdir(full, { recursive: true }).catch(() => []);
  const all = [full, ...inside.map((name) => path.join(full, name))];
  const times = all.map(async (each) => (await stat(each).catch(nothingThere))?.mtimeMs ?? 0);
  return Math.max(...(await Promise.all(times)));
}

/** `null` for what is not there; any other failure goes on. */
export function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}
