/** One attempt at fetching or encoding: its temporary folder, its cancellation, its outcome. */
import type { Deps } from "../../../../deps.ts";
import { AudioError } from "../../../../platform/audio/failure.ts";
import type { Attempt } from "../../../../platform/jobs/job.ts";
import { makeWorkFolder } from "../../../../platform/media/workfolder.ts";
import { FetchError } from "../../../../platform/net/fetch.ts";
import { isDiskFull, quotaFailureOf } from "../../../../platform/storage/full.ts";
import { withoutTrailing } from "../../../../platform/text/plain.ts";
import { type Encoding, queueStep, type Step } from "./queue.ts";
import { endEncoding, noteProgress, type Work } from "./store.ts";

export type AttemptDeps = Pick<
  Deps,
  "db" | "media" | "disk" | "gates" | "clock" | "log" | "config"
>;

export type AttemptContext = {
  /** A folder for temporary files, deleted when the attempt ends. */
  folder: string;
  /** Aborts when the process is stopping, and when a newer upload or a deletion has superseded this one. */
  signal: AbortSignal;
  onProgress(percent: number): void;
};

/**
 * Runs the work in a temporary folder. Invalid audio sets the status ERROR with a reason; the server's own failures are
 * thrown so that the job is retried, except on the last attempt. Superseded work changes nothing.
 */
export async function attemptWork(
  deps: AttemptDeps,
  encoding: Encoding,
  { step, ...attempt }: Attempt & Readonly<{ step: Step }>,
  work: (circumstances: AttemptContext) => Promise<void>,
): Promise<void> {
  const overtaken = new AbortController();
  await using folder = await makeWorkFolder(deps.media.tmpDir, "encode");
  try {
    const signal = AbortSignal.any([attempt.signal, overtaken.signal]);
    const onProgress = reporter(deps, encoding, () => overtaken.abort());
    await work({ folder: folder.path, signal, onProgress });
  } catch (error) {
    if (overtaken.signal.aborted) return;
    // An attempt interrupted by the end of the process does not count.
    if (attempt.signal.aborted) return await queueStep(deps.db, step, encoding);
    // The job waits for disk space without using up an attempt.
    if (isDiskFull(error)) throw error;
    await settle(deps, encoding, error, attempt.last);
  }
}

/** Reserves disk space for the upload, a copy for ffmpeg, and the results. Throws `storage-full`. */
export async function reserveSpace(
  { disk, config }: AttemptDeps,
  { upload_bytes }: Pick<Work, "upload_bytes">,
): Promise<Disposable> {
  const space = await disk.reserve(3 * (upload_bytes ?? config.maxUploadBytes / 3));
  return { [Symbol.dispose]: () => space.release() };
}

/** Ends the encoding, or throws to trigger another attempt. */
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

const OUR_FAULT =
  "The audio could not be processed because of a server error. Upload it again later.";

const sentenceOf = ({ message }: Error): string => `${withoutTrailing(message, ". \n\r\t")}.`;

const REPORT_EVERY_MS = 1000;

/** Stores the progress at most once a second, and detects when the work has been superseded. */
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
