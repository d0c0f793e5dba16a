/** Temporary work folders: removed after the work, and swept within minutes if the process was killed. */
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { nothingThere } from "./tmp.ts";

export type WorkFolder = AsyncDisposable & Readonly<{ path: string }>;

const TOUCH_EVERY_MS = 20_000;
/** A folder untouched for this long belongs to a dead process. */
const ABANDONED_MS = 180_000;
/** Part of each work folder's name; other entries of `tmp` are not swept here. */
const MARK = "-work-";

/**
 * Makes an empty folder in `tmpDir`, whose name begins with `purpose`, and keeps it from the sweep until it is disposed
 * of.
 */
export async function makeWorkFolder(tmpDir: string, purpose: string): Promise<WorkFolder> {
  const folder = await mkdtemp(path.join(tmpDir, `${purpose}${MARK}`));
  const touch = () => {
    const now = new Date();
    utimes(folder, now, now).catch(() => {});
  };
  const timer = setInterval(touch, TOUCH_EVERY_MS);
  timer.unref();
  return {
    path: folder,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Removes folders whose modification time has not changed for three minutes between calls. The time is measured by this
 * process, so that a wrong clock or a machine that slept does not make active work look dead.
 */
export function createWorkSweep(
  tmpDir: string,
  abandonedMs = ABANDONED_MS,
): () => Promise<string[]> {
  let watched = new Map<string, { touchedAt: number; since: number }>();
  return async () => {
    const names = (await readdir(tmpDir)).filter((name) => name.includes(MARK));
    const seen: typeof watched = new Map();
    const removed: string[] = [];
    for (const name of names) {
      const touchedAt = (await stat(path.join(tmpDir, name)).catch(nothingThere))?.mtimeMs;
      if (touchedAt === undefined) continue;
      const before = watched.get(name);
      const known =
        before?.touchedAt === touchedAt ? before : { touchedAt, since: performance.now() };
      if (performance.now() - known.since < abandonedMs) seen.set(name, known);
      else {
        await rm(path.join(tmpDir, name), { recursive: true, force: true });
        removed.push(name);
      }
    }
    watched = seen;
    return removed;
  };
}
