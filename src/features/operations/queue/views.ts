/** Converts jobs to API objects; pure. */
import type { z } from "zod";
import type { ListedJob } from "../../../platform/jobs/listing/store.ts";
import { wireTime } from "../../../platform/text/time.ts";
import type { jobDetail } from "./schema.ts";

export const jobView = ({ total: _, ...job }: ListedJob): z.infer<typeof jobDetail> => ({
  ...job,
  run_at: wireTime(job.run_at),
  created_at: wireTime(job.created_at),
});
