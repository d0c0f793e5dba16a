/** Makes the requests of webhooks: the body in the format of the webhook, an id and signed headers. Pure. */

import type { EventRow } from "../../events/store.ts";
import type { Format } from "../schema.ts";
import { type Signature, signaturesOf } from "../secrets.ts";
import { discordBody, type Message, slackBody } from "./chat.ts";
import { BODY_BYTES } from "./rules.ts";

/** An event for a webhook. */
export const eventMessage = (webhook_id: number, { sequence, type, at, data }: EventRow) => ({
  ...{ sequence, type, at, data },
  id: `msg_${webhook_id}_${sequence}_${at.getTime().toString(36)}`,
});

export const TEST_TYPE = "webhook.test";

type Test = Readonly<{ delivery_id: number; at: Date }>;

/** What is sent to see whether a webhook works; it is no event, and has no place among them. */
export const testMessage = (webhook_id: number, { delivery_id, at }: Test): Message => ({
  id: `msg_${webhook_id}_test_${delivery_id}`,
  type: TEST_TYPE,
  at,
  sequence: 0,
  data: { webhook_id },
});

/** The body of a message in the webhook's format. `publicUrl`: where lines for people may lead to. */
export function bodyOf(message: Message, format: Format, publicUrl: string | null): string {
  if (format === "SLACK") return slackBody(message, publicUrl);
  if (format === "DISCORD") return discordBody(message, publicUrl);
  const text = eventText(message);
  if (Buffer.byteLength(text) <= BODY_BYTES.value) return text;
  // The ids alone: who needs the texts reads the record.
  const ids = Object.entries(message.data).filter(([, value]) => typeof value === "number");
  return eventText({ ...message, data: Object.fromEntries(ids) });
}

const eventText = ({ type, at, sequence, data }: Message): string =>
  JSON.stringify({ type, timestamp: at.toISOString(), sequence, data });

type Signing = Readonly<{
  id: string;
  body: string;
  signature: Signature;
  secrets: readonly Uint8Array[];
  now: Date;
}>;

/** The headers of a request at `now`, signed with each of `secrets`. */
export function headersOf({ id, body, signature, secrets, now }: Signing): Record<string, string> {
  const timestamp = Math.floor(now.getTime() / 1000);
  return {
    "content-type": "application/json",
    "user-agent": "Longwave (webhooks)",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signaturesOf(signature, secrets, { id, timestamp, body }),
  };
}
