/** Streams a file from afar, and asks again for the rest when a connection breaks in the middle. */
import { Readable } from "node:stream";
import type { MediaKey } from "./key.ts";
import { type ByteRange, ShortFile } from "./store.ts";

/** An answer that has begun. It announces the range that was asked for, or more around it. */
export type Answer = Readonly<{ body: Readable; announced: ByteRange }>;
export type Ask = (range: ByteRange) => Promise<Answer>;

/** In a row, without a byte between them. */
const MOST_BREAKS = 3;

/**
 * The bytes of `range`, for which `first` has begun. A connection that breaks is replaced by
 * another from where it broke: it also does when a listener was away for so long that the store
 * hung up. Ends whole or in an error.
 */
export function resume(key: MediaKey, range: ByteRange, first: Answer, ask: Ask): Readable {
  let answer: Answer | null = first;
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

/** What breaks because nobody wants the rest is nobody's affair. */
const drop = (answer: Answer | null) => answer?.body.on("error", () => {}).destroy();

/** Of an answer the bytes of `range`: a server may send the whole file instead (RFC 9110 §14.2). */
async function* piecesOf({ body, announced }: Answer, range: ByteRange): AsyncGenerator<Buffer> {
  let at = announced.start;
  for await (const chunk of body) {
    const piece: Buffer = chunk.subarray(Math.max(0, range.start - at), range.end + 1 - at);
    at += chunk.length;
    if (piece.length > 0) yield piece;
    // Else it is read to its end, so that its connection can be used again.
    if (at > range.end && announced.end > range.end) return;
  }
}
