/** Deletes expired records and old deleted apps of the authorization server. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { deleteExpiredRecords, forgetClients } from "./store.ts";

/** A deleted app is purged after this long. */
const FORGET_APPS_MS = 30 * 86_400_000;

const sweep = { name: "sweep-oauth", payload: z.object({}).loose() };

export const oauthJobs = ({ db, clock }: Deps): Job[] => [
  job(
    sweep,
    async () => {
      const now = clock();
      await deleteExpiredRecords(db, now);
      await forgetClients(db, new Date(now.getTime() - FORGET_APPS_MS));
    },
    "41 * * * *",
  ),
];
