/** Reads pieces of a file on disk: from the memory cache if possible, otherwise into a buffer. */
import { read, readSync } from "node:fs";
import type { CacheCounts } from "../metrics/caches.ts";
import {
  acquireBlock,
  BLOCK_BYTES,
  type Block,
  type Blocks,
  type FileBlocks,
  fileBlocksOf,
  keepBlock,
  releaseBlock,
} from "./blocks.ts";
import type { Buffers } from "./buffers.ts";

/** A file on this machine's disk. */
export type DiskFile = Readonly<{
  fd: number;
  bytes: number;
  /** 1 for each stretch of `WARM_BYTES` that was read since the file was opened. */
  warm: Uint8Array;
  shelf: FileBlocks;
}>;

/** Buffers and cached blocks, shared by all files. `counts`: pieces that were in a cached block, or were not. */
export type Memory = Readonly<{ buffers: Buffers; blocks: Blocks; counts: CacheCounts }>;

/** `free` must be called once, with whether it is certain that nothing reads its bytes any more. */
export type Piece = Readonly<{ bytes: Buffer; free(done: boolean): void }>;

/** The kernel reads ahead by more than this: a stretch that was touched is completely in memory. */
const WARM_BYTES = 16_384;

export const diskFile = (fd: number, bytes: number): DiskFile => ({
  fd,
  bytes,
  shelf: fileBlocksOf(bytes),
  warm: new Uint8Array(Math.ceil(bytes / WARM_BYTES)),
});

export const blockAt = (place: number): number => Math.floor(place / BLOCK_BYTES);

/** Up to `most` bytes of one block from `start` on, if it is in memory. */
export function heldPiece(
  { shelf }: DiskFile,
  { counts }: Memory,
  { start, most }: Readonly<{ start: number; most: number }>,
): Piece | null {
  const block = acquireBlock(shelf, blockAt(start));
  (block === null ? counts.misses : counts.hits).value += 1;
  return block && pieceOf(block, start, most);
}

/** Whether the block that contains byte `place` is in memory. */
export const isHeld = ({ shelf }: DiskFile, place: number): boolean =>
  shelf.blocks[blockAt(place)] !== undefined;

function pieceOf(block: Block, start: number, most: number): Piece | null {
  const from = start % BLOCK_BYTES;
  if (from >= block.bytes) {
    releaseBlock(block, true);
    return null;
  }
  const bytes = block.buffer.subarray(from, Math.min(from + most, block.bytes));
  return { bytes, free: (done) => releaseBlock(block, done) };
}

/**
 * Reads up to `most` bytes of one block from `start` on with the thread pool; null if the file is too short. `again`:
 * it was requested before, so the whole block may be cached.
 */
export async function readPiece(
  file: DiskFile,
  memory: Memory,
  { start, most, again }: Readonly<{ start: number; most: number; again: boolean }>,
): Promise<Piece | null> {
  const index = blockAt(start);
  const block = again ? memory.blocks.place(file.shelf.requests[index] ?? 0) : null;
  if (block !== null) {
    const [first, length] = spanOf(file, index);
    const got = await readSome(file, block.buffer, first, length).catch(() => 0);
    if (got === length) {
      keepBlock(block, file.shelf, index, length);
      return pieceOf(block, start, most);
    }
    // Continues as without a cache: this reports the error and returns what there is.
    releaseBlock(block, true);
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
 * Reads `most` bytes of one block from `start` on synchronously: what was read in the last half minute is in the
 * kernel's cache, and a range of 64 KiB avoids two thread switches, half of its cost. Null if that is not so or the
 * read fails: the asynchronous path will report the error.
 */
export function readNow(
  file: DiskFile,
  memory: Memory,
  { start, most }: Readonly<{ start: number; most: number }>,
): Piece | null {
  const index = blockAt(start);
  const requests = file.shelf.requests[index] ?? 0;
  const [first, length] = spanOf(file, index);
  if (requests > 0 && isWarm(file, first, length)) {
    const block = memory.blocks.place(requests + 1);
    if (block !== null && readAtOnce(file, block.buffer, first, length)) {
      keepBlock(block, file.shelf, index, length);
      return pieceOf(block, start, most);
    }
    if (block !== null) releaseBlock(block, true);
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
