/** Folders for work on files: gone with the work, and swept within minutes when its process was killed. */
import { mkdtemp, readdir, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { nothingThere } from "./tmp.ts";

export type WorkFolder = AsyncDisposable & Readonly<{ path: string }>;

const TOUCH_EVERY_MS = 20_000;
/** A folder that nobody has touched for so long belongs to a process that is gone. */
const ABANDONED_MS = 180_000;
/** In the name of each work folder; what else lies below `tmp` is not swept here. */
const MARK = "-work-";

/** Makes an empty folder in `tmpDir`, whose name begins with `purpose`, and keeps it from the sweep until disposed of. */
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
 * Removes folders whose time has stood still for three minutes between calls. What counts is how long this
 * process has watched, so that neither a wrong clock nor a machine that slept makes living work look dead.
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
