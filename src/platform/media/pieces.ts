/** Streams a file from disk: one open, then reads of 256 KiB, and nothing else. */
import { close, open, read } from "node:fs";
import { Readable } from "node:stream";
import type { MediaKey } from "./key.ts";
import { type ByteRange, MissingFile, ShortFile } from "./store.ts";

const PIECE_BYTES = 262_144;

/** Opens `file`, whose key is named in errors. Reading begins immediately, before there is a reader. */
export function readPieces(file: string, key: MediaKey, range?: ByteRange): Promise<Readable> {
  return new Promise((resolve, reject) => {
    open(file, (error, descriptor) => {
      if (error?.code === "ENOENT") return reject(new MissingFile(key));
      if (error) return reject(error);
      const stream = streamOf(descriptor, key, range);
      stream.read(0);
      resolve(stream);
    });
  });
}

function streamOf(descriptor: number, key: MediaKey, range?: ByteRange): Readable {
  const start = range?.start ?? 0;
  const end = range === undefined ? Number.POSITIVE_INFINITY : range.end + 1;
  let position = start;
  let reading: (() => void) | null = null;
  return new Readable({
    highWaterMark: PIECE_BYTES,
    read() {
      const size = Math.min(PIECE_BYTES, end - position);
      if (size <= 0) {
        this.push(null);
        return;
      }
      reading = () => {};
      // Not from the pool, which would hold 256 KiB for as long as a few bytes of them are in use.
      read(descriptor, Buffer.allocUnsafeSlow(size), 0, size, position, (error, got, bytes) => {
        const closeNow = reading;
        reading = null;
        closeNow?.();
        if (this.destroyed) return;
        if (error) return this.destroy(error);
        position += got;
        if (got > 0) this.push(got === size ? bytes : bytes.subarray(0, got));
        else if (range === undefined) this.push(null);
        else this.destroy(new ShortFile(key, position - start, end - start));
      });
    },
    /** The descriptor is closed after its running read: its number could belong to another file then. */
    destroy(error, done) {
      const finish = () => close(descriptor, (failed) => done(error ?? failed));
      if (reading === null) finish();
      else reading = finish;
    },
  });
}
