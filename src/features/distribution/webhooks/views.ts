/** Converts webhooks to API objects; pure. */
import { wireTime } from "../../../platform/text/time.ts";
import { signatureOf } from "./secrets.ts";
import type { WebhookRow } from "./store.ts";

const timeOrNull = (date: Date | null): string | null => (date === null ? null : wireTime(date));

/** A webhook as its owner sees it at `now`, without its secret. `public_key`: null without one. */
export const webhookView = (row: WebhookRow, public_key: string | null, now: Date) => ({
  webhook_id: row.webhook_id,
  url: row.url,
  types: row.types,
  format: row.format,
  signature: signatureOf(row),
  public_key,
  status: row.status,
  reason: row.reason,
  failing_since: timeOrNull(row.failing_since),
  previous_secret_until: timeOrNull(
    row.previous_until !== null && row.previous_until > now ? row.previous_until : null,
  ),
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
