/** Background jobs of ingest: fetching, encoding, and ending what no job works on any more. */
import { z } from "zod";
import { searchFfmpegOnce } from "../../../platform/audio/ffmpeg.ts";
import { type Job, job, type OwnedJobName } from "../../../platform/jobs/job.ts";
import { listRunnableKeys } from "../../../platform/jobs/store.ts";
import { waitForDisk } from "../../../platform/jobs/waiting.ts";
import { queueStep } from "./actions.ts";
import type { Step } from "./attempt.ts";
import { encodeUpload } from "./encoding.ts";
import { fetchUpload } from "./fetching.ts";
import { LOST } from "./rules.ts";
import type { IngestDeps, IngestTarget } from "./schema.ts";

/** The jobs that make audio for one kind of record. `allowPrivate` lets it be fetched from private addresses. */
export function ingestJobs<P extends object>(
  deps: IngestDeps,
  target: IngestTarget<P>,
  { allowPrivate = false } = {},
): Job[] {
  const ffmpeg = searchFfmpegOnce(deps.config.ffmpegPath, deps.log);
  const stepJob = (declared: OwnedJobName<P>, run: (step: Step<P>) => Promise<void>): Job =>
    job(
      declared,
      waitForDisk(
        deps,
        (payload, runAt) => queueStep(deps.db, target, declared, payload, runAt),
        (payload, attempt) => run({ target, job: declared, payload, attempt }),
      ),
    );
  const lost = { name: target.endLostJob, payload: z.object({}).loose() };
  return [
    stepJob(target.encodeJob, (step) => encodeUpload({ ...deps, ffmpeg }, step)),
    job(lost, () => endLost(deps, target), "* * * * *"),
    ...(target.fetching === undefined
      ? []
      : [stepJob(target.fetching.job, (step) => fetchUpload({ ...deps, allowPrivate }, step))]),
  ];
}

const PAGE = 500;

/**
 * If the last attempt crashed the process, no job is left to end the work, which would stay unfinished forever without
 * this. Records are read before jobs: one that is queued in between is not ended.
 */
async function endLost<P extends object>(
  { db, log }: IngestDeps,
  target: IngestTarget<P>,
): Promise<void> {
  let after: P | undefined;
  for (;;) {
    const page = await target.listUnfinished(db, after, PAGE);
    const runnable = new Set(await listRunnableKeys(db, page.map(target.keyOf)));
    for (const one of page.filter((each) => !runnable.has(target.keyOf(each)))) {
      const record: object = one;
      if (await target.fail(db, one, LOST)) log.error(record, "an ingest was given up");
    }
    after = page.at(-1);
    if (after === undefined || page.length < PAGE) return;
  }
}
