/** Parameters and shapes of the log of deliveries, of tests and of replays. */
import { z } from "zod";
import { lastIdPaging } from "../../../../platform/http/paging.ts";
import { boolean, id, integer, oneOf } from "../../../../platform/http/params.ts";
import { ATTEMPTS, REPLAYED_AT_ONCE } from "../deliveries/rules.ts";
import { whichWebhook } from "../schema.ts";

const STATES = ["PENDING", "DELIVERED", "FAILED"] as const;

export const deliveryDetail = z
  .object({
    delivery_id: z.int(),
    type: z.string().meta({ description: "The type of the event, or `webhook.test`." }),
    sequence: z.int().nullable().meta({ description: "null for a test." }),
    state: z.enum(STATES).meta({
      description:
        "`PENDING`: it waits for its first or next attempt; `FAILED`: no further attempt is made unless you replay it.",
    }),
    attempts: z.int().meta({ description: `At most ${ATTEMPTS.value}.` }),
    next_at: z.string().nullable().meta({
      description: "When it is sent at the earliest; null if it is not `PENDING`.",
    }),
    attempted_at: z.string().nullable().meta({ description: "The last attempt." }),
    status: z.int().nullable().meta({ description: "The status of the last answer." }),
    error: z.string().nullable().meta({ description: "The problem of the last attempt." }),
    duration: z.int().nullable().meta({ description: "Of the last attempt, in ms." }),
    created_at: z.string(),
    delivered_at: z.string().nullable(),
  })
  .meta({ id: "WebhookDelivery" });

export const logQuery = z.object({
  state: oneOf(STATES).optional().meta({ description: "Only deliveries in this state." }),
  ...lastIdPaging(),
});

export const whichDelivery = whichWebhook.extend({ delivery_id: id() });

export const replayRange = z
  .object({
    from: integer({ min: 1 }).meta({ description: "The `sequence` of the first event." }),
    to: integer({ min: 1 }).optional().meta({
      description: "The `sequence` of the last event. Default: the newest.",
    }),
    failed_only: boolean()
      .prefault(false)
      .meta({ description: "Leave out what was delivered before." }),
  })
  .refine(({ from, to }) => to === undefined || from <= to, {
    path: ["to"],
    error: "must not be before `from`",
  });

export const replayed = z.object({
  replayed: z.int().meta({ description: "The number of events that are sent." }),
  next_from: z
    .int()
    .nullable()
    .meta({
      description: `\`from\` of your next request: one replays about ${REPLAYED_AT_ONCE.value.toLocaleString("en")} events. null if this was all.`,
    }),
});

export type ReplayRange = z.infer<typeof replayRange>;
