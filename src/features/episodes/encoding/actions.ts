/** Makes what is served out of an upload: fetch, encode, keep, publish (contract §5, Processing). */

import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "../../../deps.ts";
import { AudioError } from "../../../platform/audio/failure.ts";
import type { Ffmpeg } from "../../../platform/audio/ffmpeg.ts";
import { type Processed, processAudio } from "../../../platform/audio/process.ts";
import { PROFILES } from "../../../platform/audio/profiles.ts";
import type { Attempt } from "../../../platform/jobs/job.ts";
import { FetchError } from "../../../platform/net/fetch.ts";
import { isDiskFull, quotaFailureOf } from "../../../platform/storage/full.ts";
import { withoutTrailing } from "../../../platform/text/plain.ts";
import { keepAudio } from "./keeping.ts";
import { type Encoding, queueEncoding } from "./queue.ts";
import { obtain } from "./source.ts";
import { endEncoding, noteProgress, takeUp, type Work } from "./store.ts";

export type EncodingDeps = Pick<Deps, "db" | "media" | "disk" | "clock" | "log" | "config"> &
  Readonly<{ ffmpeg(): Promise<Ffmpeg>; allowPrivate: boolean }>;

/**
 * One attempt at it. Bad audio ends in ERROR with its reason; trouble of our own is thrown, for
 * another attempt, until the last. What a newer upload or a deletion has overtaken changes nothing.
 */
export async function encodeEpisode(
  deps: EncodingDeps,
  encoding: Encoding,
  attempt: Attempt,
): Promise<void> {
  const work = await takeUp(deps.db, encoding);
  if (work === undefined) return;
  const overtaken = new AbortController();
  const folder = await mkdtemp(path.join(deps.media.tmpDir, "encode-"));
  try {
    const signal = AbortSignal.any([attempt.signal, overtaken.signal]);
    const onProgress = reporter(deps, encoding, () => overtaken.abort());
    await make(deps, encoding, work, { folder, signal, onProgress });
  } catch (error) {
    if (overtaken.signal.aborted) return;
    // The attempts of a process that is told to end do not count.
    if (attempt.signal.aborted) return await queueEncoding(deps.db, encoding);
    // It waits for room, and no attempt is used up.
    if (isDiskFull(error)) throw error;
    await settle(deps, encoding, error, attempt.last);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Circumstances = {
  /** For files on their way; gone when the attempt ends. */
  folder: string;
  signal: AbortSignal;
  onProgress(percent: number): void;
};

async function make(
  deps: EncodingDeps,
  encoding: Encoding,
  work: Work,
  { folder, signal, onProgress }: Circumstances,
): Promise<void> {
  const allowPrivate = deps.allowPrivate || encoding.allow_private;
  const space = await deps.disk.reserve(spaceOf(deps, work));
  try {
    const file = await obtain(deps, work, folder, { signal, allowPrivate });
    const made = await makeAudio(deps, work, file, { folder, signal, onProgress });
    signal.throwIfAborted();
    await keepAudio(deps, encoding, made, file);
  } finally {
    space.release();
  }
}

/** Disk space that making takes, in bytes: the upload, a copy for ffmpeg, and what comes of it. */
const spaceOf = ({ config }: EncodingDeps, { upload_bytes }: Work): number =>
  3 * (upload_bytes ?? config.maxUploadBytes / 3);

async function makeAudio(
  deps: EncodingDeps,
  work: Work,
  file: string,
  { folder, signal, onProgress }: Circumstances,
): Promise<Processed> {
  return processAudio(await deps.ffmpeg(), {
    file,
    workDir: folder,
    profile: profileOf(work),
    normalise: work.loudness_normalisation,
    signal,
    onProgress,
  });
}

function profileOf({ delivery_profile }: Work) {
  const profile = PROFILES[delivery_profile];
  if (profile === undefined) throw new Error(`there is no delivery profile ${delivery_profile}`);
  return profile;
}

/** The end of it, or the next attempt. */
async function settle(
  { db, log }: EncodingDeps,
  encoding: Encoding,
  error: unknown,
  last: boolean,
): Promise<void> {
  const overQuota = quotaFailureOf(error);
  const isTheirs =
    overQuota !== null ||
    (error instanceof AudioError && !error.retry) ||
    (error instanceof FetchError && error.final);
  if (!isTheirs && !last) throw error;
  const explained = isTheirs || error instanceof FetchError;
  if (!explained) log.error({ ...encoding, error }, "an episode could not be encoded");
  const encoding_error = explained ? sentenceOf(overQuota ?? (error as Error)) : OUR_FAULT;
  await endEncoding(db, encoding, { encoding_status: "ERROR", encoding_error });
}

const OUR_FAULT = "It could not be processed, for a reason of ours. Upload it again later.";

const sentenceOf = ({ message }: Error): string => `${withoutTrailing(message, ". \n\r\t")}.`;

const REPORT_EVERY_MS = 1000;

/** Writes progress down, at most once a second; learns on the way whether it is still wanted. */
function reporter({ db, log }: EncodingDeps, encoding: Encoding, overtaken: () => void) {
  let nextAt = 0;
  return (percent: number): void => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + REPORT_EVERY_MS;
    noteProgress(db, encoding, Math.min(99, percent)).then(
      (wanted) => wanted || overtaken(),
      (error) => log.debug(error, "the progress of an encoding was not noted"),
    );
  };
}
