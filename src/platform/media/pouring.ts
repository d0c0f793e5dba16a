/** Bytes of stored files for a receiver: at its pace, and with one buffer at a time. */
import { read, readSync } from "node:fs";
import { BUFFER_BYTES, type Buffers } from "./buffers.ts";
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
 * whether all were wanted. Throws `ShortFile` when the file does not hold them.
 *
 * What was read in the last half minute is in the kernel's cache: the first piece of it is read
 * at once, which saves a range of 64 KiB two changes of thread (docs/delivery.md has the figures).
 * All else is read by the thread pool, so that a slow disk holds nobody up, and so that one quick
 * client lets the others have their turn.
 */
export async function pourFile(
  file: DiskFile,
  { key, start, bytes }: Part,
  buffers: Buffers,
  take: Take,
): Promise<boolean> {
  for (let done = 0; done < bytes; ) {
    const buffer = buffers.take();
    const length = Math.min(BUFFER_BYTES, bytes - done);
    const got = await readSome(file, buffer, { start: start + done, length, first: done === 0 });
    if (got === 0) throw new ShortFile(key, done, bytes);
    done += got;
    // What was not wanted to its end may still be in the kernel's hands: it is not used again.
    if (!(await take(got === BUFFER_BYTES ? buffer : buffer.subarray(0, got)))) return false;
    buffers.give(buffer);
  }
  return true;
}

type Wanted = { start: number; length: number; first: boolean };

function readSome({ fd, warm }: DiskFile, buffer: Buffer, { start, length, first }: Wanted) {
  const [from, to] = [
    Math.floor(start / WARM_BYTES),
    Math.floor((start + length - 1) / WARM_BYTES),
  ];
  const cold = warm.indexOf(0, from);
  if (first && (cold === -1 || cold > to)) return readSync(fd, buffer, 0, length, start);
  return new Promise<number>((resolve, reject) => {
    read(fd, buffer, 0, length, start, (error, got) => {
      if (error) return reject(error);
      if (got === length) warm.fill(1, from, to + 1);
      resolve(got);
    });
  });
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
