/** The media store in a folder: `media` below the data directory. */
import { randomUUID } from "node:crypto";
import {
  chmod,
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  unlink,
  utimes,
} from "node:fs/promises";
import path from "node:path";
import { keyAt, keyOf, type MediaKey, pathOf } from "./key.ts";
import { streamFromDisk } from "./pieces.ts";
import type { MediaStore } from "./store.ts";
import { nothingThere, sweepTmp } from "./tmp.ts";

/** The folder of copies that are not complete; no key is named like it. */
const COPIES = ".copies";

/** Opens the store below `dataDir`: stored files in `media/`, incoming ones in `tmp/`. */
export async function openDiskStore(dataDir: string): Promise<MediaStore> {
  const root = path.join(dataDir, "media");
  const tmpDir = path.join(dataDir, "tmp");
  await mkdir(root, { recursive: true, mode: 0o700 });
  await mkdir(tmpDir, { recursive: true, mode: 0o700 });
  // Beside the files, because `tmp` may be on another disk.
  const copies = path.join(root, COPIES);
  await mkdir(copies, { recursive: true, mode: 0o700 });
  const place = (key: MediaKey): string => path.join(root, pathOf(key));
  return {
    tmpDir,
    async put(file, kind, extension) {
      const key = await keyOf(file, kind, extension);
      const target = place(key);
      const created = await mkdir(path.dirname(target), { recursive: true });
      await flush(file);
      await settle(file, target, copies);
      // A hard link shares the permissions of the original, which another user's program may have been allowed to read.
      await chmod(target, 0o600);
      await flushFolders(path.dirname(target), created);
      return key;
    },
    async find(key) {
      const found = await stat(place(key)).catch(nothingThere);
      return found && { bytes: found.size, modifiedAt: found.mtime };
    },
    read: (key, range) => streamFromDisk(place(key), key, range),
    localPath: place,
    async remove(key) {
      await unlink(place(key)).catch(nothingThere);
    },
    async *keys(kind) {
      const all = kind === undefined ? walk(root, "", 4) : walk(root, `${kind}/`, 3);
      for await (const file of all) {
        const key = keyAt(file);
        if (key !== null) yield key;
      }
    },
    async removeUnfinished(now) {
      await sweepTmp(tmpDir, now);
      await sweepTmp(copies, now);
    },
  };
}

/**
 * Makes `target` have the content of `file` and a new modification time. A hard link is atomic and free; if the file
 * system does not support links, or `file` is on another one, a copy replaces the target atomically. The same happens
 * if a part of the target was lost on disk.
 */
async function settle(file: string, target: string, copies: string): Promise<void> {
  await link(file, target).catch(async (error: NodeJS.ErrnoException) => {
    const whole = error.code === "EEXIST" && (await sizeOf(target)) === (await sizeOf(file));
    if (!["EEXIST", "EXDEV", "EPERM", "ENOTSUP", "EMLINK"].includes(error.code ?? "")) throw error;
    if (!whole) await replace(target, file, copies);
  });
  const now = new Date();
  // A sweep may have removed it, if nothing blocked the sweep.
  const gone = (await utimes(target, now, now).catch(nothingThere)) === null;
  if (gone) await settle(file, target, copies);
}

const sizeOf = async (file: string) => (await stat(file).catch(nothingThere))?.size ?? -1;

async function replace(target: string, file: string, copies: string): Promise<void> {
  const copy = path.join(copies, randomUUID());
  try {
    await copyFile(file, copy);
    await flush(copy);
    await rename(copy, target);
  } finally {
    await rm(copy, { force: true });
  }
}

/** The entries `depth` folders deep at `at` below `root`, with one folder at a time in memory. */
async function* walk(root: string, at: string, depth: number): AsyncGenerator<string> {
  for (const name of await readdir(path.join(root, at)).catch(nothingToList))
    if (depth === 1) yield at + name;
    else yield* walk(root, `${at}${name}/`, depth - 1);
}

/** The folder is gone, or there is a file where the store has only folders. */
function nothingToList(error: NodeJS.ErrnoException): string[] {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
  return [];
}

/** Syncs `folder` and, if folders above it were created, their parents. */
async function flushFolders(folder: string, firstCreated: string | undefined): Promise<void> {
  await flush(folder);
  if (firstCreated === undefined) return;
  for (let each = folder; each.length >= firstCreated.length; each = path.dirname(each))
    await flush(path.dirname(each));
}

/** fsync of a file or folder: what the database will refer to must survive a power failure. */
async function flush(target: string): Promise<void> {
  await using handle = await open(target, "r");
  await handle.sync();
}
