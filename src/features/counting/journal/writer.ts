/** Appends lines to files that outlive the process, without anyone waiting for it. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";

/** Being written, and ready to be applied: nobody writes to it any more. */
export const OPEN = ".open";
export const SEALED = ".sealed";

export type Writer = Readonly<{
  /** Keeps a line for the next flush. Never throws. */
  append(line: string): void;
  /** Seals what was written so far: from then on it may be applied, and removed. */
  seal(): Promise<void>;
  close(): Promise<void>;
}>;

const FLUSH_EVERY_MS = 250;
const CHUNK_BYTES = 2 ** 20;
/** When the disk takes nothing: beyond this much the newest lines are lost. */
const MOST_BYTES = 64 * 2 ** 20;
/** Others take a file over when it has not grown for longer (TAKE_AFTER_MS): by then it is let go. */
const ABANDON_AFTER_MS = 15_000;

type Current = { handle: FileHandle; file: string; wroteAt: number };

/** Writes the journal of `shard` below `folder`, which is made when it is not there. */
export function openWriter(folder: string, shard: number, log: Logger): Writer {
  let full: Buffer[] = [];
  let filling = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  // Of the chunk that is being filled: what is to be flushed lies between these.
  let from = 0;
  let to = 0;
  let bytes = 0;
  let lost = 0;
  let current: Current | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const begin = async (): Promise<Current> => {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${randomUUID()}.${shard}`);
    return { handle: await open(`${file}${OPEN}`, "a"), file, wroteAt: performance.now() };
  };
  const flush = async () => {
    if (bytes === 0) return;
    // A process that was stopped for long finds that others have taken its file.
    if (current !== null && performance.now() - current.wroteAt > ABANDON_AFTER_MS) await release();
    current ??= await begin();
    // Taken in the same turn as they are let go of: lines come at any time.
    const chunks = [...full, filling.subarray(from, to)];
    const size = bytes;
    [full, from, bytes] = [[], to, 0];
    try {
      for (const chunk of chunks) await current.handle.appendFile(chunk);
      current.wroteAt = performance.now();
    } catch (error) {
      // Written again whole: what the file holds of it already changes no count when it comes twice.
      await leave();
      full.unshift(...chunks);
      bytes += size;
      throw error;
    }
  };
  /** Spelled out at once: as text it would live until the next flush, and be moved about by then. */
  const put = (line: string) => {
    const most = line.length * 3;
    if (to + most > filling.length) {
      full.push(filling.subarray(from, to));
      filling = Buffer.allocUnsafeSlow(Math.max(CHUNK_BYTES, most));
      [from, to] = [0, 0];
    }
    const written = filling.write(line, to);
    to += written;
    bytes += written;
  };
  const leave = async () => {
    const left = current;
    current = null;
    await left?.handle.close();
  };
  /** Gives the file to whoever applies it. That it is not there means that somebody has. */
  const release = async () => {
    const { handle, file } = current ?? {};
    if (handle === undefined) return;
    await handle.datasync();
    await leave();
    await rename(`${file}${OPEN}`, `${file}${SEALED}`).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
    });
  };
  const seal = async () => {
    await flush();
    await release();
  };
  /** One after the other; a failure is told, and tried again by the next. */
  const inTurn = (step: () => Promise<void>): Promise<void> => {
    const done = last.then(step).catch((error) => {
      log.error(
        { err: error, waiting_bytes: bytes },
        "the journal of deliveries cannot be written",
      );
    });
    last = done;
    return done;
  };
  const timer = setInterval(() => {
    if (bytes > 0) inTurn(flush);
    if (lost > 0) log.error({ records: lost }, "records of deliveries were lost: the disk is full");
    lost = 0;
  }, FLUSH_EVERY_MS).unref();
  return {
    append(line) {
      if (bytes > MOST_BYTES) {
        lost += 1;
        return;
      }
      put(line);
    },
    seal: () => inTurn(seal),
    async close() {
      clearInterval(timer);
      await inTurn(seal);
    },
  };
}
