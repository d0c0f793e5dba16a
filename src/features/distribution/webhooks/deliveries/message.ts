/** Makes the requests of webhooks: the body in the format of the webhook, an id and signed headers. Pure. */

import type { EventRow } from "../../events/store.ts";
import { eventView } from "../../events/views.ts";
import type { Format } from "../schema.ts";
import { sign } from "../secrets.ts";
import { BODY_BYTES } from "./rules.ts";

/** The same for each attempt of an event at a webhook, and for no other event, even after a restored backup. */
export const messageId = (
  webhook_id: number,
  { sequence, at }: Pick<EventRow, "sequence" | "at">,
) => `msg_${webhook_id}_${sequence}_${at.getTime().toString(36)}`;

/** The body of an event in the webhook's format. */
export function bodyOf(event: EventRow, format: Format): string {
  const text = JSON.stringify(eventView(event));
  if (format === "STANDARD" && Buffer.byteLength(text) > BODY_BYTES.value) return shortened(event);
  return text;
}

/** The event with its ids alone: who needs the texts reads the record. */
function shortened(event: EventRow): string {
  const ids = Object.entries(event.data).filter(([, value]) => typeof value === "number");
  return JSON.stringify(eventView({ ...event, data: Object.fromEntries(ids) }));
}

type Signing = Readonly<{ id: string; body: string; secrets: readonly Uint8Array[]; now: Date }>;

/** The headers of a request at `now`, signed with each of `secrets`. */
export function headersOf({ id, body, secrets, now }: Signing): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    "content-type": "application/json",
    "user-agent": "Longwave (webhooks)",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": sign(secrets, { id, timestamp, body }),
  };
}
