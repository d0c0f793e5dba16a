/** Pieces of a file on disk: out of memory where many ask for them, else read into a buffer. */
import { read, readSync } from "node:fs";
import {
  BLOCK_BYTES,
  type Block,
  type Blocks,
  hold,
  release,
  type Shelf,
  shelfOf,
  shelve,
} from "./blocks.ts";
import type { Buffers } from "./buffers.ts";

/** A file on this machine's disk. */
export type DiskFile = Readonly<{
  fd: number;
  bytes: number;
  /** 1 for each stretch of `WARM_BYTES` that was read since the file was opened. */
  warm: Uint8Array;
  shelf: Shelf;
}>;

/** What reading goes through, of all files together. */
export type Memory = Readonly<{ buffers: Buffers; blocks: Blocks }>;

/** `free` is to be called once, with whether its bytes are sure not to be read by anybody any more. */
export type Piece = Readonly<{ bytes: Buffer; free(done: boolean): void }>;

/** The kernel reads ahead by more than this: a stretch that was touched is there as a whole. */
const WARM_BYTES = 16_384;

export const diskFile = (fd: number, bytes: number): DiskFile => ({
  ...{ fd, bytes, shelf: shelfOf(bytes) },
  warm: new Uint8Array(Math.ceil(bytes / WARM_BYTES)),
});

export const blockAt = (place: number): number => Math.floor(place / BLOCK_BYTES);

/** Up to `most` bytes from `start` on, of one block, if it is in memory. */
export function heldPiece({ shelf }: DiskFile, start: number, most: number): Piece | null {
  const block = hold(shelf, blockAt(start));
  return block && pieceOf(block, start, most);
}

function pieceOf(block: Block, start: number, most: number): Piece | null {
  const from = start % BLOCK_BYTES;
  if (from >= block.bytes) {
    release(block, true);
    return null;
  }
  const bytes = block.buffer.subarray(from, Math.min(from + most, block.bytes));
  return { bytes, free: (done) => release(block, done) };
}

/**
 * Reads up to `most` bytes from `start` on, of one block, by the thread pool; null when the file does
 * not have them. `again`: it was asked for before, so the whole block may be kept.
 */
export async function readPiece(
  file: DiskFile,
  memory: Memory,
  { start, most, again }: Readonly<{ start: number; most: number; again: boolean }>,
): Promise<Piece | null> {
  const index = blockAt(start);
  const block = again ? memory.blocks.place(file.shelf.asked[index] ?? 0) : null;
  if (block !== null) {
    const [first, length] = spanOf(file, index);
    const got = await readSome(file, block.buffer, first, length).catch(() => 0);
    if (got === length) {
      shelve(block, file.shelf, index, length);
      return pieceOf(block, start, most);
    }
    // As it is without memory: this tells what is wrong, and gives what there is.
    release(block, true);
  }
  const buffer = memory.buffers.take(most);
  const room = Math.min(most, BLOCK_BYTES - (start % BLOCK_BYTES));
  const got = await readSome(file, buffer, start, room);
  if (got > 0) return borrowed(memory, buffer, got);
  memory.buffers.give(buffer);
  return null;
}

const borrowed = ({ buffers }: Memory, buffer: Buffer, bytes: number): Piece => ({
  bytes: bytes === buffer.length ? buffer : buffer.subarray(0, bytes),
  free: (done) => {
    if (done) buffers.give(buffer);
  },
});

/**
 * `most` bytes from `start` on, of one block, at once: of what was read in the last half minute the
 * kernel has a copy, and a range of 64 KiB is spared two changes of thread, half of its cost. Null
 * when that is not so, or they cannot be read: the slow way will tell why.
 */
export function readNow(
  file: DiskFile,
  memory: Memory,
  { start, most }: Readonly<{ start: number; most: number }>,
): Piece | null {
  const index = blockAt(start);
  const asked = file.shelf.asked[index] ?? 0;
  const [first, length] = spanOf(file, index);
  if (asked > 0 && isWarm(file, first, length)) {
    const block = memory.blocks.place(asked + 1);
    if (block !== null && readAtOnce(file, block.buffer, first, length)) {
      shelve(block, file.shelf, index, length);
      return pieceOf(block, start, most);
    }
    if (block !== null) release(block, true);
  }
  if (!isWarm(file, start, most)) return null;
  const buffer = memory.buffers.take(most);
  if (readAtOnce(file, buffer, start, most)) return borrowed(memory, buffer, most);
  memory.buffers.give(buffer);
  return null;
}

function isWarm({ warm }: DiskFile, start: number, bytes: number): boolean {
  const cold = warm.indexOf(0, stretchOf(start));
  return cold === -1 || cold > stretchOf(start + bytes - 1);
}

function readAtOnce({ fd }: DiskFile, buffer: Buffer, start: number, bytes: number): boolean {
  try {
    return readSync(fd, buffer, 0, bytes, start) === bytes;
  } catch {
    return false;
  }
}

/** First byte and length of a block. */
const spanOf = ({ bytes }: DiskFile, index: number): [number, number] => {
  const first = index * BLOCK_BYTES;
  return [first, Math.min(BLOCK_BYTES, bytes - first)];
};

const stretchOf = (place: number): number => Math.floor(place / WARM_BYTES);

function readSome({ fd, warm }: DiskFile, buffer: Buffer, start: number, length: number) {
  return new Promise<number>((resolve, reject) => {
    read(fd, buffer, 0, length, start, (error, got) => {
      if (error) return reject(error);
      if (got === length) warm.fill(1, stretchOf(start), stretchOf(start + length - 1) + 1);
      resolve(got);
    });
  });
}
