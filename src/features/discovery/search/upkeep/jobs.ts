/** Maintains the search index hourly, as popularity changes and episodes arrive. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { refreshSearch } from "./actions.ts";

const refresh = { name: "refresh-search", payload: z.object({}), heavy: true } as const;

export const searchJobs = (deps: Pick<Deps, "db">): Job[] => [
  job(refresh, (_, { signal }) => refreshSearch(deps, signal), "41 * * * *"),
];
