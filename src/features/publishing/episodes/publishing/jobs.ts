/** Publishes scheduled episodes: each at its own time, and every minute those that were missed. */
import type { Deps } from "../../../../deps.ts";
import { type Job, job } from "../../../../platform/jobs/job.ts";
import { publishDue } from "../store.ts";
import { publishJob } from "./queue.ts";

export const publishingJobs = ({ db, clock, log }: Pick<Deps, "db" | "clock" | "log">): Job[] => [
  job(
    publishJob,
    async ({ at }) => {
      // The time has come by PostgreSQL's clock; this machine's clock may be behind.
      const queuedFor = at === undefined ? 0 : Date.parse(at);
      const now = new Date(Math.max(clock().getTime(), queuedFor));
      const published = await publishDue(db, now);
      if (published.length > 0) log.info({ episodes: published }, "episodes were published");
    },
    "* * * * *",
  ),
];
