/** One attempt at fetching or encoding: its folder, what stops it, and how it ends. */
import type { Deps } from "../../../deps.ts";
import { AudioError } from "../../../platform/audio/failure.ts";
import type { Attempt } from "../../../platform/jobs/job.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import { FetchError } from "../../../platform/net/fetch.ts";
import { isDiskFull, quotaFailureOf } from "../../../platform/storage/full.ts";
import { withoutTrailing } from "../../../platform/text/plain.ts";
import { type Encoding, queueStep, type Step } from "./queue.ts";
import { endEncoding, noteProgress, type Work } from "./store.ts";

export type AttemptDeps = Pick<Deps, "db" | "media" | "disk" | "clock" | "log" | "config">;

export type Circumstances = {
  /** For files on their way; gone when the attempt ends. */
  folder: string;
  /** Aborts when the process is to end, and when a newer upload or a deletion has overtaken this one. */
  signal: AbortSignal;
  onProgress(percent: number): void;
};

/**
 * Works in a folder of its own. Bad audio ends in ERROR with its reason; trouble of our own is thrown,
 * for another attempt, until the last. What was overtaken changes nothing.
 */
export async function attemptWork(
  deps: AttemptDeps,
  encoding: Encoding,
  { step, ...attempt }: Attempt & Readonly<{ step: Step }>,
  work: (circumstances: Circumstances) => Promise<void>,
): Promise<void> {
  const overtaken = new AbortController();
  await using folder = await makeWorkFolder(deps.media.tmpDir, "encode");
  try {
    const signal = AbortSignal.any([attempt.signal, overtaken.signal]);
    const onProgress = reporter(deps, encoding, () => overtaken.abort());
    await work({ folder: folder.path, signal, onProgress });
  } catch (error) {
    if (overtaken.signal.aborted) return;
    // The attempts of a process that is told to end do not count.
    if (attempt.signal.aborted) return await queueStep(deps.db, step, encoding);
    // It waits for room, and no attempt is used up.
    if (isDiskFull(error)) throw error;
    await settle(deps, encoding, error, attempt.last);
  }
}

/** Reserves disk space for the upload, a copy for ffmpeg, and what comes of it. Throws `storage-full`. */
export async function reserveSpace(
  { disk, config }: AttemptDeps,
  { upload_bytes }: Pick<Work, "upload_bytes">,
): Promise<Disposable> {
  const space = await disk.reserve(3 * (upload_bytes ?? config.maxUploadBytes / 3));
  return { [Symbol.dispose]: () => space.release() };
}

/** The end of it, or the next attempt. */
async function settle(
  { db, log }: AttemptDeps,
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
function reporter({ db, log }: AttemptDeps, encoding: Encoding, overtaken: () => void) {
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
