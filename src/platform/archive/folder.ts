/** An archive in a folder of this machine, or one that is mounted here. */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { nothingThere } from "../media/tmp.ts";
import { type ArchivePlace, MissingObject } from "./place.ts";

/** Part of the names of files that are still being written; no list contains them. */
const UNFINISHED = ".part-";

/** Opens `root`, and creates it with the first object. */
export function openFolder(root: string): ArchivePlace {
  const label = `the folder ${root}`;
  const pathOf = (name: string) => path.join(root, name);
  return {
    label,
    async put(name, body) {
      const target = pathOf(name);
      const part = `${target}${UNFINISHED}${randomUUID()}`;
      const created = await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      try {
        await pipeline(body, createWriteStream(part, { mode: 0o600, flush: true }));
        await rename(part, target);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
      await flushFolders(path.dirname(target), created);
    },
    async get(name) {
      const handle = await open(pathOf(name)).catch(nothingThere);
      if (handle === null) throw new MissingObject(label, name);
      return handle.createReadStream({ highWaterMark: 262_144 });
    },
    async *list(prefix) {
      for await (const name of walk(root, prefix)) {
        const found = name.includes(UNFINISHED)
          ? null
          : await stat(pathOf(name)).catch(nothingThere);
        if (found !== null) yield { name, bytes: found.size };
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async removeUnfinished() {
      for await (const name of walk(root, ""))
        if (name.includes(UNFINISHED)) await rm(pathOf(name), { force: true });
    },
  };
}

/** The names of all files below `prefix`. */
async function* walk(root: string, prefix: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, prefix), { withFileTypes: true }).catch(
    nothingThere,
  );
  for (const entry of entries ?? [])
    if (entry.isDirectory()) yield* walk(root, `${prefix}${entry.name}/`);
    else yield `${prefix}${entry.name}`;
}

/** Makes the entries of `folder` durable and, if folders were created, those of the folders above. */
async function flushFolders(folder: string, firstCreated: string | undefined): Promise<void> {
  const flush = async (one: string) => {
    await using handle = await open(one);
    await handle.sync();
  };
  await flush(folder);
  if (firstCreated === undefined) return;
  for (let one = folder; one.length >= firstCreated.length; one = path.dirname(one))
    await flush(path.dirname(one));
}
