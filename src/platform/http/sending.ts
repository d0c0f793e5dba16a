/** Sends the segments of an answer: at the client's pace, with one buffer, and never a wrong byte. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Files } from "../media/files.ts";
import type { Piece } from "../media/reading.ts";
import type { Segment } from "../media/segments.ts";
import { MissingFile } from "../media/store.ts";
import type { BytesAnswer } from "./bytes.ts";

/**
 * How many bytes of the body the kernel has taken, in whole pieces: of an answer that broke off, the
 * last piece does not count, and what still lay in the kernel does.
 */
export type Tally = { taken: number };

/**
 * Sends `answer`, the head by `begin`; see `sendSegments` for when that is, and how it fails. `tally`
 * is right when the promise has settled, whichever way.
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

/** More is sent piece by piece, so that of what breaks off it is known what had left. */
const AT_ONCE_BYTES = 131_072;

/** The quick way for what most players ask: a small range that is at hand; null when it is not. */
function sendNow(
  out: Out,
  files: Files,
  { body, bytes }: BytesAnswer,
  begin: () => void,
): Promise<void> | null {
  // Of requests sent in one go the later ones are not read for before their turn.
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

/** All of `body`, if it is at hand. */
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
 * Sends `body` and resolves when the last byte is with the kernel, or the client is gone. Throws
 * what goes wrong before `begin`; afterwards the connection is destroyed, so that the client sees
 * that the answer is incomplete, and the error is thrown as well.
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
  const write: Write = (piece) => {
    if (left === bytes) begin();
    left -= piece.length;
    return give(out, [piece], left === 0);
  };
  try {
    // Nobody waits for a head: it leaves together with the audio behind it.
    for (const segment of body)
      if ("data" in segment) {
        if (segment.data.length === 0) continue;
        const taken = write(segment.data);
        if (left === 0) await taken;
      } else if (!(await sendSegment(segment, files, write))) return;
  } catch (error) {
    if (left < bytes) response.destroy();
    throw error;
  }
}

/** Of requests sent in one go the later ones wait here, before anything is opened or read for them. */
function turnOf(response: ServerResponse): Promise<unknown> | undefined {
  if (response.socket !== null || response.destroyed) return;
  return new Promise((resolve) => response.once("socket", resolve));
}

type Write = (piece: Buffer) => Promise<boolean>;
type Stored = Exclude<Segment, { data: Buffer }>;

/** Whether the client still wants more. */
async function sendSegment(segment: Stored, files: Files, write: Write): Promise<boolean> {
  const file = await files.open(segment.key);
  if (file === null) throw new MissingFile(segment.key);
  try {
    return await file.pour(segment.start, segment.bytes, write);
  } finally {
    file.release();
  }
}

/** Resolves when the kernel has all `pieces` and they can be overwritten; false when the client is gone. */
function give(
  { response, tally }: Out,
  pieces: readonly Buffer[],
  last: boolean,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) return resolve(false);
    // What is written between the end of a connection and its event is never called back about.
    const gone = () => resolve(false);
    response.once("close", gone);
    const taken = (error?: Error | null) => {
      response.off("close", gone);
      if (!error) tally.taken += pieces.reduce((sum, { length }) => sum + length, 0);
      resolve(!error);
    };
    for (const [index, piece] of pieces.entries())
      if (index === pieces.length - 1) response.write(piece, taken);
      else response.write(piece);
    // Right behind it, so that head, bytes and end leave with one system call. `end` itself would
    // never call back about bytes that did not arrive.
    if (last) response.end();
  });
}
