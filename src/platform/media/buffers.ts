/** Buffers that reading goes through: used again, because a new 64 KiB costs more than its filling. */

/** What a read fills at once, in bytes. A stalled client holds one of these. */
export const BUFFER_BYTES = 131_072;
/** Kept for the next read; 8 MiB. More are made when more are needed, and left to the collector. */
const MAX_FREE = 64;

export type Buffers = Readonly<{
  /** A buffer of `BUFFER_BYTES` with anything in it. */
  take(): Buffer;
  /** Only when nobody reads from it any more, the kernel included. */
  give(buffer: Buffer): void;
}>;

export function createBuffers(): Buffers {
  const free: Buffer[] = [];
  return {
    take: () => free.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES),
    give(buffer) {
      if (free.length < MAX_FREE) free.push(buffer);
    },
  };
}
