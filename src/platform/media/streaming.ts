/** Passes the bytes of stored files to a receiver, at its pace and one piece at a time. */
import { BLOCK_BYTES, recordUse } from "./blocks.ts";
import { BUFFER_BYTES, SMALL_BYTES } from "./buffers.ts";
import type { MediaKey } from "./key.ts";
import {
  blockAt,
  type DiskFile,
  heldPiece,
  isHeld,
  type Memory,
  type Piece,
  readNow,
  readPiece,
} from "./reading.ts";
import { type MediaStore, ShortFile } from "./store.ts";

/** Receives the next bytes, which may be overwritten after it resolves. False: no more are wanted. */
export type TakePieces = (pieces: readonly Buffer[]) => Promise<boolean>;

export type Part = Readonly<{ key: MediaKey; start: number; bytes: number }>;

/**
 * Passes a part of the file to `take`, piece by piece, each after the previous one was taken. Returns whether all were
 * wanted. Throws `ShortFile` if the file does not contain them. The thread pool reads, so that a slow disk does not
 * block others.
 */
export async function streamFile(
  file: DiskFile,
  memory: Memory,
  { key, start, bytes }: Part,
  take: TakePieces,
  pace: Pace,
): Promise<boolean> {
  let lastBlock = -1;
  let again = false;
  let unbroken = 0;
  const visit = (at: number) => {
    if (blockAt(at) === lastBlock) return;
    lastBlock = blockAt(at);
    again = recordUse(file.shelf, lastBlock);
  };
  for (let done = 0; done < bytes; ) {
    const at = start + done;
    visit(at);
    const left = bytes - done;
    const most = Math.min(left, pace.slow ? SMALL_BYTES : BUFFER_BYTES);
    const held = heldPiece(file, memory, { start: at, most });
    const piece =
      held ??
      (await readPiece(file, memory, { start: at, most: Math.min(left, sizeFor(pace)), again }));
    if (piece === null) throw new ShortFile(key, done, bytes);
    const pieces = [piece];
    if (held !== null && isTrusted(pace))
      for (const next of piecesBehind(file, memory, { piece, at, most: left }, visit))
        pieces.push(next);
    const got = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
    done += got;
    const before = performance.now();
    const taken = await take(pieces.map((piece) => piece.bytes));
    for (const { free } of pieces) free(taken);
    if (!taken) return false;
    keep(pace, performance.now() - before, got);
    unbroken += got;
    if (unbroken < TURN_BYTES) continue;
    await turn();
    unbroken = 0;
  }
  return true;
}

type First = Readonly<{ piece: Piece; at: number; most: number }>;

/** The cached blocks behind `piece`, which begins at byte `at`; with it, `most` bytes at most. Visits each. */
function* piecesBehind(
  file: DiskFile,
  memory: Memory,
  { piece, at, most }: First,
  visit: (at: number) => void,
): Generator<Piece, void> {
  let got = piece.bytes.length;
  for (let count = 1; count < MOST_TOGETHER && got < most && isHeld(file, at + got); count += 1) {
    visit(at + got);
    const next = heldPiece(file, memory, { start: at + got, most: most - got });
    if (next === null) return;
    got += next.bytes.length;
    yield next;
  }
}

/** A client that reads quickly from memory never waits, so others would: yields after this many bytes. */
const TURN_BYTES = 2 ** 20;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * How quickly a client takes the parts of a response. `quick`: bytes sent since it last made the server wait; `slow`: it
 * did so recently.
 */
export type Pace = { quick: number; slow: boolean };

export const unknownPace = (): Pace => ({ quick: 0, slow: false });

/** Bytes that must be sent quickly before pieces grow: fewer may only have filled the kernel's buffers. */
const TRUSTED_BYTES = 4 * 2 ** 20;
/** A piece that takes longer means that the client is slow. */
const SLOW_MS = 50;

const isTrusted = ({ quick }: Pace): boolean => quick >= TRUSTED_BYTES;

/** A buffer waits for its client: clients that are not known to be quick get small ones. */
const sizeFor = (pace: Pace) => (isTrusted(pace) ? BUFFER_BYTES : SMALL_BYTES);

/**
 * Blocks in memory that one system call sends to a quick client: a file of 30 MiB takes 0.85 of the main thread's time
 * that single blocks take (`node bench/media.ts`).
 */
const MOST_TOGETHER = 4;

function keep(pace: Pace, tookMs: number, bytes: number): void {
  pace.quick = tookMs > SLOW_MS ? 0 : pace.quick + bytes;
  pace.slow = pace.quick === 0 || (pace.slow && pace.quick < TRUSTED_BYTES);
}

/** All bytes of a part immediately, if they are in memory or were read a moment ago; otherwise null. */
export function piecesNow(
  file: DiskFile,
  memory: Memory,
  { start, bytes }: Part,
): readonly Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = start; at < start + bytes; ) {
    const most = Math.min(start + bytes - at, BLOCK_BYTES - (at % BLOCK_BYTES));
    const wanted = { start: at, most };
    const piece = heldPiece(file, memory, wanted) ?? readNow(file, memory, wanted);
    if (piece?.bytes.length !== most) {
      piece?.free(true);
      for (const got of pieces) got.free(true);
      return null;
    }
    recordUse(file.shelf, blockAt(at));
    pieces.push(piece);
    at += most;
  }
  return pieces;
}

/** The same as `streamFile` from a store that streams. */
export async function streamBody(
  media: MediaStore,
  { key, start, bytes }: Part,
  take: TakePieces,
): Promise<boolean> {
  if (bytes === 0) return true;
  for await (const piece of await media.read(key, { start, end: start + bytes - 1 }))
    if (!(await take([piece]))) return false;
  return true;
}
