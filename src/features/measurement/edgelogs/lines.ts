/** Reads the lines of a log, compressed or not, in batches of whole lines, from any byte on. */
import { pipeline } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";
import { type Limit, reportExceeded } from "../../../platform/limits.ts";
import { DamagedLog, isDamage, type LogBytes } from "./bytes.ts";

/** Lines without their ends; one of more than `MOST_LINE_BYTES` is null. */
export type Batch = Readonly<{
  lines: readonly (string | null)[];
  /** Offset after the last line, in uncompressed bytes. */
  to: number;
  /** The bytes of the first and the last line, without line feeds. */
  first: Buffer;
  last: Buffer;
}>;

const MOST_LINES = 20_000;
const MOST_LINE_BYTES = 65_536;
const LINE_FEED = 10;
const RETURN = 13;

/** Some 40 million requests: more than any edge writes to one log, and what a few MiB of zeros can become. */
export const UNPACKED: Limit = {
  name: "log-unpacked",
  value: 16 * 2 ** 30,
  unit: "bytes",
  bounds: "What one compressed log of an edge contains.",
  beyond: "It is counted up to there, and reported as damaged.",
};

/**
 * The batches of a log from byte `from` on, which must be the beginning of a line. What follows the last line feed is
 * left for later, unless the log never grows: its writer may not have finished it. A compressed log that is damaged or
 * has more than `most` bytes rejects with `DamagedLog` after its last good line.
 */
export async function* readBatches(
  log: LogBytes,
  from: number,
  most = UNPACKED.value,
): AsyncGenerator<Batch, void> {
  const { stream, skip, isPacked } = await openStream(log, from);
  const splitter = openSplitter(from);
  let skipped = skip;
  let left = isPacked ? most : Number.POSITIVE_INFINITY;
  let trouble: unknown = null;
  try {
    for await (const read of stream) {
      left -= read.length;
      if (left < 0) {
        reportExceeded(UNPACKED);
        throw new DamagedLog(`it has more than ${most} bytes`);
      }
      const cut = Math.min(skipped, read.length);
      skipped -= cut;
      yield* splitter.take(read.subarray(cut));
    }
  } catch (error) {
    trouble = isDamage(error) ? new DamagedLog(error.message, { cause: error }) : error;
  }
  yield* splitter.end(log.isComplete && trouble === null);
  if (trouble !== null) throw trouble;
}

/** Divides chunks into lines, and lines into batches. */
function openSplitter(from: number) {
  let at = from;
  let rest: Buffer = Buffer.alloc(0);
  let lines: (string | null)[] = [];
  let first: Buffer = Buffer.alloc(0);
  let last: Buffer = Buffer.alloc(0);
  let to = from;
  const ready = (): Batch => {
    const batch = { lines, to, first, last: Buffer.from(last) };
    lines = [];
    return batch;
  };
  return {
    *take(read: Buffer): Generator<Batch, void> {
      const chunk = rest.length === 0 ? read : Buffer.concat([rest, read]);
      let start = 0;
      for (
        let feed = chunk.indexOf(LINE_FEED);
        feed !== -1;
        feed = chunk.indexOf(LINE_FEED, start)
      ) {
        last = chunk.subarray(start, feed);
        if (lines.length === 0) first = Buffer.from(last);
        lines.push(last.length > MOST_LINE_BYTES ? null : textOf(last));
        start = feed + 1;
        to = at + start;
        if (lines.length === MOST_LINES) yield ready();
      }
      at += start;
      rest = Buffer.from(chunk.subarray(start));
      if (rest.length > 2 * MOST_LINE_BYTES) {
        // The middle of a line that is far too long; its end will be, too.
        const kept = MOST_LINE_BYTES + 1;
        at += rest.length - kept;
        rest = rest.subarray(-kept);
      }
    },
    /** `withRest`: what follows the last line feed is a line, too. */
    *end(withRest: boolean): Generator<Batch, void> {
      if (withRest && rest.length > 0) {
        if (lines.length === 0) first = Buffer.from(rest);
        lines.push(rest.length > MOST_LINE_BYTES ? null : textOf(rest));
        last = rest;
        to = at + rest.length;
      }
      if (lines.length > 0) yield ready();
    },
  };
}

const textOf = (line: Buffer): string =>
  line.toString("utf8", 0, line.at(-1) === RETURN ? line.length - 1 : line.length);

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

type Opened = Readonly<{
  stream: AsyncIterable<Buffer>;
  /** Bytes of the stream before the wanted one, because a compressed log is read from its beginning. */
  skip: number;
  isPacked: boolean;
}>;

async function openStream(log: LogBytes, from: number): Promise<Opened> {
  const chunks = (await log.read(0))[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(chunks);
  const unpack = head.subarray(0, 2).equals(GZIP)
    ? createGunzip()
    : head.subarray(0, 4).equals(ZSTD)
      ? createZstdDecompress()
      : null;
  if (unpack !== null) {
    // Its errors end the stream that is read.
    pipeline(chain(head, chunks), unpack, () => {});
    return { stream: unpack, skip: from, isPacked: true };
  }
  if (from === 0) return { stream: chain(head, chunks), skip: 0, isPacked: false };
  await chunks.return?.();
  return { stream: await log.read(from), skip: 0, isPacked: false };
}

/** At least the first four bytes, unless there are fewer. */
async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < ZSTD.length) {
    const { done, value } = await chunks.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  return head;
}

async function* chain(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next())
      yield next.value;
  } finally {
    await rest.return?.();
  }
}
