/** The media store as features see it: files under content-addressed keys, wherever they lie. */
import type { Readable } from "node:stream";
import type { MediaKey } from "./key.ts";

export type StoredFile = { bytes: number; modifiedAt: Date };

/** Bytes `start` to `end`, both counted; all of them inside the file. */
export type ByteRange = Readonly<{ start: number; end: number }>;

export type MediaStore = Readonly<{
  /** Local folder for files on their way in. */
  tmpDir: string;
  /**
   * Takes a copy of `file` into the store, there for good when this returns. Same bytes, same key;
   * what was there already counts as modified now, so that a sweep by age leaves it. `file` stays
   * the caller's, who may remove it but not write to it.
   */
  put(file: string, kind: string, extension: string): Promise<MediaKey>;
  find(key: MediaKey): Promise<StoredFile | null>;
  /**
   * The file's bytes, or those of a range; exactly them, else the stream ends in an error. Rejects
   * with `MissingFile` when nothing is there. The caller reads the stream or destroys it.
   */
  read(key: MediaKey, range?: ByteRange): Promise<Readable>;
  /** Where the file would lie on this machine; null in a store that is not a folder. */
  localPath(key: MediaKey): string | null;
  /** Also succeeds when nothing is there. */
  remove(key: MediaKey): Promise<void>;
  /** Every key, or every key of a kind, in no order. */
  keys(kind?: string): AsyncIterable<MediaKey>;
  /** Takes away what earlier processes began and did not finish, here and in the store. */
  removeUnfinished(now: Date): Promise<void>;
}>;

/** No file has this key: it was swept, or never there. */
export class MissingFile extends Error {
  override name = "MissingFile";
  constructor(key: MediaKey) {
    super(`the media store has no file ${key}`);
  }
}

/** The file ends before the range that was asked for does. */
export class ShortFile extends Error {
  override name = "ShortFile";
  constructor(key: MediaKey, got: number, wanted: number) {
    super(`${key} gave ${got} bytes of ${wanted}`);
  }
}

/** The place of the files does not answer now, or is too busy: a matter of time, not of the file. */
export class MediaAway extends Error {
  override name = "MediaAway";
}
