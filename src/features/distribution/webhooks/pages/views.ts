/** HTML of the settings with webhooks. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { hostOf } from "../../../../platform/net/fetch.ts";
import { question, type Shown } from "../../../people/accounts/frame.ts";
import { type Clock, fillHtml, moment } from "../../../people/accounts/times.ts";
import { secret } from "../../../people/accounts/tokenviews.ts";
import { badge } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { checkbox, choice, field, form, notice, submit } from "../../../web/layout/views.ts";
import { EVENT_NAMES } from "../../events/schema.ts";
import type { WebhookRow } from "../store.ts";
import type { WebhookWords } from "../words.ts";
import { tickName } from "./schema.ts";

export const WEBHOOKS = "/settings/webhooks";

/** A webhook's page, or one below it. */
export const pathOf = ({ webhook_id }: Pick<WebhookRow, "webhook_id">, act = ""): string =>
  `${WEBHOOKS}/${webhook_id}${act}`;

export const webhooksView = (
  words: WebhookWords,
  shown: Shown,
  webhooks: readonly WebhookRow[],
  clock: Clock,
): Html => html`
<p>${words.lead}</p>
${notice(shown.refusal.message, "problem")}
${webhooks.length === 0 && html`<p class="soft">${words.none}</p>`}
<ul class="cards">${webhooks.map((webhook) => webhookItem(words, webhook, clock))}</ul>
<h2>${words.create_title}</h2>
${webhookFields(words, shown, WEBHOOKS, null)}`;

const webhookItem = (words: WebhookWords, webhook: WebhookRow, clock: Clock): Html => html`
<li>
<div>
<p><strong>${hostOf(webhook.url)}</strong> ${statusBadge(words, webhook)}</p>
<p class="soft">${typesText(words, webhook)} · ${fillHtml(words.created, { when: moment(webhook.created_at, clock) })}</p>
</div>
<a class="button quiet" href="${pathOf(webhook)}">${words.open}<span class="hidden"> ${hostOf(webhook.url)}</span></a>
</li>`;

export function statusBadge(words: WebhookWords, { status, failing_since }: WebhookRow): Html {
  if (status === "DISABLED") return badge(words.disabled);
  return failing_since === null ? badge(words.enabled, "good") : badge(words.failing, "bad");
}

const typesText = (words: WebhookWords, { types }: WebhookRow): string =>
  types.length === 0 ? words.all_types : fill(words.some_types, { n: types.length });

/** The form of a new webhook (null), or of one that is changed. */
export function webhookFields(
  words: WebhookWords,
  { csrf, refusal }: Shown,
  action: string,
  webhook: WebhookRow | null,
): Html {
  const { given, fields } = refusal;
  const isAgain = Object.keys(given).length > 0;
  const isTicked = (type: string) =>
    isAgain ? given[tickName(type)] !== undefined : (webhook?.types.includes(type) ?? false);
  const formats = [
    ["STANDARD", words.format_standard],
    ["SLACK", words.format_slack],
    ["DISCORD", words.format_discord],
  ] as const;
  const signatures = [
    ["v1", words.signature_v1],
    ["v1a", words.signature_v1a],
  ] as const;
  return form(
    action,
    csrf,
    html`
${field({ label: words.url, name: "url", type: "url", hint: words.url_hint, value: given.url ?? webhook?.url, error: fields.url, required: true, maxlength: 2000 })}
${choice({ label: words.format, name: "format", value: given.format ?? webhook?.format ?? "STANDARD", error: fields.format, options: formats })}
${webhook === null && choice({ label: words.signature, name: "signature", hint: words.signature_hint, value: given.signature ?? "v1", error: fields.signature, options: signatures })}
<details class="unfold"${EVENT_NAMES.some(isTicked) && html` open`}><summary>${words.types}</summary>
<p class="hint">${words.types_hint}</p>
<div class="ticks wide">${EVENT_NAMES.map((type) =>
      checkbox({ name: tickName(type), label: type, checked: isTicked(type) }),
    )}</div></details>
${submit(webhook === null ? words.create : words.save)}`,
  );
}

type Verifier = Readonly<{ shown: Shown; text: string; webhook: WebhookRow }>;

/** What a receiver verifies with: the secret of a webhook, once, or its public key. */
export const verifierView = (words: WebhookWords, { shown, text, webhook }: Verifier): Html => html`
<p>${webhook.is_asymmetric ? words.public_key_text : words.secret_text}</p>
${secret(shown.words, text)}
<p><a href="${pathOf(webhook)}">${words.to_webhook}</a></p>`;

/** Asks before the secret is replaced, or the webhook is deleted. */
export const askView = (
  shown: Shown,
  webhook: WebhookRow,
  { act, text, button }: Readonly<{ act: "rotate" | "delete"; text: string; button: string }>,
): Html =>
  question({ ...shown, text, action: pathOf(webhook, `/${act}`), button, back: pathOf(webhook) });
