/** Queues fetching and encoding of an episode's audio in the transaction that changes it. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { userOwner } from "../../../../platform/jobs/job.ts";
import { ingestStep, queueStep } from "../../ingest/actions.ts";
import type { IngestQueue } from "../../ingest/schema.ts";
import { type AudioSource, beginEncoding, findOwner } from "./store.ts";

/**
 * `encoding_id` identifies the upload; `allow_private` is set if an operator allowed fetching it from private
 * addresses.
 */
const payload = z.object({
  episode_id: z.int(),
  encoding_id: z.int(),
  allow_private: z.boolean().optional(),
});

export type Encoding = z.infer<typeof payload>;

/** Fetches audio from its URL; encoding follows as a job of its own kind. */
export const fetchAudioJob = ingestStep("fetch-audio", "fetch", payload);

/** The steps take their turns on behalf of the episode's author. */
export const episodeQueue: IngestQueue<Encoding> = {
  encodeJob: ingestStep("encode-episode", "encode", payload),
  keyOf: ({ episode_id }) => `encode-${episode_id}`,
  findOwner: async (db, { episode_id }) => userOwner(await findOwner(db, episode_id)),
};

/** Starts a new encoding of the episode's audio; an encoding in progress is superseded. */
export async function startEncoding(
  db: Executor,
  episode_id: number,
  source: AudioSource,
  { allowPrivate = false } = {},
): Promise<void> {
  const { encoding_id } = await beginEncoding(db, episode_id, source);
  const encoding = { episode_id, encoding_id, allow_private: allowPrivate };
  const step = "source_url" in source ? fetchAudioJob : episodeQueue.encodeJob;
  await queueStep(db, episodeQueue, step, encoding);
}
