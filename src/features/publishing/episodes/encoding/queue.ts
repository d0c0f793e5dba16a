/** Queues fetching and encoding in the transaction that stores the audio; `jobs.ts` runs them. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../../platform/jobs/job.ts";
import type { MediaKey } from "../../../../platform/media/key.ts";
import { beginEncoding, findOwner } from "./store.ts";

/**
 * `encoding_id` identifies the upload; `allow_private` is set if an operator allowed fetching it from private
 * addresses.
 */
const payload = z.object({
  episode_id: z.int(),
  encoding_id: z.int(),
  allow_private: z.boolean(),
});

export type Encoding = z.infer<typeof payload>;

/** Eight attempts back off over half an hour. */
const maxAttempts = 8;

export const encodeJob = { name: "encode-episode", payload, maxAttempts, kind: "encode" } as const;

/** Fetches audio from its URL; encoding follows as a job of its own kind. */
export const fetchAudioJob = { name: "fetch-audio", payload, maxAttempts, kind: "fetch" } as const;

/** Where new audio is: a file in the media store, or a URL. */
export type AudioSource = { upload_key: MediaKey; upload_bytes: number } | { source_url: string };

/** Starts a new encoding of the episode's audio; an encoding in progress is superseded. */
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

/** Queues fetching or encoding, on behalf of the episode's author. Only one of the two waits at a time. */
export async function queueStep(
  db: Executor,
  step: Step,
  encoding: Encoding,
  runAt?: Date,
): Promise<void> {
  const owner = userOwner(await findOwner(db, encoding.episode_id));
  await enqueueOwned(db, step, encoding, { owner, key: jobKey(encoding), ...(runAt && { runAt }) });
}

/** One job per episode: a newer one replaces it. */
export const jobKey = ({ episode_id }: Pick<Encoding, "episode_id">): string =>
  `encode-${episode_id}`;
