/** Fetching and encoding as they are queued, in the transaction that brings the audio; `jobs.ts` does them. */
import { z } from "zod";
import type { Executor } from "../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../platform/media/key.ts";
import { beginEncoding, findOwner } from "./store.ts";

/**
 * `encoding_id` tells which upload is meant, `allow_private` that an operator let it be fetched
 * from private addresses.
 */
const payload = z.object({
  episode_id: z.int(),
  encoding_id: z.int(),
  allow_private: z.boolean(),
});

export type Encoding = z.infer<typeof payload>;

/** Eight attempts back off for half an hour. */
const maxAttempts = 8;

export const encodeJob = { name: "encode-episode", payload, maxAttempts, kind: "encode" } as const;

/** Fetches the audio from its address; the encoding follows as a job of its own kind. */
export const fetchAudioJob = { name: "fetch-audio", payload, maxAttempts, kind: "fetch" } as const;

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
  const encoding = { episode_id, encoding_id, allow_private: allowPrivate };
  await queueStep(db, "source_url" in source ? fetchAudioJob : encodeJob, encoding);
}

export type Step = typeof encodeJob | typeof fetchAudioJob;

/** Queues fetching or encoding for the author of the episode. Of both, one waits at a time. */
export async function queueStep(
  db: Executor,
  step: Step,
  encoding: Encoding,
  runAt?: Date,
): Promise<void> {
  const owner = userOwner(await findOwner(db, encoding.episode_id));
  await enqueueOwned(db, step, encoding, { owner, key: jobKey(encoding), ...(runAt && { runAt }) });
}

/** One job an episode: a newer one takes its place. */
export const jobKey = ({ episode_id }: Pick<Encoding, "episode_id">): string =>
  `encode-${episode_id}`;
