/** Appends lines to files that survive the process, without blocking the caller. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "pino";

/** File name extensions while a file is written, and when it is ready to be applied. */
export const OPEN = ".open";
export const SEALED = ".sealed";

export type Writer = Readonly<{
  /** Buffers a line for the next flush. Never throws; false if the line is lost. */
  append(line: string): boolean;
  /** Seals the lines written so far, which may then be applied and removed. */
  seal(): Promise<void>;
  close(): Promise<void>;
}>;

const FLUSH_EVERY_MS = 250;
const CHUNK_BYTES = 2 ** 20;
/** If the disk accepts no data, lines beyond this buffer size are dropped. */
const MOST_BYTES = 64 * 2 ** 20;
/** Other processes take a file over if it has not grown for longer (TAKE_AFTER_MS); stop writing to it before. */
const ABANDON_AFTER_MS = 15_000;

/** Pauses between attempts while the disk accepts no data. */
const BACK_OFF_MS = { first: 500, most: 5000 };

/** `bytes`: length of the lines written so far. */
type Current = { handle: FileHandle; file: string; wroteAt: number; bytes: number };

/** Writes the journal of `shard` to `folder`, and creates the folder if necessary. */
export function openWriter(folder: string, shard: number, log: Logger): Writer {
  let full: Buffer[] = [];
  let filling = Buffer.allocUnsafeSlow(CHUNK_BYTES);
  // The current chunk; its bytes from `from` to `to` await the next flush.
  let from = 0;
  let to = 0;
  let bytes = 0;
  let lost = 0;
  let current: Current | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let pause = 0;
  let pausedAt = 0;

  const begin = async (): Promise<Current> => {
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, `${randomUUID()}.${shard}`);
    const handle = await open(`${file}${OPEN}`, "a");
    return { handle, file, wroteAt: performance.now(), bytes: 0 };
  };
  const flush = async () => {
    if (bytes === 0) return;
    // After a long pause of this process, others may have taken over its file.
    if (current !== null && performance.now() - current.wroteAt > ABANDON_AFTER_MS) await release();
    current ??= await begin();
    // Take the chunks and reset the buffer in the same tick, because lines may arrive at any time.
    const chunks = [...full, filling.subarray(from, to)];
    const size = bytes;
    [full, from, bytes] = [[], to, 0];
    try {
      for (const chunk of chunks) await current.handle.appendFile(chunk);
      current.wroteAt = performance.now();
      current.bytes += size;
    } catch (error) {
      full.unshift(...chunks);
      bytes += size;
      // All of it is written again. If the file keeps a part, that changes no count, but takes space.
      await current.handle.truncate(current.bytes).catch(leave);
      throw error;
    }
  };
  /** Encodes at once: a string would live until the next flush and be moved by the garbage collector. */
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
  /** Seals the file. If it is missing, another process has taken it over. */
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
  /** Leaves the disk alone for a while after it has accepted no data: each attempt costs a line in the log. */
  const unlessPaused = (step: () => Promise<void>) => async () => {
    if (performance.now() - pausedAt < pause) return;
    try {
      await step();
      pause = 0;
    } catch (error) {
      pausedAt = performance.now();
      pause = Math.min(Math.max(pause * 2, BACK_OFF_MS.first), BACK_OFF_MS.most);
      throw error;
    }
  };
  /** Runs steps one after the other; a failure is logged, and the next step tries again. */
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
    if (bytes > 0) inTurn(unlessPaused(flush));
    if (lost > 0) log.error({ records: lost }, "records of deliveries were lost: the disk is full");
    lost = 0;
  }, FLUSH_EVERY_MS).unref();
  return {
    append(line) {
      if (bytes > MOST_BYTES) {
        lost += 1;
        return false;
      }
      put(line);
      return true;
    },
    seal: () => inTurn(unlessPaused(seal)),
    async close() {
      clearInterval(timer);
      await inTurn(seal);
    },
  };
}
