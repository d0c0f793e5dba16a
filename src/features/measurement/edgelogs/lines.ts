/** Reads the lines of a log, compressed or not, in batches of whole lines, from any byte on. */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { createGunzip, createZstdDecompress } from "node:zlib";

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
const READ_BYTES = 2 ** 20;
const LINE_FEED = 10;
const RETURN = 13;

/**
 * The batches of a file from byte `from` on, which must be the beginning of a line. What follows the last line feed is
 * left for later: its writer may not have finished it. A damaged compressed file rejects after its last good line.
 */
export async function* readBatches(file: string, from: number): AsyncGenerator<Batch, void> {
  const { stream, skip } = await openStream(file, from);
  const splitter = openSplitter(from);
  let skipped = skip;
  let damage: unknown = null;
  try {
    for await (const read of stream as AsyncIterable<Buffer>) {
      const cut = Math.min(skipped, read.length);
      skipped -= cut;
      yield* splitter.take(read.subarray(cut));
    }
  } catch (error) {
    damage = error;
  }
  yield* splitter.end();
  if (damage !== null) throw damage;
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
    *end(): Generator<Batch, void> {
      if (lines.length > 0) yield ready();
    },
  };
}

const textOf = (line: Buffer): string =>
  line.toString("utf8", 0, line.at(-1) === RETURN ? line.length - 1 : line.length);

const GZIP = Buffer.from([0x1f, 0x8b]);
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);

/** `skip`: bytes of the stream before byte `from`, because a compressed file is read from its beginning. */
async function openStream(file: string, from: number): Promise<{ stream: Readable; skip: number }> {
  const handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(4), 0, 4, 0).finally(() => handle.close());
  const unpack = buffer.subarray(0, 2).equals(GZIP)
    ? createGunzip()
    : buffer.equals(ZSTD)
      ? createZstdDecompress()
      : null;
  const start = unpack === null ? from : 0;
  const source = createReadStream(file, { start, highWaterMark: READ_BYTES });
  if (unpack === null) return { stream: source, skip: 0 };
  // Its errors end the stream that is read.
  pipeline(source, unpack, () => {});
  return { stream: unpack, skip: from };
}
