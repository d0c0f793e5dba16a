/** Counts a log while an edge writes it, also what it writes to the old file after a rotation. */
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LogImporter } from "./actions.ts";
import type { Tally } from "./batches.ts";
import type { LineReader } from "./schema.ts";

const LOOK_EVERY_MS = 1000;
/** An edge writes to the old file until it has opened the new one. */
const AFTER_ROTATION_MS = 120_000;

export type Following = Readonly<{
  file: string;
  openReader(): LineReader;
  signal: AbortSignal;
  /** Called after each look with all counts so far. */
  onLook(tally: Tally): void;
}>;

/** Looks at `file` every second until the signal aborts. A file that is missing may come. */
export async function followLog(
  importer: LogImporter,
  { file, openReader, signal, onLook }: Following,
): Promise<void> {
  const tally: Tally = { counted: 0 };
  /** Files that had the name before, by inode, and until when (ms of a steady clock) they are looked at. */
  const former = new Map<number, number>();
  let current: number | null = null;
  while (!signal.aborted) {
    const inode = await inodeOf(file);
    if (current !== null && inode !== current)
      former.set(current, performance.now() + AFTER_ROTATION_MS);
    current = inode;
    for (const [old, until] of former) {
      if (until < performance.now()) former.delete(old);
      const renamed = await siblingOf(file, old);
      if (renamed !== null) await importer.count({ file: renamed, name: file, openReader }, tally);
    }
    if (inode !== null) await importer.count({ file, name: file, openReader }, tally);
    onLook(tally);
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
  }
}

const inodeOf = async (file: string): Promise<number | null> =>
  (await stat(file).catch(absent))?.ino ?? null;

/** The file beside `file` that has `inode`. */
async function siblingOf(file: string, inode: number): Promise<string | null> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder)) {
    const sibling = path.join(folder, name);
    if ((await inodeOf(sibling)) === inode) return sibling;
  }
  return null;
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
