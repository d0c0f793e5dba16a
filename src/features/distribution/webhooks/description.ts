/** Describes the requests that webhooks send, one for each type of event, for the `webhooks` of OpenAPI 3.1. */
import { z } from "zod";
import type { SentRequests } from "../../../platform/http/openapi.ts";
import { EVENT_NAMES, schemaName, summaryOf } from "../events/schema.ts";
import { TEST_TYPE } from "./deliveries/message.ts";
import { SEND_TIME } from "./deliveries/rules.ts";

const testEvent = z
  .object({
    type: z.literal(TEST_TYPE),
    timestamp: z.string().meta({ description: "When the test was sent, in ISO 8601, UTC." }),
    sequence: z.int().meta({ description: "Always 0: a test has no place among events." }),
    data: z.object({ webhook_id: z.int() }),
  })
  .meta({ id: "WebhookTestEvent", description: "A test of a webhook." });

const headers = z.object({
  "webhook-id": z.string().meta({
    description: "The same for each attempt: drop what you have processed before.",
  }),
  "webhook-timestamp": z.string().meta({
    description: "When the request was made, in seconds since 1970.",
  }),
  "webhook-signature": z.string().meta({
    description:
      "`v1,` and the base64 of an HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`, or `v1a,` and that of an ed25519 signature, as the webhook's `signature` says; two, separated by a space, for a day after a rotation.",
  }),
});

const answers = {
  "2XX": { id: "WebhookDelivered", description: "The event is delivered." },
  "410": { id: "WebhookGone", description: "Nothing is sent any more: the webhook is disabled." },
  default: {
    id: "WebhookFailed",
    description: `Any other status, a redirect too, and no answer within ${SEND_TIME.value / 1000} s: sent again later, after \`Retry-After\` at the earliest.`,
  },
};

const sent = (summary: string, schema: z.ZodType | { $ref: string }): SentRequests[string] => ({
  post: {
    tags: ["Webhooks"],
    summary,
    requestParams: { header: headers },
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: answers,
  },
});

/** What webhooks of the format `STANDARD` send, by the type of the event. */
export const webhookRequests: SentRequests = {
  ...Object.fromEntries(
    EVENT_NAMES.map((type) => [
      type,
      sent(summaryOf(type), { $ref: `#/components/schemas/${schemaName(type)}` }),
    ]),
  ),
  [TEST_TYPE]: sent("A test of a webhook.", testEvent),
};
