/** Finds journal files that may be applied, and reads them in parts of whole lines. */
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { OPEN, SEALED } from "./writer.ts";

export type JournalFile = Readonly<{
  journal_id: string;
  shard: string;
  file: string;
  /** In bytes. */
  size: number;
}>;

/** An open file that has not grown for this long has no writer (see ABANDON_AFTER_MS in writer.ts). */
const TAKE_AFTER_MS = 30_000;
/** File names from before journals had shards contain no shard. */
const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.(\d))?(\.open|\.sealed)$/;

/** Sealed files of `folder`, oldest first. */
export async function findSealed(folder: string): Promise<JournalFile[]> {
  const found: (JournalFile & { mtimeMs: number })[] = [];
  for (const name of await readdir(folder).catch(none)) {
    const [, journal_id, shard = "", state] = NAME.exec(name) ?? [];
    if (journal_id === undefined || state !== SEALED) continue;
    const file = path.join(folder, name);
    const status = await stat(file).catch(() => null);
    if (status === null) continue;
    const { size, mtimeMs } = status;
    found.push({ journal_id, shard, file, size, mtimeMs });
  }
  return found.sort((a, b) => a.mtimeMs - b.mtimeMs);
}

type Sight = Readonly<{ mtimeMs: number; size: number; since: number }>;

/**
 * Returns a function that seals files of `folder` that dead processes left open. Its first call goes by the files'
 * ages; afterwards a file must have been seen unchanged for `TAKE_AFTER_MS`, whatever the clock does meanwhile: to a
 * clock that was set forward, files in use look old, and what is written to a file after it was applied is lost.
 */
export function openAbandonedFiles(folder: string): () => Promise<void> {
  let sights: ReadonlyMap<string, Sight> | null = null;
  const isAbandoned = ({ mtimeMs, since }: Sight): boolean =>
    sights === null
      ? Date.now() - mtimeMs >= TAKE_AFTER_MS
      : performance.now() - since >= TAKE_AFTER_MS;
  return async () => {
    const next = new Map<string, Sight>();
    for (const name of await readdir(folder).catch(none)) {
      if (NAME.exec(name)?.[3] !== OPEN) continue;
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => null);
      if (found === null) continue;
      const before = sights?.get(name);
      const isSame = before?.mtimeMs === found.mtimeMs && before.size === found.size;
      const { mtimeMs, size } = found;
      const sight = isSame ? before : { mtimeMs, size, since: performance.now() };
      if (isAbandoned(sight))
        await rename(file, `${file.slice(0, -OPEN.length)}${SEALED}`).catch(none);
      else next.set(name, sight);
    }
    sights = next;
  };
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

/** Whole lines from byte `from` on, without the last line feed, and the byte after the last line. */
export type Part = Readonly<{ bytes: Buffer; lines: number; from: number; to: number }>;

/** The most bytes read at a time, unless one line is longer. */
export const READ_BYTES = 4 * 2 ** 20;
const LINE_FEED = 10;

/**
 * The parts of a file, each of at most `most` lines. An incomplete last line is skipped: its writer died before the
 * record was complete. Yields nothing if the file is gone, because another process has applied it.
 */
export async function* readParts(
  file: string,
  start: number,
  most: number,
): AsyncGenerator<Part, void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (handle === null) return;
  try {
    // Sealed files do not grow. Buffers outside the heap that are larger than what they hold cause collections of it.
    const { size } = await handle.stat();
    let from = start;
    let mostBytes = READ_BYTES;
    while (from < size) {
      const room = Buffer.allocUnsafeSlow(Math.min(mostBytes, size - from));
      const { bytesRead } = await handle.read(room, 0, room.length, from);
      const part = partOf(room.subarray(0, bytesRead), from, most);
      if (part !== null) {
        yield part;
        from = part.to;
        mostBytes = READ_BYTES;
      } else if (from + bytesRead >= size || bytesRead === 0) return;
      else mostBytes *= 2;
    }
  } finally {
    await handle.close();
  }
}

function partOf(bytes: Buffer, from: number, most: number): Part | null {
  let end = 0;
  let lines = 0;
  for (; lines < most; lines += 1) {
    const feed = bytes.indexOf(LINE_FEED, end);
    if (feed === -1) break;
    end = feed + 1;
  }
  if (end === 0) return null;
  return { bytes: bytes.subarray(0, end - 1), lines, from, to: from + end };
}

export const removeJournal = ({ file }: JournalFile): Promise<void> => rm(file, { force: true });
