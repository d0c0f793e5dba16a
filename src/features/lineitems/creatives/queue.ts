/** The making of creatives as it is queued, in the transaction that brings them. */
import { z } from "zod";
import type { Executor } from "../../../platform/db/database.ts";
import { enqueue } from "../../../platform/jobs/job.ts";

/** Eight attempts back off for half an hour. */
export const encodeCreativeJob = {
  name: "encode-creative",
  payload: z.object({ creative_id: z.int() }),
  maxAttempts: 8,
  heavy: true,
} as const;

export const queueCreative = (db: Executor, creative_id: number): Promise<void> =>
  enqueue(db, encodeCreativeJob, { creative_id }, { key: jobKey(creative_id) });

export const jobKey = (creative_id: number): string => `encode-creative-${creative_id}`;
