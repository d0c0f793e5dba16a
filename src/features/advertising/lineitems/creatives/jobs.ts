/** Background jobs for creatives: encoding, and ending those whose job was given up. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { searchFfmpegOnce } from "../../../../platform/audio/ffmpeg.ts";
import { PROFILES } from "../../../../platform/audio/profiles.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { listRunnableKeys } from "../../../../platform/jobs/store.ts";
import { waitForDisk } from "../../../../platform/jobs/waiting.ts";
import { makeCreative } from "./making.ts";
import { encodeCreativeJob, jobKey, queueCreative } from "./queue.ts";
import { endCreative, listCreativesInTheMaking } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "disk" | "clock" | "log" | "config">;

const endBrokenJob = { name: "end-broken-creatives", payload: z.object({}).loose() };

/** `profiles`: the delivery profiles that creatives are encoded to. */
export const creativeJobs = (deps: Needs, { profiles = PROFILES } = {}): Job[] => {
  const ffmpeg = searchFfmpegOnce(deps.config.ffmpegPath, deps.log);
  return [
    job(
      encodeCreativeJob,
      waitForDisk(
        deps,
        ({ creative_id }, runAt) => queueCreative(deps.db, creative_id, runAt),
        ({ creative_id }, attempt) =>
          makeCreative({ ...deps, ffmpeg, profiles }, creative_id, attempt),
      ),
    ),
    job(endBrokenJob, () => endBroken(deps), "* * * * *"),
  ];
};

const PAGE = 500;
const BROKEN = "Every attempt to process the audio crashed. Upload it again, or in another format.";

/**
 * Ends creatives whose job is gone, because each attempt crashed its process. Creatives are read before jobs, so that a
 * creative queued in between is not ended.
 */
async function endBroken({ db, log }: Needs): Promise<void> {
  let after = 0;
  for (;;) {
    const page = await listCreativesInTheMaking(db, after, PAGE);
    const runnable = new Set(await listRunnableKeys(db, page.map(jobKey)));
    for (const creative_id of page.filter((one) => !runnable.has(jobKey(one))))
      if (await endCreative(db, creative_id, { status: "ERROR", error: BROKEN }))
        log.error({ creative_id }, "the encoding of a creative was given up");
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
