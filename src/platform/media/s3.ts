/** The media store in a bucket, or in a part of one. */
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import {
  type Bucket,
  type BucketTimeouts,
  connectBucket,
  findObject,
  getObject,
  listObjects,
  removeObject,
  touchObject,
} from "./bucket.ts";
import { keyAt, keyOf, type MediaKey, pathOf } from "./key.ts";
import type { BucketPlace } from "./place.ts";
import { resume } from "./resume.ts";
import { type ByteRange, type MediaStore, MissingFile, ShortFile } from "./store.ts";
import { sweepTmp } from "./tmp.ts";
import { abortOldUploads, sendFile } from "./uploads.ts";

const PATIENCE: BucketTimeouts = {
  connectMs: 5000,
  answerMs: 60_000,
  silenceMs: 30_000,
  attempts: 3,
};

/** Younger files are not renewed: this is far below the age that sweeps use. */
const RENEW_AFTER_MS = 600_000;

/** Opens the store of `place`; incoming files in `tmp/` below `dataDir`. Sends no request yet. */
export async function openS3Store(
  place: BucketPlace,
  dataDir: string,
  { patience = PATIENCE, renewAfterMs = RENEW_AFTER_MS, pageSize = 1000 } = {},
): Promise<MediaStore> {
  const tmpDir = path.join(dataDir, "tmp");
  await mkdir(tmpDir, { recursive: true });
  const bucket = connectBucket(place, patience);
  const nameOf = (key: MediaKey) => `${place.prefix}${pathOf(key)}`;
  return {
    tmpDir,
    async put(file, kind, extension) {
      const key = await keyOf(file, kind, extension);
      const name = nameOf(key);
      const { size } = await stat(file);
      const found = await findObject(bucket, name);
      if (found === null || found.bytes !== size) await send(bucket, name, file, size);
      else if (Date.now() - found.modifiedAt.getTime() >= renewAfterMs)
        if (!(await touchObject(bucket, name, found))) await send(bucket, name, file, size);
      return key;
    },
    find: async (key) => findObject(bucket, nameOf(key)),
    read: async (key, range) => readObject(bucket, nameOf(key), key, range),
    localPath: () => null,
    remove: async (key) => removeObject(bucket, nameOf(key)),
    async *keys(kind) {
      const below = kind === undefined ? place.prefix : `${place.prefix}${kind}/`;
      for await (const { name } of listObjects(bucket, below, pageSize)) {
        const key = keyAt(name.slice(place.prefix.length));
        if (key !== null) yield key;
      }
    },
    async removeUnfinished(now) {
      await sweepTmp(tmpDir, now);
      await abortOldUploads(bucket, place.prefix, now);
    },
  };
}

/** If an upload succeeds but its response is lost, a retry is refused: ask the store for the result. */
async function send(bucket: Bucket, name: string, file: string, size: number): Promise<void> {
  try {
    await sendFile(bucket, name, file);
  } catch (error) {
    const found = await findObject(bucket, name).catch(() => null);
    if (found?.bytes !== size) throw error;
  }
}

async function readObject(
  bucket: Bucket,
  name: string,
  key: MediaKey,
  range: ByteRange | undefined,
): Promise<Readable> {
  const ask = async (wanted: ByteRange | undefined) => {
    const answer = await getObject(bucket, name, wanted);
    if (answer === "missing") throw new MissingFile(key);
    const length = wanted === undefined ? 0 : wanted.end - wanted.start + 1;
    if (answer === "short") throw new ShortFile(key, 0, length);
    const { start, end } = answer.announced;
    if (wanted === undefined || (start <= wanted.start && end >= wanted.end)) return answer;
    answer.body.destroy();
    throw new ShortFile(key, Math.max(0, end - wanted.start + 1), length);
  };
  const first = await ask(range);
  return resume(key, range ?? first.announced, first, ask);
}
