/** One attempt at a step of an ingest: its temporary folder, its cancellation, its outcome. */
import type { Attempt, OwnedJobName } from "../../../platform/jobs/job.ts";
import { makeWorkFolder } from "../../../platform/media/workfolder.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import { isDiskFull } from "../../../platform/storage/full.ts";
import { queueStep } from "./actions.ts";
import { SERVER_ERROR, verdictOn } from "./rules.ts";
import type { IngestDeps, IngestTarget } from "./schema.ts";

/** A step of one record's ingest: `job` is what queues it again. */
export type Step<P> = Readonly<{
  target: IngestTarget<P>;
  job: OwnedJobName<P>;
  payload: P;
  attempt: Attempt;
}>;

export type AttemptContext = Readonly<{
  /** A folder for temporary files, deleted when the attempt ends. */
  folder: string;
  /** Aborts when the process is stopping, and when the work has been superseded. */
  signal: AbortSignal;
  onProgress(percent: number): void;
}>;

/**
 * Runs the work in a temporary folder. Invalid audio ends the ingest with a reason; the server's own failures are
 * thrown so that the job is retried, except on the last attempt. Superseded work changes nothing.
 */
export async function attemptStep<P extends object>(
  deps: IngestDeps,
  step: Step<P>,
  work: (context: AttemptContext) => Promise<void>,
): Promise<void> {
  const { target, job, payload, attempt } = step;
  const superseded = new AbortController();
  await using folder = await makeWorkFolder(deps.media.tmpDir, "ingest");
  try {
    const signal = AbortSignal.any([attempt.signal, superseded.signal]);
    const onProgress = reporter(deps, step, () => superseded.abort());
    await work({ folder: folder.path, signal, onProgress });
  } catch (error) {
    if (superseded.signal.aborted) return;
    // An attempt interrupted by the end of the process does not count.
    if (attempt.signal.aborted) return await queueStep(deps.db, target, job, payload);
    // The job waits for disk space without using up an attempt.
    if (isDiskFull(error)) throw error;
    await giveUp(deps, step, error);
  }
}

/** Reserves `bytes` of disk space. Throws `storage-full`. */
export async function reserveSpace(disk: Disk, bytes: number): Promise<Disposable> {
  const space = await disk.reserve(bytes);
  return { [Symbol.dispose]: () => space.release() };
}

/** Ends the ingest, or throws to trigger another attempt. */
async function giveUp<P extends object>(
  { db, log }: IngestDeps,
  { target, payload, attempt }: Step<P>,
  error: unknown,
): Promise<void> {
  const { reason, final } = verdictOn(error);
  if (!final && !attempt.last) throw error;
  const record: object = payload;
  if (reason === null) log.error({ ...record, error }, "audio could not be processed");
  await target.fail(db, payload, reason ?? SERVER_ERROR);
}

const REPORT_EVERY_MS = 1000;

/** Stores the progress at most once a second, and detects when the work has been superseded. */
function reporter<P>(
  { db, log }: IngestDeps,
  { target, payload }: Step<P>,
  onSuperseded: () => void,
) {
  let nextAt = 0;
  return (percent: number): void => {
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + REPORT_EVERY_MS;
    target.noteProgress(db, payload, Math.min(99, percent)).then(
      (wanted) => wanted || onSuperseded(),
      (error) => log.debug(error, "the progress of an ingest was not noted"),
    );
  };
}
