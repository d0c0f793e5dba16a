/** The background work of publishing, as it is queued; `jobs.ts` does it. */
import { z } from "zod";

/** `at`: the time it was queued for, as ISO 8601; without it, run by the clock. */
export const publishJob = {
  name: "publish-episodes",
  payload: z.object({ at: z.iso.datetime().optional() }).loose(),
};
