/**
 * Reuses read buffers: taking and filling one of 128 KiB takes 1 µs, and 180 µs if it is newly allocated
 * (`npm run bench -- tricks buffers`).
 */

/** Size of a read in bytes for a client that keeps up. */
export const BUFFER_BYTES = 131_072;
/** The same for a client that does not, or is still unknown: a stalled client holds one of these. */
export const SMALL_BYTES = 32_768;
/**
 * Number of free buffers kept per size; 10 MiB in total. Further ones are allocated when needed and garbage-collected.
 */
const MAX_FREE = 64;

export type Buffers = Readonly<{
  /** A buffer of at least this many bytes, `BUFFER_BYTES` at most, with undefined content. */
  take(bytes: number): Buffer;
  /** Returns a buffer that nothing reads from any more, including the kernel. */
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
