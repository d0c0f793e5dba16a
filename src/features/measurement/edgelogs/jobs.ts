/** Forgets, each day, requests and logs that cannot arrive again. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { type Job, job } from "../../../platform/jobs/job.ts";
import { LATEST_DAYS } from "./rules.ts";
import { forgetMarks, forgetSeen } from "./store.ts";

const DAY_MS = 86_400_000;
/** A log that has not grown for so long has nothing left that is new enough. */
const MARK_DAYS = 60;

export function edgeLogJobs({ db, clock }: Pick<Deps, "db" | "clock">): Job[] {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  return [
    job(
      { name: "forget-edge-logs", payload: z.object({}), maxAttempts: 3 },
      async () => {
        await forgetSeen(db, before(LATEST_DAYS + 1));
        await forgetMarks(db, { before: before(MARK_DAYS), finished: before(LATEST_DAYS + 1) });
      },
      "25 0 * * *",
    ),
  ];
}
