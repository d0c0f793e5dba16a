/** The media store in a folder: `media/<kind>/ab/cd/abcd….mp3` below the data directory. */
import { randomUUID } from "node:crypto";
import {
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
import { checkKey, isMediaKey, keyOf, type MediaKey } from "./key.ts";
import { readPieces } from "./pieces.ts";
import type { MediaStore } from "./store.ts";
import { nothingThere, sweepTmp } from "./tmp.ts";

/** Opens the store below `dataDir`: files in `media/`, incoming ones in `tmp/`. */
export async function openDiskStore(dataDir: string): Promise<MediaStore> {
  const root = path.join(dataDir, "media");
  const tmpDir = path.join(dataDir, "tmp");
  await mkdir(root, { recursive: true });
  await mkdir(tmpDir, { recursive: true });
  /** Two levels of folders keep directories small. */
  const place = (key: MediaKey): string => {
    const [kind = "", name = ""] = checkKey(key).split("/");
    return path.join(root, kind, name.slice(0, 2), name.slice(2, 4), name);
  };
  return {
    tmpDir,
    async put(file, kind, extension) {
      const key = await keyOf(file, kind, extension);
      const target = place(key);
      const created = await mkdir(path.dirname(target), { recursive: true });
      await flush(file);
      await settle(file, target, tmpDir);
      await flushFolders(path.dirname(target), created);
      return key;
    },
    async find(key) {
      const found = await stat(place(key)).catch(nothingThere);
      return found && { bytes: found.size, modifiedAt: found.mtime };
    },
    read: (key, range) => readPieces(place(key), key, range),
    localPath: place,
    async remove(key) {
      await unlink(place(key)).catch(nothingThere);
    },
    kinds: () => readdir(root),
    async *keys(kind) {
      for await (const name of walk(path.join(root, kind), 2))
        if (isMediaKey(`${kind}/${name}`)) yield `${kind}/${name}`;
    },
    removeUnfinished: (now) => sweepTmp(tmpDir, now),
  };
}

/**
 * Makes `target` be `file`, young. A link is at once whole and costs nothing; where the file system
 * has none, or `file` lies on another, a copy takes its place in one step.
 */
async function settle(file: string, target: string, tmpDir: string): Promise<void> {
  await link(file, target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return;
    if (!["EXDEV", "EPERM", "ENOTSUP", "EMLINK"].includes(error.code ?? "")) throw error;
    const copy = path.join(tmpDir, `put-${randomUUID()}`);
    try {
      await copyFile(file, copy);
      await flush(copy);
      await rename(copy, target);
    } finally {
      await rm(copy, { force: true });
    }
  });
  const now = new Date();
  // A sweep may have been faster, if nobody held it off.
  const gone = (await utimes(target, now, now).catch(nothingThere)) === null;
  if (gone) await settle(file, target, tmpDir);
}

/** Names of the files `depth` folders below `folder`, one folder at a time in memory. */
async function* walk(folder: string, depth: number): AsyncGenerator<string> {
  const names = (await readdir(folder).catch(nothingThere)) ?? [];
  for (const name of names)
    if (depth === 0) yield name;
    else yield* walk(path.join(folder, name), depth - 1);
}

/** `folder` and, when folders were made on the way to it, those that hold them. */
async function flushFolders(folder: string, firstCreated: string | undefined): Promise<void> {
  await flush(folder);
  if (firstCreated === undefined) return;
  for (let each = folder; each.length >= firstCreated.length; each = path.dirname(each))
    await flush(path.dirname(each));
}

/** fsync of a file or folder: what the database will refer to must survive a power cut. */
async function flush(target: string): Promise<void> {
  await using handle = await open(target, "r");
  await handle.sync();
}
