/** Parameters and shapes of webhooks. */
import { z } from "zod";
import { webAddress } from "../../../platform/http/addressparams.ts";
import { commaList } from "../../../platform/http/listparams.ts";
import { id, oneOf } from "../../../platform/http/params.ts";
import type { Access } from "../../../platform/http/route.ts";
import { EVENT_NAMES, FOLLOWED } from "../events/schema.ts";
import type { Signature } from "./secrets.ts";

const FORMATS = ["STANDARD", "SLACK", "DISCORD"] as const;
export type Format = (typeof FORMATS)[number];

const SIGNATURES = ["v1", "v1a"] as const satisfies readonly Signature[];

const STATUSES = ["ENABLED", "DISABLED"] as const;
/** Why a webhook is disabled. */
const REASONS = ["OWNER", "GONE", "FAILING"] as const;

const EMPTY = `Empty: all types but \`${FOLLOWED}\`, which tells the receiver which shows you follow.`;

export const webhookDetail = z
  .object({
    webhook_id: z.int(),
    url: z.string(),
    types: z.array(z.string()).meta({ description: EMPTY }),
    format: z.enum(FORMATS),
    signature: z.enum(SIGNATURES),
    public_key: z.string().nullable().meta({
      description: "`whpk_` and base64: what `v1a` signatures are verified with. null for `v1`.",
    }),
    status: z.enum(STATUSES),
    reason: z.enum(REASONS).nullable().meta({
      description:
        "Why it is disabled: `OWNER`: you did; `GONE`: the URL answered 410; `FAILING`: it failed for five days.",
    }),
    failing_since: z.string().nullable().meta({
      description: "The first failure since the last delivery that succeeded.",
    }),
    previous_secret_until: z.string().nullable().meta({
      description: "Until then the previous secret or key signs, too.",
    }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Webhook" });

const url = webAddress().meta({
  description: "An http or https URL without a user name. Redirects are not followed.",
});
const types = commaList(oneOf(EVENT_NAMES), { max: EVENT_NAMES.length }).meta({
  description: `Only events of these types. ${EMPTY}`,
});
const format = oneOf(FORMATS).meta({
  description:
    "`STANDARD`: the event, by Standard Webhooks 1.0. `SLACK`, `DISCORD`: a line of text for an incoming webhook of these chats.",
});
const signature = oneOf(SIGNATURES).meta({
  description:
    "`v1`: HMAC-SHA256 with a secret that the receiver knows too. `v1a`: ed25519; the receiver knows the public key only. It cannot be changed.",
});
const status = oneOf(STATUSES).meta({
  description:
    "`DISABLED`: nothing is sent, and what waits is given up. `ENABLED`: events from now on are sent; replay those before.",
});

export const newWebhook = z.object({
  url,
  types: types.prefault([]),
  format: format.prefault("STANDARD"),
  signature: signature.prefault("v1"),
});
export const webhookChanges = z.object({
  url: url.optional(),
  types: types.optional(),
  format: format.optional(),
  status: status.optional(),
});
/** Nobody else may do anything with a webhook, not even an admin. */
export const ownerOfWebhook: Access<true> = { signedIn: true, who: "the owner of the webhook" };

export const whichWebhook = z.object({ webhook_id: id() });

export type NewWebhook = z.infer<typeof newWebhook>;
export type WebhookChanges = z.infer<typeof webhookChanges>;
