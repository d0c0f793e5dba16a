/** The jobs of imports as they are queued; `jobs.ts` runs them. */
import { z } from "zod";
import type { Executor } from "../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../platform/jobs/job.ts";
import { findImport, findOwner } from "./store.ts";

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

/** Queues an import again, on behalf of the user who requested it. */
export async function queueImport(db: Executor, import_id: number, runAt: Date): Promise<void> {
  const found = await findImport(db, import_id);
  if (found === undefined) return;
  await enqueueOwned(db, importJob, { import_id }, { owner: userOwner(found.user_id), runAt });
}

/** Queues a cover again, on behalf of its show's author. */
export async function queueCover(
  db: Executor,
  cover: z.infer<typeof coverJob.payload>,
  runAt: Date,
): Promise<void> {
  const owner = userOwner(await findOwner(db, cover.show_id));
  await enqueueOwned(db, coverJob, cover, { owner, key: `cover-${cover.show_id}`, runAt });
}
