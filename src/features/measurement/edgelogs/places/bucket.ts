/** A bucket, or a part of one, to which an edge writes its logs. */
import { Readable } from "node:stream";
import {
  type BucketTimeouts,
  connectBucket,
  getObject,
  listObjects,
} from "../../../../platform/media/bucket.ts";
import type { BucketPlace } from "../../../../platform/media/place.ts";
import type { LogPlace } from "./schema.ts";

/** Nobody waits for a log. */
const PATIENCE: BucketTimeouts = {
  connectMs: 10_000,
  answerMs: 120_000,
  silenceMs: 60_000,
  attempts: 3,
};
const PAGE = 1000;

/** Opens it; sends no request yet. */
export function openLogBucket(place: BucketPlace, pageSize = PAGE): LogPlace {
  const bucket = connectBucket(place, PATIENCE);
  const { prefix } = place;
  return {
    label: `s3://${place.bucket}/${prefix}`,
    isBucket: true,
    async *list(after) {
      const from = after === "" ? "" : prefix + after;
      for await (const { name, bytes, etag, modifiedAt } of listObjects(
        bucket,
        prefix,
        pageSize,
        from,
      ))
        yield { name: name.slice(prefix.length), version: `${bytes} ${etag}`, bytes, modifiedAt };
    },
    open: (name) => ({
      isComplete: true,
      async read(from): Promise<Readable> {
        const range = from === 0 ? undefined : { start: from, end: Number.MAX_SAFE_INTEGER };
        const answer = await getObject(bucket, prefix + name, range);
        // It was counted to its last byte, and nobody noted that it is finished.
        if (answer === "short") return Readable.from([]);
        if (answer === "missing") throw new Error("it was deleted meanwhile");
        return answer.body;
      },
    }),
  };
}
