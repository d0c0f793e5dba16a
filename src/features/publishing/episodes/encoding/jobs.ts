/** Background jobs that make the audio of episodes. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Job } from "../../../../platform/jobs/job.ts";
import { ingestJobs } from "../../ingest/jobs.ts";
import type { IngestDeps, IngestTarget, IngestWork } from "../../ingest/schema.ts";
import { attachAudio } from "./attaching.ts";
import { type Encoding, episodeQueue, fetchAudioJob } from "./queue.ts";
import { endEncoding, listUnfinished, noteFetched, noteProgress, takeUp } from "./store.ts";

const target: IngestTarget<Encoding> = {
  ...episodeQueue,
  fetching: { job: fetchAudioJob, noteFetched },
  mediaKind: "audio",
  endLostJob: "end-broken-encodings",
  takeUp: async (db, encoding) => workOf(encoding, await takeUp(db, encoding)),
  noteProgress,
  attach: attachAudio,
  fail: endInError,
  listUnfinished: (db, after, limit) => listUnfinished(db, after?.episode_id ?? 0, limit),
};

/** `allowPrivate` lets audio be fetched from private addresses. */
export const encodingJobs = (deps: IngestDeps, options: { allowPrivate?: boolean } = {}): Job[] =>
  ingestJobs(deps, target, options);

function workOf(
  { allow_private = false }: Encoding,
  row: Awaited<ReturnType<typeof takeUp>>,
): IngestWork | undefined {
  if (row === undefined) return undefined;
  const { upload_key, source_url: url, author_id: payer_id } = row;
  return {
    upload_key,
    source: url === null ? null : { url, payer_id, allowPrivate: allow_private },
    profiles: [row.delivery_profile],
    options: { normalise: row.loudness_normalisation },
  };
}

function endInError(db: Executor, encoding: Encoding, encoding_error: string): Promise<boolean> {
  return endEncoding(db, encoding, { encoding_status: "ERROR", encoding_error });
}
