/** Background jobs that make the audio of episodes. */
import type { Job } from "../../../../platform/jobs/job.ts";
import { ingestJobs } from "../../ingest/jobs.ts";
import type { IngestDeps, IngestTarget } from "../../ingest/schema.ts";
import { attachAudio } from "./attaching.ts";
import { type Encoding, episodeQueue, fetchAudioJob } from "./queue.ts";
import { endEncoding, listUnfinished, noteFetched, noteProgress, takeUp } from "./store.ts";

const target: IngestTarget<Encoding> = {
  ...episodeQueue,
  fetching: { job: fetchAudioJob, noteFetched },
  mediaKind: "audio",
  endLostJob: "end-broken-encodings",
  async takeUp(db, encoding) {
    const work = await takeUp(db, encoding);
    if (work === undefined) return undefined;
    const { upload_key, source_url: url, author_id: payer_id } = work;
    const allowPrivate = encoding.allow_private ?? false;
    return {
      upload_key,
      source: url === null ? null : { url, payer_id, allowPrivate },
      profiles: [work.delivery_profile],
      options: { normalise: work.loudness_normalisation },
    };
  },
  noteProgress,
  attach: attachAudio,
  fail: (db, encoding, encoding_error) =>
    endEncoding(db, encoding, { encoding_status: "ERROR", encoding_error }),
  listUnfinished: (db, after, limit) => listUnfinished(db, after?.episode_id ?? 0, limit),
};

/** `allowPrivate` lets audio be fetched from private addresses. */
export const encodingJobs = (deps: IngestDeps, options: { allowPrivate?: boolean } = {}): Job[] =>
  ingestJobs(deps, target, options);
