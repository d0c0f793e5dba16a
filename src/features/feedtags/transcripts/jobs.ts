/** Nightly: takes away the files of transcripts that no episode has any more. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { findUnusedKeys, stopKeeping } from "./store.ts";

type Needs = Pick<Deps, "db" | "media" | "clock">;

const sweepTranscripts = { name: "sweep-transcripts", payload: z.object({}) };
const HOUR_MS = 3_600_000;

export const transcriptJobs = (deps: Needs): Job[] => [
  job(sweepTranscripts, () => sweep(deps), "37 3 * * *"),
];

/** Looks freely first; only what seems unused is looked at again with uploads held still. */
async function sweep({ db, media, clock }: Needs): Promise<void> {
  const before = new Date(clock().getTime() - HOUR_MS);
  for await (const key of media.keys("transcripts")) {
    const file = await media.find(key);
    if (file === null || file.modifiedAt >= before) continue;
    if ((await findUnusedKeys(db, [key])).length === 0) continue;
    await db.transaction().execute(async (transaction) => {
      await stopKeeping(transaction);
      for (const unused of await findUnusedKeys(transaction, [key])) await media.remove(unused);
    });
  }
}
