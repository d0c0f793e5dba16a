/** Buffers that reading goes through: used again, because a new 64 KiB costs more than its filling. */

/** What a read fills at once, in bytes, for a client that keeps up. */
export const BUFFER_BYTES = 131_072;
/** The same for one that does not, or is not known yet: a stalled client holds one of these. */
export const SMALL_BYTES = 32_768;
/** Kept of each size for the next read; 10 MiB. More are made when needed, and left to the collector. */
const MAX_FREE = 64;

export type Buffers = Readonly<{
  /** A buffer for so many bytes, `BUFFER_BYTES` at most, with anything in it. */
  take(bytes: number): Buffer;
  /** Only when nobody reads from it any more, the kernel included. */
  give(buffer: Buffer): void;
}>;

export function createBuffers(): Buffers {
  const large: Buffer[] = [];
  const small: Buffer[] = [];
  return {
    take: (bytes) =>
      bytes > SMALL_BYTES
        ? (large.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES))
        : (small.pop() ?? Buffer.allocUnsafeSlow(SMALL_BYTES)),
    give(buffer) {
      const free = buffer.length === BUFFER_BYTES ? large : small;
      if (free.length < MAX_FREE) free.push(buffer);
    },
  };
}
