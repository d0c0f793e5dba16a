/** Streams a remote file, and requests the rest if the connection breaks. */
import { Readable } from "node:stream";
import type { MediaKey } from "./key.ts";
import { type ByteRange, ShortFile } from "./store.ts";

/** A response that has begun. It announces the requested range, or a larger one around it. */
export type RangeResponse = Readonly<{ body: Readable; announced: ByteRange }>;
export type FetchRange = (range: ByteRange) => Promise<RangeResponse>;

/** Consecutive breaks without a byte between them. */
const MOST_BREAKS = 3;

/**
 * The bytes of `range`, for which `first` has begun. A broken connection is replaced by a new one from the same
 * position, also if a listener paused for so long that the store disconnected. Ends complete or with an error.
 */
export function resume(
  key: MediaKey,
  range: ByteRange,
  first: RangeResponse,
  ask: FetchRange,
): Readable {
  let answer: RangeResponse | null = first;
  let pieces = piecesOf(first, range);
  let position = range.start;
  const next = async (): Promise<Buffer | null> => {
    if (answer === null) {
      const rest = { start: position, end: range.end };
      answer = await ask(rest);
      pieces = piecesOf(answer, rest);
    }
    const { done, value } = await pieces.next();
    if (!done) {
      position += value.length;
      return value;
    }
    if (position <= range.end)
      throw new ShortFile(key, position - range.start, range.end + 1 - range.start);
    return null;
  };
  const nextOrRest = async (): Promise<Buffer | null> => {
    for (let breaks = 1; ; breaks += 1)
      try {
        return await next();
      } catch (error) {
        drop(answer);
        answer = null;
        if (breaks === MOST_BREAKS || stream.destroyed) throw error;
      }
  };
  const stream = new Readable({
    highWaterMark: 262_144,
    read() {
      nextOrRest().then(
        (piece) => {
          if (this.destroyed) drop(answer);
          else this.push(piece);
        },
        (error: Error) => this.destroy(error),
      );
    },
    destroy(error, done) {
      drop(answer);
      done(error);
    },
  });
  return stream;
}

/** Errors are ignored because nobody wants the rest. */
const drop = (answer: RangeResponse | null) => answer?.body.on("error", () => {}).destroy();

/** The bytes of `range` in a response: a server may send the whole file instead (RFC 9110 §14.2). */
async function* piecesOf(
  { body, announced }: RangeResponse,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  let at = announced.start;
  for await (const chunk of body) {
    const piece: Buffer = chunk.subarray(Math.max(0, range.start - at), range.end + 1 - at);
    at += chunk.length;
    if (piece.length > 0) yield piece;
    // Otherwise it is read to its end, so that its connection can be reused.
    if (at > range.end && announced.end > range.end) return;
  }
}
