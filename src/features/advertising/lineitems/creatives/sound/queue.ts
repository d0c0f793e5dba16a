/** Queues the measurement of a creative's sound in the transaction that makes it READY. */
import { z } from "zod";
import type { Executor } from "../../../../../platform/db/database.ts";
import { enqueueOwned, teamOwner } from "../../../../../platform/jobs/job.ts";
import { ingestStep } from "../../../../publishing/ingest/actions.ts";

const measurement = z.object({ creative_id: z.int() });
export type Measurement = z.infer<typeof measurement>;

export const measureJob = ingestStep("measure-creative", "encode", measurement);

export const queueMeasurement = (
  db: Executor,
  payload: Measurement,
  team_id: number,
  runAt?: Date,
): Promise<void> =>
  enqueueOwned(db, measureJob, payload, {
    owner: teamOwner(team_id),
    key: `measure-creative-${payload.creative_id}`,
    ...(runAt && { runAt }),
  });
