/** Caches blocks of frequently requested files in memory: sending them takes no read and no thread. */
import { BUFFER_BYTES } from "./buffers.ts";

/** Size of the blocks that files are divided into; the last one of a file may be shorter. */
export const BLOCK_BYTES = BUFFER_BYTES;
/** 64 MiB in total; allocated when needed. */
export const MOST_BLOCKS = 512;
/** Higher counts would keep files cached that were popular once. */
const MOST_REQUESTS = 255;

/** A cache slot and the block in it. */
export type Block = {
  buffer: Buffer;
  /** The part of the buffer that the file's block fills. */
  bytes: number;
  /** Responses that are sending from it; while there are any, its content must not change. */
  readers: number;
  /** How often it was requested, minus how often it was considered for eviction and spared. */
  worth: number;
  /** The file's shelf that contains it; null if none does. */
  shelf: FileBlocks | null;
  index: number;
  /** A broken connection may still use it: its buffer is left to the garbage collector. */
  lent: boolean;
};

/** The cached blocks of an open file by index, and how often each was requested since it was opened. */
export type FileBlocks = Readonly<{ blocks: (Block | undefined)[]; requests: Uint8Array }>;

export type Blocks = Readonly<{
  /**
   * A slot for a block after this many requests for it; null if the block that it would replace is worth more. The
   * caller fills it and calls `keepBlock` or `releaseBlock`.
   */
  place(requests: number): Block | null;
}>;

export const fileBlocksOf = (bytes: number): FileBlocks => {
  const count = Math.ceil(bytes / BLOCK_BYTES);
  return {
    blocks: Array.from({ length: count }, () => undefined),
    requests: new Uint8Array(count),
  };
};

/** Counts a request for block `index`. Returns whether it was requested before. */
export function recordUse({ blocks, requests }: FileBlocks, index: number): boolean {
  const before = requests[index] ?? 0;
  requests[index] = Math.min(before + 1, MOST_REQUESTS);
  const block = blocks[index];
  if (block !== undefined) block.worth = requests[index];
  return before > 0;
}

export function createBlocks(mostBlocks: number): Blocks {
  const all: Block[] = [];
  let hand = 0;
  return {
    place(requests) {
      if (all.length < mostBlocks) {
        const made = emptyBlock();
        all.push(made);
        return made;
      }
      const block = all[hand];
      hand = (hand + 1) % all.length;
      if (block === undefined || block.readers > 0) return null;
      // One candidate per request: if far more is requested than fits, little is moved.
      if (block.shelf !== null && block.worth >= requests) {
        block.worth -= 1;
        return null;
      }
      unshelve(block);
      if (block.lent) block.buffer = Buffer.allocUnsafeSlow(BLOCK_BYTES);
      block.lent = false;
      block.readers = 1;
      return block;
    },
  };
}

const emptyBlock = (): Block => ({
  buffer: Buffer.allocUnsafeSlow(BLOCK_BYTES),
  bytes: 0,
  readers: 1,
  worth: 0,
  shelf: null,
  index: 0,
  lent: false,
});

/** Makes a filled block available to others, unless the same block is already cached. */
export function keepBlock(block: Block, shelf: FileBlocks, index: number, bytes: number): void {
  block.bytes = bytes;
  if (shelf.blocks[index] !== undefined) return;
  shelf.blocks[index] = block;
  Object.assign(block, { shelf, index, worth: shelf.requests[index] ?? 0 });
}

function unshelve(block: Block): void {
  if (block.shelf !== null) block.shelf.blocks[block.index] = undefined;
  block.shelf = null;
}

/** The block of a file, held for the caller; null if it is not in memory. */
export function acquireBlock({ blocks }: FileBlocks, index: number): Block | null {
  const block = blocks[index];
  if (block === undefined) return null;
  block.readers += 1;
  return block;
}

/** `done`: nothing reads from its buffer on the caller's behalf any more, including the kernel. */
export function releaseBlock(block: Block, done: boolean): void {
  block.readers -= 1;
  if (!done) block.lent = true;
}

/** Evicts all blocks of a file that is closed. */
export function dropBlocks({ blocks }: FileBlocks): void {
  for (const block of blocks) if (block !== undefined) unshelve(block);
}
