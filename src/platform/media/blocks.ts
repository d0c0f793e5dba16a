/** Blocks of files that many ask for, kept in memory: sending them takes no read and no thread. */
import { BUFFER_BYTES } from "./buffers.ts";

/** Files are divided into blocks of so many bytes; the last one of a file is shorter. */
export const BLOCK_BYTES = BUFFER_BYTES;
/** 64 MiB in all; made when they are needed. */
export const MOST_BLOCKS = 512;
/** Counting further would keep what was popular once. */
const MOST_ASKED = 255;

/** A place in memory, and what of which file is in it. */
export type Block = {
  buffer: Buffer;
  /** As much of the buffer as is the file's. */
  bytes: number;
  /** Answers that send from it now: as long as there are any it stays what it is. */
  readers: number;
  /** How often it was asked for, less how often others were looked for a place and passed it by. */
  worth: number;
  /** Where it can be found; null: nowhere any more. */
  shelf: Shelf | null;
  index: number;
  /** A connection that broke may still have it: its buffer is left to the collector. */
  lent: boolean;
};

/** The blocks of an open file by their number, and how often each was asked for since it was opened. */
export type Shelf = Readonly<{ blocks: (Block | undefined)[]; asked: Uint8Array }>;

export type Blocks = Readonly<{
  /**
   * A place for a block that was asked for `asked` times; null when what would go for it is worth
   * more. The caller fills it, and calls `shelve` or `release`.
   */
  place(asked: number): Block | null;
}>;

export const shelfOf = (bytes: number): Shelf => {
  const count = Math.ceil(bytes / BLOCK_BYTES);
  return { blocks: Array.from({ length: count }, () => undefined), asked: new Uint8Array(count) };
};

/** Notes that an answer needs bytes of block `index`. Returns whether it was asked for before. */
export function ask({ blocks, asked }: Shelf, index: number): boolean {
  const before = asked[index] ?? 0;
  asked[index] = Math.min(before + 1, MOST_ASKED);
  const block = blocks[index];
  if (block !== undefined) block.worth = asked[index];
  return before > 0;
}

export function createBlocks(mostBlocks: number): Blocks {
  const all: Block[] = [];
  let hand = 0;
  return {
    place(asked) {
      if (all.length < mostBlocks) {
        const made = emptyBlock();
        all.push(made);
        return made;
      }
      const block = all[hand];
      hand = (hand + 1) % all.length;
      if (block === undefined || block.readers > 0) return null;
      // One look for each who asks: where far more is asked for than there is room, little is moved.
      if (block.shelf !== null && block.worth >= asked) {
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
  ...{ bytes: 0, readers: 1, worth: 0, shelf: null, index: 0, lent: false },
});

/** Lets everybody find a filled block, unless another one was faster. */
export function shelve(block: Block, shelf: Shelf, index: number, bytes: number): void {
  block.bytes = bytes;
  if (shelf.blocks[index] !== undefined) return;
  shelf.blocks[index] = block;
  Object.assign(block, { shelf, index, worth: shelf.asked[index] ?? 0 });
}

function unshelve(block: Block): void {
  if (block.shelf !== null) block.shelf.blocks[block.index] = undefined;
  block.shelf = null;
}

/** The block of a file, held for the caller; null when it is not in memory. */
export function hold({ blocks }: Shelf, index: number): Block | null {
  const block = blocks[index];
  if (block === undefined) return null;
  block.readers += 1;
  return block;
}

/** `done`: nobody reads from its buffer on the caller's behalf any more, the kernel included. */
export function release(block: Block, done: boolean): void {
  block.readers -= 1;
  if (!done) block.lent = true;
}

/** Gives up all blocks of a file that is closed. */
export function clear({ blocks }: Shelf): void {
  for (const block of blocks) if (block !== undefined) unshelve(block);
}
