/** Takes files into the media store for rows that will refer to them. */
import type { Executor } from "../../platform/db/database.ts";
import type { MediaKey } from "../../platform/media/key.ts";
import type { MediaStore } from "../../platform/media/store.ts";
import { holdOffSweep } from "./store.ts";

/** A file on this machine, and what it will be in the store. */
export type IncomingFile = Readonly<{ path: string; kind: string; extension: string }>;

/**
 * Puts `files` and returns their keys by the same names. Call it in the transaction that will refer
 * to them, when nothing is left that could refuse the write: the sweep stands still until it ends.
 * What is large should be put once before that transaction, which then only looks it up.
 */
export async function keepFiles<Name extends string>(
  db: Executor,
  media: MediaStore,
  files: Readonly<Record<Name, IncomingFile>>,
): Promise<Record<Name, MediaKey>> {
  await holdOffSweep(db);
  const keys = {} as Record<Name, MediaKey>;
  for (const name of Object.keys(files) as Name[]) {
    const { path, kind, extension } = files[name];
    keys[name] = await media.put(path, kind, extension);
  }
  return keys;
}
