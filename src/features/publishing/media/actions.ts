/** Puts files into the media store for rows that will refer to them. */
import type { Executor } from "../../../platform/db/database.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { holdOffSweep } from "./store.ts";

/** A local file, and its kind and extension in the store. */
export type IncomingFile = Readonly<{ path: string; kind: string; extension: string }>;

/**
 * Stores `files` and returns their keys under the same names. Call it in the transaction that will refer to them, when
 * only the quota can still make the write fail: the sweep waits until that transaction ends. Large files should also be
 * stored before the transaction, which then only looks them up.
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
