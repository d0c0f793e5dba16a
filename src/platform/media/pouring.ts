/** Bytes of stored files for a receiver: at its pace, and with one buffer at a time. */
import { read, readSync } from "node:fs";
import { BUFFER_BYTES, type Buffers, SMALL_BYTES } from "./buffers.ts";
import type { MediaKey } from "./key.ts";
import { type MediaStore, ShortFile } from "./store.ts";

/** Takes the next bytes; they may change when it resolves. False: no more are wanted. */
export type Take = (piece: Buffer) => Promise<boolean>;

export type Part = Readonly<{ key: MediaKey; start: number; bytes: number }>;

/** A file on this machine's disk. */
export type DiskFile = Readonly<{
  fd: number;
  /** 1 for each block of `WARM_BYTES` that was read since the file was opened. */
  warm: Uint8Array;
}>;

/** The kernel reads ahead by more than this: a block that was touched is there as a whole. */
const WARM_BYTES = 16_384;

export const diskFile = (fd: number, bytes: number): DiskFile => ({
  fd,
  warm: new Uint8Array(Math.ceil(bytes / WARM_BYTES)),
});

/**
 * Gives a part of the file to `take`, piece by piece, each when the one before is taken. Returns
 * whether all were wanted. Throws `ShortFile` when the file does not hold them. Reading is done by
 * the thread pool, so that a slow disk holds nobody up.
 */
export async function pourFile(
  file: DiskFile,
  { key, start, bytes }: Part,
  buffers: Buffers,
  take: Take,
): Promise<boolean> {
  let quick = 0;
  for (let done = 0; done < bytes; ) {
    const size = quick < TRUSTED_BYTES ? SMALL_BYTES : BUFFER_BYTES;
    const buffer = buffers.take(size);
    const got = await readSome(file, buffer, start + done, Math.min(size, bytes - done));
    if (got === 0) throw new ShortFile(key, done, bytes);
    done += got;
    const before = performance.now();
    // What was not wanted to its end may still be in the kernel's hands: it is not used again.
    if (!(await take(got === size ? buffer : buffer.subarray(0, got)))) return false;
    quick = performance.now() - before > SLOW_MS ? 0 : quick + got;
    buffers.give(buffer);
  }
  return true;
}

/** So much must have gone quickly before pieces grow: less may only have filled the kernel's buffers. */
const TRUSTED_BYTES = 4 * 2 ** 20;
/** A piece that takes longer was waited for by nobody. */
const SLOW_MS = 50;

const blockOf = (place: number): number => Math.floor(place / WARM_BYTES);

function readSome({ fd, warm }: DiskFile, buffer: Buffer, start: number, length: number) {
  return new Promise<number>((resolve, reject) => {
    read(fd, buffer, 0, length, start, (error, got) => {
      if (error) return reject(error);
      if (got === length) warm.fill(1, blockOf(start), blockOf(start + length - 1) + 1);
      resolve(got);
    });
  });
}

/**
 * Fills the front of `buffer` at once with bytes that were read in the last half minute: the kernel
 * has them in its cache, and a range of 64 KiB is spared two changes of thread, half of its cost.
 * False when some were not, or cannot be read: the slow way will tell why.
 */
export function readWarm({ fd, warm }: DiskFile, buffer: Buffer, { start, bytes }: Part): boolean {
  const cold = warm.indexOf(0, blockOf(start));
  if (cold !== -1 && cold <= blockOf(start + bytes - 1)) return false;
  try {
    return readSync(fd, buffer, 0, bytes, start) === bytes;
  } catch {
    return false;
  }
}

/** The same from a store that streams. */
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
