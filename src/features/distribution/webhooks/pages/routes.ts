/** The settings with a person's webhooks: a list, one with its log, and its secret, which is shown once. */
import type { Deps } from "../../../../deps.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { html } from "../../../../platform/http/html.ts";
import { redirect } from "../../../../platform/http/pages.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import { copyScript } from "../../../people/accounts/assets.ts";
import { clockOf, doneNotice, shownOf, showSettings } from "../../../people/accounts/frame.ts";
import { fill } from "../../../web/layout/rules.ts";
import { notice } from "../../../web/layout/views.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  readPublicKey,
  readSecret,
  readWebhook,
  rotateSecret,
} from "../actions.ts";
import { listDeliveries } from "../log/store.ts";
import { whichWebhook } from "../schema.ts";
import { listWebhooks, type WebhookRow } from "../store.ts";
import { webhookWords } from "../words.ts";
import { webhookView } from "./logviews.ts";
import { listQuery, logQuery, nothing, webhookForm } from "./schema.ts";
import { askView, pathOf, verifierView, WEBHOOKS, webhooksView } from "./views.ts";

/** Deliveries on one page. */
const PAGE = 50;

/** What a receiver verifies with, as text. */
const readVerifier = async (deps: Pick<Deps, "db">, webhook: WebhookRow): Promise<string> =>
  (await readPublicKey(deps, webhook)) ?? (await readSecret(deps, webhook));

const listPages = formPage({
  path: WEBHOOKS,
  summary: "Manage your webhooks",
  access: "signed-in",
  query: listQuery,
  body: webhookForm,
  look: { scripts: true },
  async show(call, refusal, deps: Deps) {
    const words = webhookWords(call.locale);
    const webhooks = await listWebhooks(deps.db, call.session.user_id);
    const done = doneNotice(call.query.done, { deleted: words.deleted });
    const clock = clockOf(call, deps.clock());
    const body = html`${done}${webhooksView(words, shownOf(call, refusal), webhooks, clock)}`;
    return showSettings(call, WEBHOOKS, { title: words.title, body });
  },
  async submit(call, value, deps: Deps) {
    const webhook = await createWebhook(deps, call.session, value);
    const words = webhookWords(call.locale);
    const text = await readVerifier(deps, webhook);
    const body = verifierView(words, { shown: shownOf(call), text, webhook });
    return showSettings(call, WEBHOOKS, { title: words.new_title, body, head: copyScript });
  },
});

const onePages = formPage({
  path: `${WEBHOOKS}/:webhook_id`,
  summary: "See what a webhook has sent, and change it",
  access: "signed-in",
  params: whichWebhook,
  query: logQuery,
  body: webhookForm,
  async show(call, refusal, deps: Deps) {
    const words = webhookWords(call.locale);
    const webhook = await readWebhook(deps, call.session, call.params.webhook_id);
    const { done, n, last_id } = call.query;
    const rows = await listDeliveries(deps.db, webhook.webhook_id, { last_id, limit: PAGE });
    const deliveries = rows.slice(0, PAGE);
    const body = html`${doneNotice(done, {
      saved: words.saved,
      tested: words.tested,
      enabled: words.is_enabled,
      disabled: words.is_disabled,
      replayed: words.replayed,
    })}
${n !== undefined && notice(fill(words.replaying, { n }), "good")}
${webhookView(words, shownOf(call, refusal), {
  webhook,
  public_key: await readPublicKey(deps, webhook),
  deliveries,
  last_id: rows.length > PAGE ? (deliveries.at(-1)?.delivery_id ?? null) : null,
  clock: clockOf(call, deps.clock()),
})}`;
    return showSettings(call, WEBHOOKS, { title: hostOf(webhook.url), body });
  },
  async submit(call, { url, format, types }, deps: Deps) {
    const { webhook_id } = call.params;
    await changeWebhook(deps, call.session, webhook_id, { url, format, types }, null);
    return redirect(`${pathOf({ webhook_id })}?done=saved`);
  },
});

const rotatePages = formPage({
  path: `${WEBHOOKS}/:webhook_id/rotate`,
  summary: "Replace the secret or the key of a webhook",
  access: "signed-in",
  params: whichWebhook,
  body: nothing,
  look: { scripts: true },
  async show(call, refusal, deps: Deps) {
    const words = webhookWords(call.locale);
    const webhook = await readWebhook(deps, call.session, call.params.webhook_id);
    const isSecret = !webhook.is_asymmetric;
    const body = askView(shownOf(call, refusal), webhook, {
      act: "rotate",
      text: isSecret ? words.rotate_text : words.rotate_key_text,
      button: isSecret ? words.rotate : words.rotate_key,
    });
    const question = isSecret ? words.rotate_ask : words.rotate_key_ask;
    const title = fill(question, { host: hostOf(webhook.url) });
    return showSettings(call, WEBHOOKS, { title, body });
  },
  async submit(call, _value, deps: Deps) {
    const words = webhookWords(call.locale);
    const webhook = await rotateSecret(deps, call.session, call.params.webhook_id);
    const text = await readVerifier(deps, webhook);
    const body = verifierView(words, { shown: shownOf(call), text, webhook });
    const isSecret = !webhook.is_asymmetric;
    const title = isSecret ? words.rotated_title : words.rotated_key_title;
    return showSettings(call, WEBHOOKS, { title, body, head: copyScript });
  },
});

const deletePages = formPage({
  path: `${WEBHOOKS}/:webhook_id/delete`,
  summary: "Delete a webhook",
  access: "signed-in",
  whileFull: true,
  params: whichWebhook,
  body: nothing,
  async show(call, refusal, deps: Deps) {
    const words = webhookWords(call.locale);
    const webhook = await readWebhook(deps, call.session, call.params.webhook_id);
    const asked = { act: "delete", text: words.delete_text, button: words.delete } as const;
    const body = askView(shownOf(call, refusal), webhook, asked);
    const title = fill(words.delete_ask, { host: hostOf(webhook.url) });
    return showSettings(call, WEBHOOKS, { title, body });
  },
  async submit({ params, session }, _value, deps: Deps) {
    await deleteWebhook(deps, session, params.webhook_id, null);
    return redirect(`${WEBHOOKS}?done=deleted`);
  },
});

export const webhookPages = [...listPages, ...onePages, ...rotatePages, ...deletePages];
