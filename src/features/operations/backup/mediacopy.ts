/** Copies the files that a database refers to into an archive, each once. */
import { type Archive, CONTENTS, DamagedObject } from "../../../platform/archive/archive.ts";
import { digestOf, type MediaKey } from "../../../platform/media/key.ts";
import { type MediaStore, MissingFile, ShortFile } from "../../../platform/media/store.ts";

export type Copied = Readonly<{
  files: number;
  bytes: number;
  /** Keys without a file, or with one that is not what its key says. */
  missing: readonly MediaKey[];
}>;

/** Files copied at the same time. */
const AT_A_TIME = 4;

/** Copies the files of `keys` that the archive lacks. */
export async function copyMedia(
  media: MediaStore,
  archive: Archive,
  keys: readonly MediaKey[],
  signal: AbortSignal,
): Promise<Copied> {
  const present = new Set<string>();
  for await (const { name } of archive.place.list(CONTENTS)) present.add(name);
  const waiting = keys.values();
  const missing: MediaKey[] = [];
  let files = 0;
  let bytes = 0;
  const work = async () => {
    for (const key of waiting) {
      signal.throwIfAborted();
      const name = archive.nameOf(digestOf(key));
      if (present.has(name)) continue;
      present.add(name);
      const size = await copyFile(media, archive, key);
      if (size === null) missing.push(key);
      else {
        files += 1;
        bytes += size;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return { files, bytes, missing };
}

/** Bytes of the file; null if the media store does not have it as its key says. */
async function copyFile(media: MediaStore, archive: Archive, key: MediaKey) {
  try {
    return await archive.putContent(digestOf(key), await media.read(key));
  } catch (error) {
    const isFault = [MissingFile, ShortFile, DamagedObject].some((kind) => error instanceof kind);
    if (isFault) return null;
    throw error;
  }
}
