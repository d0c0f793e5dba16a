/** Finds journal files that may be applied, and reads them in parts of whole lines. */
import { open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { OPEN, SEALED } from "./writer.ts";

export type JournalFile = Readonly<{ journal_id: string; shard: string; file: string }>;

/** An open file that has not grown for this long has no writer (see ABANDON_AFTER_MS in writer.ts). */
const TAKE_AFTER_MS = 30_000;
/** File names from before journals had shards contain no shard. */
const NAME =
  /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:\.(\d))?(\.open|\.sealed)$/;

/** Sealed files of `folder`, oldest first. Also seals files that dead processes left open. */
export async function findSealed(folder: string, now = Date.now()): Promise<JournalFile[]> {
  const names = await readdir(folder).catch(none);
  const found: (JournalFile & { age: number })[] = [];
  for (const name of names) {
    const [, journal_id, shard = "", state] = NAME.exec(name) ?? [];
    if (journal_id === undefined || state === undefined) continue;
    const { mtimeMs } = (await stat(path.join(folder, name)).catch(() => null)) ?? {};
    if (mtimeMs === undefined) continue;
    if (state === OPEN && now - mtimeMs < TAKE_AFTER_MS) continue;
    const file = path.join(folder, `${name.slice(0, -state.length)}${SEALED}`);
    if (state === OPEN) await rename(path.join(folder, name), file).catch(() => {});
    found.push({ journal_id, shard, file, age: now - mtimeMs });
  }
  return found.sort((a, b) => b.age - a.age);
}

function none(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT") return [];
  throw error;
}

/** Whole lines from byte `from` on, without the last line feed, and the byte after the last line. */
export type Part = Readonly<{ text: string; lines: number; from: number; to: number }>;

const READ_BYTES = 4 * 2 ** 20;
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
    let from = start;
    let read = READ_BYTES;
    while (true) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(read), 0, read, from);
      const part = partOf(buffer.subarray(0, bytesRead), from, most);
      if (part !== null) {
        yield part;
        from = part.to;
        read = READ_BYTES;
      } else if (bytesRead < read) return;
      else read *= 2;
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
  return { text: bytes.toString("utf8", 0, end - 1), lines, from, to: from + end };
}

export const removeJournal = ({ file }: JournalFile): Promise<void> => rm(file, { force: true });
