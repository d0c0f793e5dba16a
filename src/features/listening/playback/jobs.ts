/** Deletes renditions unused for a month, expired pins, and old cuts, nightly; removes audio from edges each minute. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { whileWritersWait } from "../../publishing/media/store.ts";
import { forgetBases, listUnusedBases } from "../renditions/packing/store.ts";
import { forgetPins } from "../renditions/pins/store.ts";
import { forgetRenditions, forgetStitchedFiles } from "../renditions/store.ts";
import { purgeEdges } from "./purging/actions.ts";
import { forgetCuts } from "./store.ts";

type Needs = Pick<Deps, "db" | "config" | "clock" | "log">;

/** Each minute it goes on with what is due, so that one attempt is enough. */
const purge = { name: "playback.purge-edges", payload: z.object({}), maxAttempts: 1 };

const forgetUnused = { name: "playback.forget", payload: z.object({}) };

const DAY_MS = 86_400_000;
/** Use is recorded to within a day and a half, so this keeps renditions for at least 30 days. */
const UNUSED_DAYS = 32;
/** Use of files is recorded to the day, and with that of their renditions: none of those that are left needs an older one. */
const UNUSED_FILE_DAYS = UNUSED_DAYS + 3;
const CUT_DAYS = 90;
/** Bases forgotten while writers wait. */
const CHUNK = 500;

/** Before the media sweep, so that files that only a deleted rendition used are deleted the same night. */
export const playbackJobs = (deps: Needs): Job[] => [
  job(forgetUnused, () => forget(deps), "17 3 * * *"),
  job(purge, (_, { signal }) => purgeEdges(deps, signal), "* * * * *"),
];

async function forget({ db, clock, log }: Needs): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  // Pins first: a rendition stays while one refers to it.
  await forgetPins(db, now);
  const renditions = await forgetRenditions(db, before(UNUSED_DAYS));
  await forgetStitchedFiles(db, before(UNUSED_FILE_DAYS));
  const bases = await listUnusedBases(db, before(UNUSED_DAYS));
  for (let at = 0; at < bases.length; at += CHUNK)
    // If writers leave no gap, the next night tries again.
    await whileWritersWait(db, (transaction) =>
      forgetBases(transaction, bases.slice(at, at + CHUNK)),
    );
  // Cuts are quickly found again if they are needed.
  await forgetCuts(db, before(CUT_DAYS));
  if (renditions > 0) log.info({ renditions }, "renditions that nobody asks for are forgotten");
}
