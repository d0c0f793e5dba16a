/** Bytes of stored files for a receiver: at its pace, and with one piece at a time. */
import { ask, BLOCK_BYTES } from "./blocks.ts";
import { BUFFER_BYTES, SMALL_BYTES } from "./buffers.ts";
import type { MediaKey } from "./key.ts";
import {
  blockAt,
  type DiskFile,
  heldPiece,
  type Memory,
  type Piece,
  readNow,
  readPiece,
} from "./reading.ts";
import { type MediaStore, ShortFile } from "./store.ts";

/** Takes the next bytes; they may change when it resolves. False: no more are wanted. */
export type Take = (piece: Buffer) => Promise<boolean>;

export type Part = Readonly<{ key: MediaKey; start: number; bytes: number }>;

/**
 * Gives a part of the file to `take`, piece by piece, each when the one before is taken. Returns
 * whether all were wanted. Throws `ShortFile` when the file does not hold them. Reading is done by
 * the thread pool, so that a slow disk holds nobody up.
 */
export async function pourFile(
  file: DiskFile,
  memory: Memory,
  { key, start, bytes }: Part,
  take: Take,
): Promise<boolean> {
  const pace: Pace = { quick: 0, slow: false };
  let asked = -1;
  let again = false;
  let unbroken = 0;
  for (let done = 0; done < bytes; ) {
    const at = start + done;
    if (blockAt(at) !== asked) {
      asked = blockAt(at);
      again = ask(file.shelf, asked);
    }
    const left = bytes - done;
    const piece =
      heldPiece(file, at, Math.min(left, pace.slow ? SMALL_BYTES : BUFFER_BYTES)) ??
      (await readPiece(file, memory, { start: at, most: Math.min(left, sizeFor(pace)), again }));
    if (piece === null) throw new ShortFile(key, done, bytes);
    const got = piece.bytes.length;
    done += got;
    const before = performance.now();
    const taken = await take(piece.bytes);
    piece.free(taken);
    if (!taken) return false;
    keep(pace, performance.now() - before, got);
    unbroken += got;
    if (unbroken < TURN_BYTES) continue;
    await turn();
    unbroken = 0;
  }
  return true;
}

/** What comes out of memory for a client that takes all at once never waits: others would, for it. */
const TURN_BYTES = 2 ** 20;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** `quick`: bytes that went since the client was last waited for; `slow`: it was, not long ago. */
type Pace = { quick: number; slow: boolean };

/** So much must have gone quickly before pieces grow: less may only have filled the kernel's buffers. */
const TRUSTED_BYTES = 4 * 2 ** 20;
/** A piece that takes longer was waited for by nobody. */
const SLOW_MS = 50;

/** What is read into a buffer of its own waits there for the client: small ones for those not known. */
const sizeFor = ({ quick }: Pace) => (quick < TRUSTED_BYTES ? SMALL_BYTES : BUFFER_BYTES);

function keep(pace: Pace, tookMs: number, bytes: number): void {
  pace.quick = tookMs > SLOW_MS ? 0 : pace.quick + bytes;
  pace.slow = pace.quick === 0 || (pace.slow && pace.quick < TRUSTED_BYTES);
}

/** All of a part at once, where it is in memory or was read a moment ago; null where it is not. */
export function piecesNow(
  file: DiskFile,
  memory: Memory,
  { start, bytes }: Part,
): readonly Piece[] | null {
  const pieces: Piece[] = [];
  for (let at = start; at < start + bytes; ) {
    const most = Math.min(start + bytes - at, BLOCK_BYTES - (at % BLOCK_BYTES));
    const piece = heldPiece(file, at, most) ?? readNow(file, memory, { start: at, most });
    if (piece?.bytes.length !== most) {
      piece?.free(true);
      for (const got of pieces) got.free(true);
      return null;
    }
    ask(file.shelf, blockAt(at));
    pieces.push(piece);
    at += most;
  }
  return pieces;
}

/** The same as `pourFile` from a store that streams. */
export async function pourStream(
  media: MediaStore,
  { key, start, bytes }: Part,
  take: Take,
): Promise<boolean> {
  if (bytes === 0) return true;
  for await (const piece of await media.read(key, { start, end: start + bytes - 1 }))
    if (!(await take(piece))) return false;
  return true;
}
