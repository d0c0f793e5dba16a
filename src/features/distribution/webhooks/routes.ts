/** Routes of webhooks, which send events to the addresses of their owner. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { pageOf } from "../../../platform/http/paging.ts";
import { atRevision, nothing, route, signedIn } from "../../../platform/http/route.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  readPublicKey,
  readSecret,
  readWebhook,
  rotateSecret,
} from "./actions.ts";
import {
  newWebhook,
  ownerOfWebhook,
  webhookChanges,
  webhookDetail,
  whichWebhook,
} from "./schema.ts";
import { listWebhooks, type WebhookRow } from "./store.ts";
import { webhookView } from "./views.ts";

const common = { tag: "Webhooks", scope: "basic" } as const;
const own = { ...common, access: ownerOfWebhook, params: whichWebhook } as const;
const response = z.object({ webhook: webhookDetail });
const viewOf = async (row: WebhookRow, deps: Pick<Deps, "db" | "clock">) =>
  webhookView(row, await readPublicKey(deps, row), deps.clock());
const answer = async (row: WebhookRow, deps: Pick<Deps, "db" | "clock">) =>
  atRevision({ webhook: await viewOf(row, deps) }, row.revision);

export const webhookRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/webhooks",
    operationId: "listWebhooks",
    summary: "List your webhooks",
    description: "The oldest first, all at once: there are few.",
    access: signedIn,
    response: pageOf(webhookDetail),
    async handle({ caller }, deps: Deps) {
      const rows = await listWebhooks(deps.db, caller.user_id);
      return { items: await Promise.all(rows.map((row) => viewOf(row, deps))), next_url: null };
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/webhooks",
    operationId: "createWebhook",
    summary: "Create a webhook",
    description:
      "Events that you may read in `GET /v2/events` are sent to the URL from now on, by Standard Webhooks 1.0. Get the secret that signs them from `GET /v2/webhooks/{webhook_id}/secret`, unless you choose `v1a`, whose `public_key` is in the answer.",
    access: signedIn,
    refusals: { 409: "`too-many-webhooks`: you have as many as you may." },
    body: newWebhook,
    response,
    handle: async ({ caller, body }, deps: Deps) =>
      answer(await createWebhook(deps, caller, body), deps),
  }),
  route({
    ...own,
    method: "GET",
    path: "/v2/webhooks/:webhook_id",
    operationId: "getWebhook",
    summary: "Get a webhook",
    response,
    handle: async ({ caller, params }, deps: Deps) =>
      answer(await readWebhook(deps, caller, params.webhook_id), deps),
  }),
  route({
    ...own,
    method: "POST",
    path: "/v2/webhooks/:webhook_id",
    operationId: "updateWebhook",
    summary: "Update a webhook",
    body: webhookChanges,
    response,
    handle: async ({ caller, params, body, ifMatch }, deps: Deps) =>
      answer(await changeWebhook(deps, caller, params.webhook_id, body, ifMatch), deps),
  }),
  route({
    ...own,
    method: "DELETE",
    path: "/v2/webhooks/:webhook_id",
    operationId: "deleteWebhook",
    summary: "Delete a webhook with its log",
    response: nothing,
    async handle({ caller, params, ifMatch }, deps: Deps) {
      await deleteWebhook(deps, caller, params.webhook_id, ifMatch);
      return [];
    },
  }),
  route({
    ...own,
    method: "GET",
    path: "/v2/webhooks/:webhook_id/secret",
    operationId: "getWebhookSecret",
    summary: "Get the secret that signs what a webhook sends",
    refusals: { 409: "`webhook-without-secret`: it signs with a private key." },
    response: z.object({ secret: z.string().meta({ description: "`whsec_` and base64." }) }),
    handle: async ({ caller, params }, deps: Deps) => ({
      secret: await readSecret(deps, await readWebhook(deps, caller, params.webhook_id)),
    }),
  }),
  route({
    ...own,
    method: "POST",
    path: "/v2/webhooks/:webhook_id/rotate-secret",
    operationId: "rotateWebhookSecret",
    summary: "Replace the secret or the key of a webhook",
    description:
      "Requests carry signatures of both for 24 hours; one that was replaced before is invalid at once. Get the new secret from `GET /v2/webhooks/{webhook_id}/secret`; the new `public_key` is in the answer.",
    response,
    handle: async ({ caller, params }, deps: Deps) =>
      answer(await rotateSecret(deps, caller, params.webhook_id), deps),
  }),
];
