/** Background job that deletes old entries of the audit log. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { deleteOldEntries } from "./store.ts";

const KEPT_MS = 3 * 365.25 * 86_400_000;
/** Entries for each statement, so that none runs long. */
const BATCH = 5000;

export const auditJobs = ({ db, clock }: Pick<Deps, "db" | "clock">): Job[] => [
  job(
    { name: "audit.purge", payload: z.object({}) },
    async () => {
      const moment = new Date(clock().getTime() - KEPT_MS);
      while ((await deleteOldEntries(db, moment, BATCH)) === BATCH);
    },
    "43 3 * * *",
  ),
];
