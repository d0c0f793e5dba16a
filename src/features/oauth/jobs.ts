/** Forgets what the authorization server has no more use for. */
import { z } from "zod";
import type { Deps } from "../../deps.ts";
import { type Job, job } from "../../platform/jobs/job.ts";
import { deleteExpiredRecords } from "./store.ts";

const sweep = { name: "sweep-oauth", payload: z.object({}).loose() };

export const oauthJobs = ({ db, clock }: Deps): Job[] => [
  job(sweep, () => deleteExpiredRecords(db, clock()), "41 * * * *"),
];
