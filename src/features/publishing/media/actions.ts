/** Puts files into the media store for rows that will refer to them. */
import { stat } from "node:fs/promises";
import type { Executor } from "../../../platform/db/database.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import type { MediaStore } from "../../../platform/media/store.ts";
import { holdOffSweep } from "./store.ts";

/** A local file, and its kind and extension in the store. */
export type IncomingFile = Readonly<{ path: string; kind: string; extension: string }>;

/**
 * Stores `files` and returns their keys under the same names. Call it in the transaction that will refer to them, when
 * only the quota can still make the write fail: the sweep waits until that transaction ends. Large files should be staged
 * instead.
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

/** A local file that is in the media store already, with no row that refers to it yet. */
export type StagedFile = IncomingFile & Readonly<{ key: MediaKey; bytes: number }>;

/**
 * Stores a large file outside of any transaction, because that takes long. If no transaction refers to it afterwards,
 * the sweep deletes it.
 */
export async function stageFile(media: MediaStore, file: IncomingFile): Promise<StagedFile> {
  const { size: bytes } = await stat(file.path);
  return { ...file, bytes, key: await media.put(file.path, file.kind, file.extension) };
}

/** Keeps staged files in the transaction that will refer to them: until it ends, the sweep deletes none of them. */
export async function keepStaged(
  db: Executor,
  media: MediaStore,
  staged: readonly StagedFile[],
): Promise<void> {
  await holdOffSweep(db);
  // A sweep may have deleted them before the transaction.
  for (const { key, path, kind, extension } of staged)
    if ((await media.find(key)) === null) await media.put(path, kind, extension);
}
