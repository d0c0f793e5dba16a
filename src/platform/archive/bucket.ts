/** An archive in a bucket of an S3 object store, or in a part of one. */
import type { Readable } from "node:stream";
import {
  type BucketTimeouts,
  connectBucket,
  getObject,
  listObjects,
  removeObject,
} from "../media/bucket.ts";
import type { BucketPlace } from "../media/place.ts";
import { abortOldUploads, sendStream } from "../media/uploads.ts";
import { type ArchivePlace, MissingObject } from "./place.ts";

/** Nobody waits for an archive, so a slow store gets more time than listeners would grant it. */
const PATIENCE: BucketTimeouts = {
  connectMs: 10_000,
  answerMs: 120_000,
  silenceMs: 120_000,
  attempts: 5,
};
const PAGE = 1000;

/** Opens the bucket; sends no request yet. */
export function openBucketPlace(bucket: BucketPlace): ArchivePlace {
  const connection = connectBucket(bucket, PATIENCE);
  const label = `the bucket ${bucket.bucket}/${bucket.prefix}`;
  return {
    label,
    put: (name, body) => sendStream(connection, bucket.prefix + name, body),
    async get(name): Promise<Readable> {
      const answer = await getObject(connection, bucket.prefix + name, undefined);
      if (typeof answer === "string") throw new MissingObject(label, name);
      return answer.body;
    },
    async *list(prefix) {
      for await (const { name, bytes } of listObjects(connection, bucket.prefix + prefix, PAGE))
        yield { name: name.slice(bucket.prefix.length), bytes };
    },
    remove: (name) => removeObject(connection, bucket.prefix + name),
    removeUnfinished: () => abortOldUploads(connection, bucket.prefix, new Date()),
  };
}
