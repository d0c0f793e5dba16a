/** Pages that receive what a person does with a webhook: a test, a replay, switching it off and on. */
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { page, redirect } from "../../../../platform/http/pages.ts";
import { changeWebhook } from "../actions.ts";
import { replayDelivery, replayEventRange, sendTest } from "../log/actions.ts";
import { whichWebhook } from "../schema.ts";
import { replayForm, statusForm } from "./schema.ts";
import { pathOf, WEBHOOKS } from "./views.ts";

const testPage = page({
  method: "POST",
  path: `${WEBHOOKS}/:webhook_id/test`,
  summary: "Send a test to a webhook",
  access: "signed-in",
  params: whichWebhook,
  async handle({ params, session }, deps: Deps) {
    await sendTest(deps, session, params.webhook_id);
    return redirect(`${pathOf(params)}?done=tested`);
  },
});

const statusPage = page({
  method: "POST",
  path: `${WEBHOOKS}/:webhook_id/status`,
  summary: "Enable or disable a webhook",
  access: "signed-in",
  params: whichWebhook,
  body: statusForm,
  async handle({ params, session, form }, deps: Deps) {
    if (!form.ok) throw form.failure ?? invalid({ ...form.fields });
    const { status } = form.value;
    await changeWebhook(deps, session, params.webhook_id, { status }, null);
    return redirect(`${pathOf(params)}?done=${status.toLowerCase()}`);
  },
});

/** Requests of a thousand events each: more than a person has in 30 days, or they use the API. */
const MOST_RANGES = 20;

const replayPage = page({
  method: "POST",
  path: `${WEBHOOKS}/:webhook_id/replay`,
  summary: "Send a delivery of a webhook again, or all that failed or was missed",
  access: "signed-in",
  params: whichWebhook,
  body: replayForm,
  async handle({ params, session, form }, deps: Deps) {
    if (!form.ok) throw form.failure ?? invalid({ ...form.fields });
    const { webhook_id } = params;
    const { delivery_id } = form.value;
    if (delivery_id !== undefined) {
      await replayDelivery(deps, session, webhook_id, delivery_id);
      return redirect(`${pathOf(params)}?done=replayed`);
    }
    let from: number | null = 1;
    let n = 0;
    for (let ranges = 0; from !== null && ranges < MOST_RANGES; ranges += 1) {
      const range = { from, to: undefined, failed_only: true };
      const { replayed, next_from } = await replayEventRange(deps, session, webhook_id, range);
      n += replayed;
      from = next_from;
    }
    return redirect(`${pathOf(params)}?n=${n}`);
  },
});

export const webhookActPages = [testPage, statusPage, replayPage];
