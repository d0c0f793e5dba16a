/** Runs the jobs that a server runs every few minutes, so that rankings, statistics and pacing are there at once. */
import { allJobs } from "../app/jobs.ts";
import { aggregateLedgers } from "../features/measurement/statistics/aggregation/actions.ts";
import type { World } from "./world.ts";

const JOBS = [
  "rollups.prepare-years",
  "rollups.close",
  "rollups.publish-signals",
  "rollups.publish-completion",
  "explore.rank",
  "refresh-search",
  "adserving.learn",
  "adserving.pace",
] as const;

/** Adds what was counted to the rollups. Idempotent. */
export const addUp = async ({ deps }: World): Promise<void> => void (await aggregateLedgers(deps));

export async function settleDown({ deps }: World): Promise<void> {
  const jobs = new Map(allJobs(deps).map((job) => [job.name, job]));
  for (const name of JOBS) {
    const job = jobs.get(name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    await job.run({}, { last: true });
  }
}
