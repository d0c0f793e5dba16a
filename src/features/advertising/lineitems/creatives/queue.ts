/** Queues the encoding of creatives in the transaction that inserts them. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { teamOwner } from "../../../../platform/jobs/job.ts";
import { ingestStep, queueStep } from "../../../publishing/ingest/actions.ts";
import type { IngestQueue } from "../../../publishing/ingest/schema.ts";
import { findLineitemOf } from "./store.ts";

export type CreativeId = { creative_id: number };

/** Encoding takes its turn on behalf of the team that owns the creative's line item. */
export const creativeQueue: IngestQueue<CreativeId> = {
  encodeJob: ingestStep("encode-creative", "encode", z.object({ creative_id: z.int() })),
  keyOf: ({ creative_id }) => `encode-creative-${creative_id}`,
  findOwner: async (db, { creative_id }) =>
    teamOwner((await findLineitemOf(db, creative_id)).team_id),
};

export const queueCreative = (db: Executor, creative_id: number): Promise<void> =>
  queueStep(db, creativeQueue, creativeQueue.encodeJob, { creative_id });
