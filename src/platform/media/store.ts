/** The media store: files under content-addressed keys, on disk. */
import { createHash } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { link, mkdir, open, readdir, rm, stat, unlink, utimes } from "node:fs/promises";
import path from "node:path";

/** `<kind>/<sha256>.<extension>`; made by `put` alone, never from names people send. */
export type MediaKey = string;

export type StoredFile = { bytes: number; modifiedAt: Date };

export type MediaStore = Readonly<{
  /** Folder for files on their way in; on the same file system as the store. */
  tmpDir: string;
  /**
   * Takes a copy of `file` into the store, on disk for good when this returns. Same bytes, same
   * key; what was there already counts as modified now, so that a sweep by age leaves it.
   */
  put(file: string, kind: string, extension: string): Promise<MediaKey>;
  find(key: MediaKey): Promise<StoredFile | null>;
  /** Bytes `start` to `end`, both inclusive; the whole file without them. */
  read(key: MediaKey, range?: { start: number; end: number }): ReadStream;
  remove(key: MediaKey): Promise<void>;
  /** Every key of a kind, in no order. */
  keys(kind: string): AsyncIterable<MediaKey>;
}>;

const KEY = /^[a-z-]+\/[0-9a-f]{64}\.[a-z0-9]+$/;

/** Opens the store below `dataDir`: files in `media/`, incoming ones in `tmp/`. */
export async function openMediaStore(dataDir: string): Promise<MediaStore> {
  const root = path.join(dataDir, "media");
  const tmpDir = path.join(dataDir, "tmp");
  await mkdir(root, { recursive: true });
  await mkdir(tmpDir, { recursive: true });
  /** Two levels of folders keep directories small: `audio/ab/cd/abcd….mp3`. */
  const place = (key: MediaKey): string => {
    if (!KEY.test(key)) throw new Error(`not a media key: ${key}`);
    const [kind = "", name = ""] = key.split("/");
    return path.join(root, kind, name.slice(0, 2), name.slice(2, 4), name);
  };
  return {
    tmpDir,
    async put(file, kind, extension) {
      const key = `${kind}/${await sha256Of(file)}.${extension}`;
      const target = place(key);
      await mkdir(path.dirname(target), { recursive: true });
      await flush(file);
      await link(file, target).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "EEXIST") throw error;
        return touch(target);
      });
      await flush(path.dirname(target));
      return key;
    },
    async find(key) {
      const found = await stat(place(key)).catch(nothingThere);
      return found && { bytes: found.size, modifiedAt: found.mtime };
    },
    read: (key, range) => createReadStream(place(key), range),
    async remove(key) {
      await unlink(place(key)).catch(nothingThere);
    },
    async *keys(kind) {
      const folder = path.join(root, kind);
      for (const entry of await readdir(folder, { recursive: true }).catch(() => [])) {
        const key = `${kind}/${path.basename(entry)}`;
        if (KEY.test(key)) yield key;
      }
    },
  };
}

/** Removes what earlier processes left in `tmpDir` and nobody has touched for an hour. */
export async function sweepTmp(tmpDir: string, now: Date): Promise<void> {
  for (const entry of await readdir(tmpDir)) {
    const full = path.join(tmpDir, entry);
    const touched = await lastTouched(full);
    if (now.getTime() - touched > 3_600_000) await rm(full, { recursive: true, force: true });
  }
}

/** A folder's own time stands still while a file in it grows: the youngest of both counts. */
async function lastTouched(full: string): Promise<number> {
  const inside = await readdir(full, { recursive: true }).catch(() => []);
  const all = [full, ...inside.map((name) => path.join(full, name))];
  const times = all.map(async (each) => (await stat(each).catch(nothingThere))?.mtimeMs ?? 0);
  return Math.max(...(await Promise.all(times)));
}

function touch(file: string): Promise<void> {
  const now = new Date();
  return utimes(file, now, now);
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code !== "ENOENT") throw error;
  return null;
}

async function sha256Of(file: string): Promise<string> {
  const digest = createHash("sha256");
  for await (const chunk of createReadStream(file)) digest.update(chunk as Buffer);
  return digest.digest("hex");
}

/** fsync of a file or folder: what the database will refer to must survive a power cut. */
async function flush(target: string): Promise<void> {
  const handle = await open(target, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
