/** Background jobs of encoding: fetching, encoding, and ending abandoned encodings. */
import { z } from "zod";
import { searchFfmpegOnce } from "../../../../platform/audio/ffmpeg.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { listRunnableKeys } from "../../../../platform/jobs/store.ts";
import { waitForDisk } from "../../../../platform/jobs/waiting.ts";
import { encodeEpisode } from "./actions.ts";
import type { AttemptDeps } from "./attempt.ts";
import { type Encoding, encodeJob, fetchAudioJob, jobKey, queueStep, type Step } from "./queue.ts";
import { fetchEpisode } from "./source.ts";
import { endEncoding, listInTheMaking } from "./store.ts";

const endBrokenJob = { name: "end-broken-encodings", payload: z.object({}).loose() };

/** `allowPrivate` lets audio be fetched from private addresses. */
export const encodingJobs = (deps: AttemptDeps, { allowPrivate = false } = {}): Job[] => {
  const ffmpeg = searchFfmpegOnce(deps.config.ffmpegPath, deps.log);
  return [
    job(
      encodeJob,
      waitForDisk(deps, queueAgain(deps, encodeJob), (encoding, attempt) =>
        encodeEpisode({ ...deps, ffmpeg }, encoding, attempt),
      ),
    ),
    job(endBrokenJob, () => endBroken(deps), "* * * * *"),
    job(
      fetchAudioJob,
      waitForDisk(deps, queueAgain(deps, fetchAudioJob), (encoding, attempt) =>
        fetchEpisode({ ...deps, allowPrivate }, encoding, attempt),
      ),
    ),
  ];
};

const queueAgain =
  ({ db }: AttemptDeps, step: Step) =>
  (encoding: Encoding, runAt: Date) =>
    queueStep(db, step, encoding, runAt);

const PAGE = 500;
const BROKEN = "Processing failed on every attempt. Upload the audio again or in another format.";

/**
 * If the last attempt crashed the process, no job is left to end the encoding, which would stay PENDING forever without
 * this. Episodes are read before jobs: an encoding that ends in between has another encoding_id, or none.
 */
async function endBroken({ db, log }: AttemptDeps): Promise<void> {
  let after = 0;
  for (;;) {
    const page = await listInTheMaking(db, after, PAGE);
    const runnable = new Set(await listRunnableKeys(db, page.map(jobKey)));
    for (const encoding of page.filter((one) => !runnable.has(jobKey(one)))) {
      const end = { encoding_status: "ERROR", encoding_error: BROKEN } as const;
      if (await endEncoding(db, encoding, end)) log.error(encoding, "an encoding was given up");
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last.episode_id;
  }
}
