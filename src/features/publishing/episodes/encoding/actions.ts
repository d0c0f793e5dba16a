/** Encodes an upload, stores the results and makes them playable (contract §5, Processing). */
import type { Ffmpeg } from "../../../../platform/audio/ffmpeg.ts";
import { type Processed, processAudio } from "../../../../platform/audio/process.ts";
import { PROFILES } from "../../../../platform/audio/profiles.ts";
import type { Attempt } from "../../../../platform/jobs/job.ts";
import { type AttemptContext, type AttemptDeps, attemptWork, reserveSpace } from "./attempt.ts";
import { keepAudio } from "./keeping.ts";
import { type Encoding, encodeJob, fetchAudioJob, queueStep } from "./queue.ts";
import { readUpload } from "./source.ts";
import { takeUp, type Work } from "./store.ts";

export type EncodingDeps = AttemptDeps & Readonly<{ ffmpeg(): Promise<Ffmpeg> }>;

/** Runs one attempt at encoding. */
export async function encodeEpisode(
  deps: EncodingDeps,
  encoding: Encoding,
  attempt: Attempt,
): Promise<void> {
  const work = await takeUp(deps.db, encoding);
  if (work === undefined) return;
  // Jobs queued by earlier versions still have to fetch the audio.
  if (work.upload_key === null && work.source_url !== null)
    return await queueStep(deps.db, fetchAudioJob, encoding);
  await attemptWork(deps, encoding, { ...attempt, step: encodeJob }, (circumstances) =>
    make(deps, encoding, work, circumstances),
  );
}

async function make(
  deps: EncodingDeps,
  encoding: Encoding,
  work: Work,
  { folder, signal, onProgress }: AttemptContext,
): Promise<void> {
  using _space = await reserveSpace(deps, work);
  const file = await readUpload(deps, work, folder, signal);
  const made: Processed = await processAudio(await deps.ffmpeg(), {
    file,
    workDir: folder,
    profile: profileOf(work),
    normalise: work.loudness_normalisation,
    signal,
    onProgress,
  });
  signal.throwIfAborted();
  await keepAudio(deps, encoding, made, file);
}

function profileOf({ delivery_profile }: Work) {
  const profile = PROFILES[delivery_profile];
  if (profile === undefined) throw new Error(`there is no delivery profile ${delivery_profile}`);
  return profile;
}
