/** Routes of the log of a webhook, of tests and of replays. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { lastIdPage, pageOf } from "../../../../platform/http/paging.ts";
import { route } from "../../../../platform/http/route.ts";
import { missing, requireFound } from "../../../../platform/rights.ts";
import { readWebhook } from "../actions.ts";
import { ownerOfWebhook, whichWebhook } from "../schema.ts";
import { replayDelivery, replayEventRange, sendTest } from "./actions.ts";
import { deliveryDetail, logQuery, replayed, replayRange, whichDelivery } from "./schema.ts";
import { findDelivery, listDeliveries } from "./store.ts";
import { deliveryView } from "./views.ts";

const common = { tag: "Webhooks", scope: "basic", access: ownerOfWebhook } as const;
const response = z.object({ delivery: deliveryDetail });
const refusals = { 409: "`webhook-disabled`: enable it first." };

export const webhookLogRoutes = [
  route({
    ...common,
    method: "GET",
    path: "/v2/webhooks/:webhook_id/deliveries",
    operationId: "listWebhookDeliveries",
    summary: "List what a webhook has sent",
    description: "Newest first. Kept for 30 days.",
    params: whichWebhook,
    query: logQuery,
    response: pageOf(deliveryDetail),
    async handle(call, { db }: Deps) {
      const { webhook_id } = await readWebhook({ db }, call.caller, call.params.webhook_id);
      const rows = await listDeliveries(db, webhook_id, call.query);
      return lastIdPage(call, rows, (row) => row.delivery_id, deliveryView);
    },
  }),
  route({
    ...common,
    method: "GET",
    path: "/v2/webhooks/:webhook_id/deliveries/:delivery_id",
    operationId: "getWebhookDelivery",
    summary: "Get a delivery of a webhook",
    params: whichDelivery,
    response,
    async handle({ caller, params: { webhook_id, delivery_id } }, { db }: Deps) {
      await readWebhook({ db }, caller, webhook_id);
      const row = await findDelivery(db, webhook_id, delivery_id);
      return { delivery: deliveryView(requireFound(row, missing("delivery"))) };
    },
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/webhooks/:webhook_id/deliveries/:delivery_id/replay",
    operationId: "replayWebhookDelivery",
    summary: "Send a delivery of a webhook again",
    description:
      "With the same `webhook-id`, and with all attempts. One that waits for its next attempt is sent at once.",
    refusals,
    params: whichDelivery,
    response,
    handle: async ({ caller, params: { webhook_id, delivery_id } }, deps: Deps) => ({
      delivery: deliveryView(await replayDelivery(deps, caller, webhook_id, delivery_id)),
    }),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/webhooks/:webhook_id/replay",
    operationId: "replayWebhookEvents",
    summary: "Send the events of a range to a webhook again",
    description:
      "Those of its types that you may read, also those that it has missed. Events are kept for 30 days. Those that were sent before have the same `webhook-id`.",
    refusals,
    params: whichWebhook,
    body: replayRange,
    response: replayed,
    handle: ({ caller, params: { webhook_id }, body }, deps: Deps) =>
      replayEventRange(deps, caller, webhook_id, body),
  }),
  route({
    ...common,
    method: "POST",
    path: "/v2/webhooks/:webhook_id/test",
    operationId: "testWebhook",
    summary: "Send a test to a webhook",
    description:
      "Sends a message of the type `webhook.test`, once. Get the delivery to see what became of it.",
    refusals,
    params: whichWebhook,
    response,
    handle: async ({ caller, params: { webhook_id } }, deps: Deps) => ({
      delivery: deliveryView(await sendTest(deps, caller, webhook_id)),
    }),
  }),
];
