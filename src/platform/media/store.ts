/** The interface of the media store: files under content-addressed keys, wherever they are stored. */
import type { Readable } from "node:stream";
import type { MediaKey } from "./key.ts";

export type StoredFile = { bytes: number; modifiedAt: Date };

/** Bytes `start` to `end`, both inclusive and inside the file. */
export type ByteRange = Readonly<{ start: number; end: number }>;

export type MediaStore = Readonly<{
  /** Local folder for incoming files. */
  tmpDir: string;
  /**
   * Stores a copy of `file`, durable when this resolves. The same bytes give the same key; a file that already exists
   * counts as modified now, so that a sweep by age keeps it. The caller still owns `file` and may remove it, but not
   * write to it.
   */
  put(file: string, kind: string, extension: string): Promise<MediaKey>;
  find(key: MediaKey): Promise<StoredFile | null>;
  /**
   * The bytes of the file or of a range; if they cannot be read completely, the stream ends with an error. Rejects with
   * `MissingFile` if there is no such file. The caller must read or destroy the stream.
   */
  read(key: MediaKey, range?: ByteRange): Promise<Readable>;
  /** Path of the file on this machine; null in a store that is not a folder. */
  localPath(key: MediaKey): string | null;
  /** Also succeeds if there is no such file. */
  remove(key: MediaKey): Promise<void>;
  /** All keys, or all keys of a kind, unordered. */
  keys(kind?: string): AsyncIterable<MediaKey>;
  /** Removes unfinished uploads of earlier processes, here and in the store. */
  removeUnfinished(now: Date): Promise<void>;
}>;

/** No file has this key: it was removed or never existed. */
export class MissingFile extends Error {
  override name = "MissingFile";
  constructor(key: MediaKey) {
    super(`the media store has no file ${key}`);
  }
}

/** The file ends before the end of the requested range. */
export class ShortFile extends Error {
  override name = "ShortFile";
  constructor(key: MediaKey, got: number, wanted: number) {
    super(`${key} gave ${got} bytes of ${wanted}`);
  }
}

/** The store does not respond or is too busy; a retry may succeed. */
export class MediaAway extends Error {
  override name = "MediaAway";
}
