/** All SQL of what webhooks send: their deliveries, and how far events have been handed to them. */
import type { Executor } from "../../../../platform/db/database.ts";

/** Gives up all that a webhook has not sent. */
export async function giveUpWaiting(db: Executor, webhook_id: number): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "FAILED", sending_until: null, error: "the webhook was disabled first" })
    .where("webhook_id", "=", webhook_id)
    .where("state", "=", "PENDING")
    .execute();
}
