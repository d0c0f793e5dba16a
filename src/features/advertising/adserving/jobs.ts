/** Runs the controller every minute, and learns traffic rhythms every quarter of an hour. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { runController } from "./control/actions.ts";
import { learnRhythms } from "./control/learning.ts";

type Needs = Pick<Deps, "db" | "clock">;

const pace = { name: "adserving.pace", payload: z.object({}) };
const learn = { name: "adserving.learn", payload: z.object({}), heavy: true } as const;

export const adservingJobs = (deps: Needs): Job[] => [
  job(pace, () => runController(deps), "* * * * *"),
  job(learn, () => learnRhythms(deps), "7,22,37,52 * * * *"),
];
