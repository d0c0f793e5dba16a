/** Queues the encoding of creatives in the transaction that inserts them. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, teamOwner } from "../../../../platform/jobs/job.ts";
import { findTeam } from "./store.ts";

/** The backoff between eight attempts adds up to half an hour. */
export const encodeCreativeJob = {
  name: "encode-creative",
  payload: z.object({ creative_id: z.int() }),
  maxAttempts: 8,
  kind: "encode",
} as const;

/** Queues it for the team that owns the creative's line item. */
export async function queueCreative(
  db: Executor,
  creative_id: number,
  runAt?: Date,
): Promise<void> {
  const owner = teamOwner(await findTeam(db, creative_id));
  const options = { owner, key: jobKey(creative_id), ...(runAt && { runAt }) };
  await enqueueOwned(db, encodeCreativeJob, { creative_id }, options);
}

export const jobKey = (creative_id: number): string => `encode-creative-${creative_id}`;
