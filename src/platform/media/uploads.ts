/** Uploads files to a bucket, large ones in parts, and removes abandoned parts. */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type MultipartUpload,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { type Bucket, BucketRefusal } from "./bucket.ts";

/** Two parts are sent at the same time: 16 MiB of memory per upload. */
const PART_BYTES = 8_388_608;
const DAY_MS = 86_400_000;

/** Uploads `file`; durable when this resolves. A failed upload leaves no parts behind. */
export const sendFile = (bucket: Bucket, name: string, file: string): Promise<void> =>
  sendStream(bucket, name, createReadStream(file, { highWaterMark: 262_144 }));

/** Uploads what `body` yields, of any length; otherwise like `sendFile`. Destroys `body`. */
export async function sendStream(bucket: Bucket, name: string, body: Readable): Promise<void> {
  try {
    const upload = new Upload({
      client: bucket.client,
      params: { Bucket: bucket.name, Key: name, Body: body },
      partSize: PART_BYTES,
      queueSize: 2,
    });
    await upload.done();
  } finally {
    body.destroy();
  }
}

/** Aborts uploads below `prefix` that began more than a day before `now`, if the store can list them. */
export async function abortOldUploads(bucket: Bucket, prefix: string, now: Date): Promise<void> {
  for await (const { Key, UploadId, Initiated } of listUploads(bucket, prefix)) {
    if (Initiated === undefined || now.getTime() - Initiated.getTime() < DAY_MS) continue;
    await bucket.client.send(
      new AbortMultipartUploadCommand({ Bucket: bucket.name, Key, UploadId }),
    );
  }
}

async function* listUploads(bucket: Bucket, prefix: string): AsyncGenerator<MultipartUpload> {
  let after: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> | null = {};
  while (after !== null) {
    const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({
      Bucket: bucket.name,
      Prefix: prefix,
      ...after,
    });
    const page = await bucket.client.send(command).catch(cannotList);
    yield* page?.Uploads ?? [];
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page ?? {};
    after = IsTruncated ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker } : null;
  }
}

/** Not every store supports the request, and not every access key permits it: the store's own rules apply then. */
function cannotList(error: unknown): null {
  if (error instanceof BucketRefusal && [403, 405, 501].includes(error.status)) return null;
  throw error;
}
