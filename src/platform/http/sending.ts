/** Sends the segments of a response at the client's pace, with one buffer, and never a wrong byte. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Files } from "../media/files.ts";
import type { Piece } from "../media/reading.ts";
import type { Segment } from "../media/segments.ts";
import { MissingFile } from "../media/store.ts";
import { type Pace, unknownPace } from "../media/streaming.ts";
import type { BytesAnswer } from "./bytes.ts";

/**
 * Number of bytes of the body that the kernel has accepted, in whole pieces: if a response breaks off, the pieces that
 * were written last do not count, while bytes still in the kernel's buffers do.
 */
export type Tally = { taken: number };

/**
 * Sends `answer`, calling `begin` to send its head; see `sendSegments` for how it fails. `tally` is correct once the
 * promise has settled, either way.
 */
export function sendAnswer(
  { request, response }: Exchange,
  files: Files,
  answer: BytesAnswer,
  begin: () => ServerResponse,
  tally: Tally = { taken: 0 },
): Promise<void> {
  if (request.method !== "HEAD" && answer.bytes > 0) {
    const out = { response, tally };
    return sendNow(out, files, answer, begin) ?? sendSegments(out, files, answer, begin);
  }
  begin().end();
  return Promise.resolve();
}

type Out = Readonly<{ response: ServerResponse; tally: Tally }>;

/** Larger responses are sent piece by piece, so that the bytes sent are known if they break off. */
const AT_ONCE_BYTES = 131_072;

/** The fast path for the usual request of a player: a small range that is in memory; null if it is not. */
function sendNow(
  out: Out,
  files: Files,
  { body, bytes }: BytesAnswer,
  begin: () => void,
): Promise<void> | null {
  // Pipelined requests wait: nothing is read for them before their turn.
  if (bytes > AT_ONCE_BYTES || out.response.socket === null) return null;
  const pieces = piecesOf(files, body);
  if (pieces === null) return null;
  begin();
  const all = pieces.map((piece) => piece.bytes);
  const given = give(out, all, true);
  return given.then((taken) => {
    for (const { free } of pieces) free(taken);
  });
}

/** All of `body`, if it is in memory. */
function piecesOf(files: Files, body: readonly Segment[]): Piece[] | null {
  const pieces: Piece[] = [];
  for (const segment of body) {
    const more = "data" in segment ? [ownPiece(segment.data)] : storedNow(files, segment);
    if (more === null) {
      for (const { free } of pieces) free(true);
      return null;
    }
    pieces.push(...more);
  }
  return pieces;
}

const ownPiece = (bytes: Buffer): Piece => ({ bytes, free() {} });

function storedNow(files: Files, { key, start, bytes }: Stored): readonly Piece[] | null {
  const file = files.peek(key);
  const pieces = file?.now(start, bytes) ?? null;
  file?.release();
  return pieces;
}

export type Exchange = Readonly<{ request: IncomingMessage; response: ServerResponse }>;

/**
 * Sends `body` and resolves when the kernel has the last byte, or the client is gone. Throws errors that occur before
 * `begin`; after `begin`, errors destroy the connection, so that the client sees that the response is incomplete, and
 * are thrown as well.
 */
async function sendSegments(
  out: Out,
  files: Files,
  { body, bytes }: BytesAnswer,
  begin: () => void,
): Promise<void> {
  const { response } = out;
  await turnOf(response);
  let left = bytes;
  const pace = unknownPace();
  const write: Write = (pieces) => {
    if (left === bytes) begin();
    for (const { length } of pieces) left -= length;
    return give(out, pieces, left === 0);
  };
  // Inline bytes wait for the stored ones behind them: if the store is away, nothing has been sent yet.
  let held: Buffer[] = [];
  const writeHeld = () => {
    const all = held.map((piece) => write([piece]));
    held = [];
    return all.at(-1);
  };
  const writeAll: Write = (pieces) => {
    void writeHeld();
    return write(pieces);
  };
  try {
    // No need to send the head early: it leaves together with the audio.
    for (const segment of body)
      if ("data" in segment) {
        if (segment.data.length > 0) held.push(segment.data);
      } else if (!(await sendSegment(segment, files, writeAll, pace))) return;
    await writeHeld();
  } catch (error) {
    if (left < bytes) response.destroy();
    throw error;
  }
}

/** Pipelined requests wait here, before anything is opened or read for them. */
function turnOf(response: ServerResponse): Promise<unknown> | undefined {
  if (response.socket !== null || response.destroyed) return;
  return new Promise((resolve) => response.once("socket", resolve));
}

type Write = (pieces: readonly Buffer[]) => Promise<boolean>;
type Stored = Exclude<Segment, { data: Buffer }>;

/** Returns whether the client wants more. */
async function sendSegment(
  segment: Stored,
  files: Files,
  write: Write,
  pace: Pace,
): Promise<boolean> {
  const file = await files.open(segment.key);
  if (file === null) throw new MissingFile(segment.key);
  try {
    return await file.pour(segment.start, segment.bytes, write, pace);
  } finally {
    file.release();
  }
}

/** Resolves when the kernel has accepted all `pieces` and they can be overwritten; false if the client is gone. */
function give(
  { response, tally }: Out,
  pieces: readonly Buffer[],
  last: boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false);
    // No callback comes for data written between the end of a connection and its event.
    const gone = () => resolve(false);
    response.on("close", gone);
    const taken = (error?: Error | null) => {
      response.off("close", gone);
      if (!error) for (const { length } of pieces) tally.taken += length;
      resolve(!error);
    };
    for (const [index, piece] of pieces.entries())
      if (index === pieces.length - 1) response.write(piece, taken);
      else response.write(piece);
    // Called right after the write, so that head, bytes and end leave with one system call. `end` itself would not
    // report bytes that were not sent.
    if (last) response.end();
  });
}
