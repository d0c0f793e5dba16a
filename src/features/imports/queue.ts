/** The background work of imports, as it is queued; `jobs.ts` does it. */
import { z } from "zod";

export const importJob = {
  name: "import",
  payload: z.object({ import_id: z.int() }),
  kind: "import",
} as const;

/** `allow_private`: the operator imported with `--allow-private-addresses`. */
export const coverJob = {
  name: "fetch-cover",
  payload: z.object({ show_id: z.int(), allow_private: z.boolean() }),
  maxAttempts: 5,
  kind: "fetch",
} as const;
