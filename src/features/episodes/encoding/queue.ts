/** Encoding as it is queued, in the transaction that brings the audio; `jobs.ts` does it. */
import { z } from "zod";
import type { Executor } from "../../../platform/db/database.ts";
import { enqueue } from "../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import { beginEncoding } from "./store.ts";

/**
 * `encoding_id` tells which upload is meant, `allow_private` that an operator let it be fetched
 * from private addresses. Eight attempts back off for half an hour.
 */
export const encodeJob = {
  name: "encode-episode",
  payload: z.object({
    episode_id: z.int(),
    encoding_id: z.int(),
    allow_private: z.boolean(),
  }),
  maxAttempts: 8,
  heavy: true,
} as const;

export type Encoding = z.infer<typeof encodeJob.payload>;

/** Where new audio is: a file of the media store, or an address. */
export type AudioSource = { upload_key: MediaKey; upload_bytes: number } | { source_url: string };

/** Has the episode's audio made anew; whatever was being made before comes to nothing. */
export async function startEncoding(
  db: Executor,
  episode_id: number,
  source: AudioSource,
  { allowPrivate = false } = {},
): Promise<void> {
  const { encoding_id } = await beginEncoding(db, episode_id, source);
  await queueEncoding(db, { episode_id, encoding_id, allow_private: allowPrivate });
}

export const queueEncoding = (db: Executor, encoding: Encoding): Promise<void> =>
  enqueue(db, encodeJob, encoding, { key: jobKey(encoding) });

/** One job an episode: a newer one takes its place. */
export const jobKey = ({ episode_id }: Pick<Encoding, "episode_id">): string =>
  `encode-${episode_id}`;
