/** Queues the job that sends the mails of a report: one for each report. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../../platform/jobs/job.ts";

export const sendMails = {
  name: "reportmails.send",
  payload: z.object({ report_id: z.int() }),
  kind: "mail",
} as const;

/** `user_id`: the owner of the report. */
export const queueMails = (
  tx: Executor,
  { report_id, user_id }: Readonly<{ report_id: number; user_id: number }>,
  runAt: Date,
): Promise<void> =>
  enqueueOwned(
    tx,
    sendMails,
    { report_id },
    { owner: userOwner(user_id), key: `report-mails:${report_id}`, runAt },
  );
