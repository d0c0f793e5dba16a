/** A folder to which an edge writes its logs, or into which somebody else copies them. */
import { opendir, stat } from "node:fs/promises";
import path from "node:path";
import { fileBytes } from "../bytes.ts";
import type { LogObject, LogPlace } from "./schema.ts";

export function openLogFolder(folder: string): LogPlace {
  const root = path.resolve(folder);
  return {
    label: `${root}/`,
    isBucket: false,
    list: () => walk(root, ""),
    open: (name) => fileBytes(path.join(root, name)),
  };
}

/** The files below `folder`, one after the other; hidden ones are those that somebody is still copying. */
async function* walk(root: string, folder: string): AsyncGenerator<LogObject> {
  for await (const entry of await opendir(path.join(root, folder))) {
    const name = path.join(folder, entry.name);
    if (entry.name.startsWith(".")) continue;
    if (entry.isDirectory()) yield* walk(root, name);
    const found = entry.isFile() ? await stat(path.join(root, name)).catch(moved) : null;
    if (found !== null)
      yield {
        name,
        version: `${found.size} ${found.mtimeMs}`,
        bytes: found.size,
        modifiedAt: found.mtime,
      };
  }
}

/** It was rotated or deleted since the folder was read. */
function moved(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
