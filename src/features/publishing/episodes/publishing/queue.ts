/** The publishing job as it is queued; `jobs.ts` runs it. */
import { z } from "zod";

/** `at`: the time the job was queued for, as ISO 8601; not set when the job runs periodically. */
export const publishJob = {
  name: "publish-episodes",
  payload: z.object({ at: z.iso.datetime().optional() }).loose(),
};
