/** HTML of one webhook: how it fares, what can be done with it, and what it has sent. Pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { type Shown, zoneNote } from "../../../people/accounts/frame.ts";
import { type Clock, fillHtml, moment } from "../../../people/accounts/times.ts";
import { badge, buttonLink, table } from "../../../web/layout/components.ts";
import { form, notice, submit } from "../../../web/layout/views.ts";
import type { DeliveryRow } from "../log/store.ts";
import type { WebhookRow } from "../store.ts";
import type { WebhookWords } from "../words.ts";
import { pathOf, statusBadge, WEBHOOKS, webhookFields } from "./views.ts";

export type Log = Readonly<{
  webhook: WebhookRow;
  public_key: string | null;
  deliveries: readonly DeliveryRow[];
  /** The last one of this page, if there are older ones. */
  last_id: number | null;
  clock: Clock;
}>;

export const webhookView = (words: WebhookWords, shown: Shown, log: Log): Html => html`
<p><a href="${WEBHOOKS}">${words.to_list}</a></p>
<p><code>${log.webhook.url}</code> ${statusBadge(words, log.webhook)}</p>
${log.public_key !== null && html`<p>${words.public_key}: <code>${log.public_key}</code></p>`}
${troubleOf(words, log)}
${notice(shown.refusal.message, "problem")}
${actsOf(words, shown.csrf, log.webhook)}
${log.deliveries.length === 0 ? noLog(words) : logView(words, shown, log)}
<h2>${words.change}</h2>
${webhookFields(words, shown, pathOf(log.webhook), log.webhook)}`;

const noLog = (words: WebhookWords): Html => html`
<h2>${words.log}</h2>
<p class="soft">${words.log_none}</p>`;

/** Why nothing arrives, if that is so. */
function troubleOf(words: WebhookWords, { webhook, clock }: Log): Html {
  const { reason, failing_since } = webhook;
  if (reason === "OWNER") return notice(words.reason_owner, "plain");
  if (reason === "GONE") return notice(words.reason_gone, "problem");
  if (reason === "FAILING") return notice(words.reason_failing, "problem");
  if (failing_since === null) return html``;
  const when = moment(failing_since, clock);
  return notice(fillHtml(words.failing_since, { when }), "problem");
}

const button = (action: string, csrf: string, text: string, hidden: Html = html``): Html =>
  form(action, csrf, html`${hidden}${submit(text, "quiet")}`);

function actsOf(words: WebhookWords, csrf: string, webhook: WebhookRow): Html {
  const isOn = webhook.status === "ENABLED";
  const status = html`<input type="hidden" name="status" value="${isOn ? "DISABLED" : "ENABLED"}">`;
  return html`
<div class="actions">
${isOn && button(pathOf(webhook, "/test"), csrf, words.test)}
${button(pathOf(webhook, "/status"), csrf, isOn ? words.disable : words.enable, status)}
${buttonLink(pathOf(webhook, "/rotate"), webhook.is_asymmetric ? words.rotate_key : words.rotate, "quiet")}
${buttonLink(pathOf(webhook, "/delete"), words.delete, "danger")}
</div>
${
  isOn &&
  html`<details class="unfold"><summary>${words.replay_all}</summary>
<p class="hint">${words.replay_all_hint}</p>
${button(pathOf(webhook, "/replay"), csrf, words.replay_all)}
</details>`
}`;
}

function logView(words: WebhookWords, { csrf, words: common }: Shown, log: Log): Html {
  const { webhook, deliveries, last_id, clock } = log;
  const columns = [
    { name: words.event },
    { name: words.when },
    { name: words.state },
    { name: words.answer },
    { name: words.attempts, number: true },
    ...(webhook.status === "ENABLED" ? [{ name: words.replay }] : []),
  ];
  const rows = deliveries.map((delivery) => [
    html`<code>${delivery.type}</code>`,
    moment(delivery.attempted_at ?? delivery.created_at, clock),
    stateOf(words, delivery, clock),
    answerOf(delivery),
    String(delivery.attempts),
    ...(webhook.status === "ENABLED" ? [replayButton(words, csrf, webhook, delivery)] : []),
  ]);
  return html`
${table(words.log, columns, rows)}
<p class="soft">${words.log_text}</p>
${last_id !== null && html`<p><a href="${pathOf(webhook)}?last_id=${last_id}">${words.older}</a></p>`}
${zoneNote(common, clock)}`;
}

function stateOf(words: WebhookWords, { state, next_at, attempts }: DeliveryRow, clock: Clock) {
  if (state === "DELIVERED") return badge(words.delivered, "good");
  if (state === "FAILED") return badge(words.failed, "bad");
  if (attempts === 0) return badge(words.pending);
  return html`${badge(words.pending, "signal")} ${fillHtml(words.next, { when: moment(next_at, clock) })}`;
}

/** The status, or what was wrong in the words of the API. */
const answerOf = ({ status, error, duration }: DeliveryRow): Html => {
  const time = duration === null ? "" : ` · ${duration} ms`;
  if (status !== null) return html`${status}${time}`;
  return error === null ? html`–` : html`<span lang="en">${error}</span>${time}`;
};

const replayButton = (
  words: WebhookWords,
  csrf: string,
  webhook: WebhookRow,
  { delivery_id, type }: DeliveryRow,
): Html =>
  form(
    pathOf(webhook, "/replay"),
    csrf,
    html`<input type="hidden" name="delivery_id" value="${delivery_id}">
<button type="submit" class="quiet" aria-label="${words.replay}: ${type}">${words.replay}</button>`,
  );
