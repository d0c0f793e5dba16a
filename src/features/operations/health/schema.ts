/** API schemas of the health of an installation. */
import { z } from "zod";

/** What is checked, in the order in which it is shown. */
export const CHECKS = [
  "database",
  "media",
  "statistics",
  "counting",
  "jobs",
  "disk",
  "backup",
  "mail",
  "proxy",
  "edge",
  "logs",
] as const;

const finding = z.object({
  check: z.enum(CHECKS),
  good: z.boolean(),
  says: z.string(),
  mend: z.string().nullable().meta({ description: "How to mend it; null if all is well." }),
});

const queue = z.object({
  kind: z
    .string()
    .meta({ description: "`longwave`: the server's own jobs, of which due ones count." }),
  waiting: z.int(),
  running: z.int(),
  oldest_seconds: z.int().meta({ description: "How long the job that was due first has waited." }),
});

export const health = z
  .object({
    version: z.string(),
    node: z.string(),
    checks: z.array(finding),
    queues: z.array(queue),
    last_errors: z.array(z.object({ at: z.string(), message: z.string() })).meta({
      description: "Of the processes on this `DATA_DIR`, newest first; `at` is ISO 8601.",
    }),
  })
  .meta({ id: "Health" });
export type Health = z.infer<typeof health>;
