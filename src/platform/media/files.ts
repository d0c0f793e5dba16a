/** Stored files that are read in many places by many answers: found and opened once for all of them. */
import { read, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { BUFFER_BYTES, type Buffers, createBuffers } from "./buffers.ts";
import type { MediaKey } from "./key.ts";
import type { MediaStore, StoredFile } from "./store.ts";

/** Takes the next bytes; they may change when it resolves. False: no more are wanted. */
export type Take = (piece: Buffer) => Promise<boolean>;

export type MediaFile = StoredFile &
  Readonly<{
    /**
     * Gives the `bytes` bytes from `start` to `take`, piece by piece, each when the one before is
     * taken. Returns whether all were wanted. Throws when the file does not hold them any more.
     */
    pour(start: number, bytes: number, take: Take): Promise<boolean>;
    /** To be called once, when it is not needed any more. */
    release(): void;
  }>;

export type Files = Readonly<{
  /** The file under `key`, also for a while after it was removed; null when there is none. */
  open(key: MediaKey): Promise<MediaFile | null>;
}>;

/** A file is looked up again after so long: what was removed is served no longer than this. */
const REMEMBERED_MS = 30_000;
/** The kernel reads ahead by more than this: a block that was touched is there as a whole. */
const WARM_BYTES = 16_384;
/** Open at once, besides those in use. */
const MAX_REMEMBERED = 256;

type Entry = {
  found: StoredFile;
  handle: FileHandle | null;
  users: number;
  forgotten: boolean;
  /** 1 for each block of `WARM_BYTES` that was read since the file was opened. */
  warm: Uint8Array;
};

/** `media` with its files kept open. Opening costs three trips to the thread pool, reading one. */
export function openFiles(media: MediaStore): Files {
  const buffers = createBuffers();
  const entries = new Map<MediaKey, Promise<Entry | null>>();
  const forget = (key: MediaKey) => {
    const entry = entries.get(key);
    entries.delete(key);
    entry?.then(retire, () => {});
  };
  const remember = (key: MediaKey): Promise<Entry | null> => {
    const oldest = entries.keys().next().value;
    if (entries.size >= MAX_REMEMBERED && oldest !== undefined) forget(oldest);
    const entry = openEntry(media, key);
    entries.set(key, entry);
    const still = () => entries.get(key) === entry && forget(key);
    entry.then(
      (opened) => (opened === null ? still() : setTimeout(still, REMEMBERED_MS).unref()),
      still,
    );
    return entry;
  };
  return {
    async open(key) {
      let entry = await (entries.get(key) ?? remember(key));
      // It may have been closed between being found and being taken.
      while (entry?.forgotten) entry = await (entries.get(key) ?? remember(key));
      return entry && use(media, key, entry, buffers);
    },
  };
}

async function openEntry(media: MediaStore, key: MediaKey): Promise<Entry | null> {
  const place = media.localPath(key);
  if (place === null) {
    const found = await media.find(key);
    return found && entryOf(found, null);
  }
  const handle = await open(place, "r").catch(nothingThere);
  if (handle === null) return null;
  const { size, mtime } = await handle.stat();
  return entryOf({ bytes: size, modifiedAt: mtime }, handle);
}

const entryOf = (found: StoredFile, handle: FileHandle | null): Entry => ({
  ...{ found, handle, users: 0, forgotten: false },
  warm: new Uint8Array(handle === null ? 0 : Math.ceil(found.bytes / WARM_BYTES)),
});

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}

function use(media: MediaStore, key: MediaKey, entry: Entry, buffers: Buffers): MediaFile {
  const { found, handle } = entry;
  entry.users += 1;
  return {
    bytes: found.bytes,
    modifiedAt: found.modifiedAt,
    pour: (start, bytes, take) =>
      handle === null
        ? pourStream(media, key, { start, bytes }, take)
        : pourHandle(entry, handle.fd, buffers, { start, bytes }, take),
    release() {
      entry.users -= 1;
      if (entry.forgotten) closeUnused(entry);
    },
  };
}

function retire(entry: Entry | null): void {
  if (entry === null) return;
  entry.forgotten = true;
  closeUnused(entry);
}

function closeUnused({ users, handle }: Entry): void {
  // Read-only: a close that fails loses nothing.
  if (users === 0) handle?.close().catch(() => {});
}

type Part = { start: number; bytes: number };

/**
 * What was read in the last half minute is in the kernel's cache: the first piece of it is read at
 * once, which halves the cost of a range of 64 KiB (62 instead of 125 µs of CPU, docs/delivery.md).
 * Everything else is read by the thread pool, so that a slow disk holds nobody up, and so that one
 * quick client lets the others have their turn.
 */
async function pourHandle({ warm }: Entry, fd: number, buffers: Buffers, part: Part, take: Take) {
  let position = part.start;
  const end = part.start + part.bytes;
  while (position < end) {
    const buffer = buffers.take();
    const length = Math.min(BUFFER_BYTES, end - position);
    const quick = position === part.start && isWarm(warm, position, length);
    const got = quick
      ? readSync(fd, buffer, 0, length, position)
      : await readAt(fd, buffer, length, position);
    if (got === 0) throw new Error(`a stored file ends at ${position}, before ${end}`);
    if (!quick) markWarm(warm, position, got);
    position += got;
    // What nobody wanted to the end may still be in the kernel's hands: it is not used again.
    if (!(await take(buffer.subarray(0, got)))) return false;
    buffers.give(buffer);
  }
  return true;
}

const blockOf = (position: number): number => Math.floor(position / WARM_BYTES);

/** Whether the kernel has these bytes at hand: they were read since the file was opened. */
function isWarm(warm: Uint8Array, start: number, length: number): boolean {
  const cold = warm.indexOf(0, blockOf(start));
  return cold === -1 || cold > blockOf(start + length - 1);
}

const markWarm = (warm: Uint8Array, start: number, length: number) =>
  warm.fill(1, blockOf(start), blockOf(start + length - 1) + 1);

const readAt = (fd: number, buffer: Buffer, length: number, position: number): Promise<number> =>
  new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, got) => (error ? reject(error) : resolve(got)));
  });

/** From object storage, which streams; one that ends early or goes on too long is an error. */
async function pourStream(media: MediaStore, key: MediaKey, { start, bytes }: Part, take: Take) {
  if (bytes === 0) return true;
  let left = bytes;
  const stream: Readable = await media.read(key, { start, end: start + bytes - 1 });
  for await (const piece of stream as AsyncIterable<Buffer>) {
    left -= piece.length;
    if (left < 0) throw new Error(`the store sent more of ${key} than asked for`);
    if (!(await take(piece))) return false;
  }
  if (left > 0) throw new Error(`the store sent ${left} bytes of ${key} too few`);
  return true;
}
