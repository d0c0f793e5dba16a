/** Queues the job that sends what a webhook has to send: one for each webhook. */
import { z } from "zod";
import type { Executor } from "../../../../platform/db/database.ts";
import { enqueueOwned, userOwner } from "../../../../platform/jobs/job.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import type { Addressed } from "./store.ts";

export const sendWebhook = {
  name: "webhooks.send",
  payload: z.object({ webhook_id: z.int() }),
  kind: "webhook",
} as const;

/** Queues the one job of a webhook. The webhook is locked, so that nobody replaces an earlier time by a later one. */
export const queueSending = (
  tx: Executor,
  { webhook_id, user_id, url }: Addressed,
  runAt: Date,
): Promise<void> =>
  enqueueOwned(
    tx,
    sendWebhook,
    { webhook_id },
    { owner: userOwner(user_id), key: `webhook:${webhook_id}`, receiver: hostOf(url), runAt },
  );
