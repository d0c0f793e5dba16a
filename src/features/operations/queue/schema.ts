/** API schemas and parameters of background jobs. */
import { z } from "zod";
import { offsetPaging } from "../../../platform/http/paging.ts";
import { id, oneOf, verbatim } from "../../../platform/http/params.ts";
import { JOB_STATES, QUEUES } from "../../../platform/jobs/listing/store.ts";

export const jobDetail = z
  .object({
    job_id: z.int(),
    queue: z.enum(QUEUES).meta({
      description: "`users`: work that users cause; `server`: the server's own.",
    }),
    name: z.string(),
    owner: z.string().nullable().meta({
      description: "`user:` or `team:` and an id; null for the server's own jobs.",
    }),
    state: z.enum(JOB_STATES).meta({
      description:
        "`failed`: the last attempt failed; without a further one if `attempts` is `max_attempts`.",
    }),
    attempts: z.int(),
    max_attempts: z.int(),
    run_at: z.string().meta({ description: "When it is or was due, UTC." }),
    created_at: z.string(),
    error: z.string().nullable().meta({ description: "Why the last attempt failed." }),
  })
  .meta({ id: "Job" });

export const jobsQuery = z.object({
  queue: oneOf(QUEUES).optional().meta({ description: "Only jobs of this queue." }),
  state: oneOf(JOB_STATES).optional().meta({ description: "Only jobs in this state." }),
  q: verbatim({ max: 200 })
    .optional()
    .meta({ description: "A part of the job's name, or its owner, such as `user:7`." }),
  ...offsetPaging(),
});

export const jobId = z.object({ queue: oneOf(QUEUES), job_id: id() });
export type JobId = z.infer<typeof jobId>;
