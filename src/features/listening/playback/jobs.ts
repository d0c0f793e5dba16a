/** Deletes renditions unused for a month, expired pins, and old cuts, nightly. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { forgetOld } from "./store.ts";

type Needs = Pick<Deps, "db" | "clock" | "log">;

const forgetRenditions = { name: "playback.forget", payload: z.object({}) };

const DAY_MS = 86_400_000;
/** Use is recorded to within a day and a half, so this keeps renditions for at least 30 days. */
const UNUSED_DAYS = 32;
const CUT_DAYS = 90;

/** Before the media sweep, so that files that only a deleted rendition used are deleted the same night. */
export const playbackJobs = (deps: Needs): Job[] => [
  job(forgetRenditions, () => forget(deps), "17 3 * * *"),
];

async function forget({ db, clock, log }: Needs): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const renditions = await forgetOld(db, {
    now,
    unusedSince: before(UNUSED_DAYS),
    cutBefore: before(CUT_DAYS),
  });
  if (renditions > 0) log.info({ renditions }, "renditions that nobody asks for are forgotten");
}
