/** HTML of messages of one show or of all; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { badge, emptyState, tabs } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { field, form, notice, submit, textArea } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import { showPath } from "../oneshow/showlayout.ts";
import { type List, listPath, listsPath, messageAnchor } from "./rules.ts";
import type { Only } from "./schema.ts";
import type { Words } from "./words.ts";

type Message = Readonly<{
  message_id: number;
  episode_id: number;
  episode_title: string;
  show_id: number;
  show_title: string;
  text: string;
  created_at: Date;
  author_username: string;
  author_fullname: string;
  author_image_url: string | null;
  isTeam: boolean;
  isHidden: boolean;
  isSettled: boolean;
  isUnanswered: boolean;
  reports_count: number;
}>;

export type MessagesPage = List &
  Readonly<{
    csrf: string;
    words: Words;
    timezone: string;
    messages: readonly Message[];
    /** How many messages the narrower lists have, whatever is searched. */
    counts: Readonly<Record<"unanswered" | "reported", number>>;
    /** The id before which older messages are; null if there are none. */
    older: number | null;
  }>;

export function messagesView(page: MessagesPage, refusal: Refusal): Html {
  const { words, show_id, messages, counts, only, q, older } = page;
  const problem = refusal.message ?? Object.values(refusal.fields)[0] ?? null;
  const tab = (one: Only, name: string, count?: number) => ({
    href: listPath({ show_id, only: one, q }),
    name,
    current: one === only,
    ...(count !== undefined && { count: count.toLocaleString(words.locale) }),
  });
  return html`
${notice(problem, "problem")}
<p class="lead">${words.lead}</p>
${tabs(words.page, [tab(null, words.all), tab("unanswered", words.unanswered, counts.unanswered), tab("reported", words.reported, counts.reported)])}
${searchOf(page)}
${messages.length === 0 ? emptyOf(page) : html`<ul class="crew">${messages.map((one, at) => messageView(page, one, messages[at + 1]))}</ul>`}
${older !== null && html`<p><a href="${listPath(page, older)}">${words.older}</a></p>`}`;
}

/** There is nothing to search in an empty list. */
const searchOf = ({ words, show_id, messages, only, q }: MessagesPage): Html =>
  html`${
    (messages.length > 0 || q !== "") &&
    html`<form class="list-filters" action="${listsPath(show_id)}">${only !== null && html`<input type="hidden" name="only" value="${only}">`}
<div class="field"><label for="messages-q">${words.search}</label><input id="messages-q" name="q" type="search" value="${q}" maxlength="200"></div>
<button type="submit" class="quiet">${words.search_act}</button>
${q !== "" && html`<a href="${listPath({ show_id, only, q: "" })}">${words.search_all}</a>`}
</form>`
  }`;

function emptyOf({ words, only, q }: MessagesPage): Html {
  if (q !== "") return html`<p class="list-none">${fill(words.none_found, { q })}</p>`;
  if (only === null) return emptyState({ title: words.empty_title, text: words.empty });
  return html`<p class="list-none">${only === "reported" ? words.none_reported : words.none_unanswered}</p>`;
}

function messageView(page: MessagesPage, one: Message, next: Message | undefined): Html {
  const { words, timezone } = page;
  const { author_fullname, author_username, author_image_url } = one;
  const name = author_fullname || author_username;
  const at = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  }).format(one.created_at);
  return html`
<li class="message" id="${messageAnchor(one.message_id)}">
${author_image_url === null ? html`<span class="cover none"></span>` : html`<img src="${author_image_url}" alt="" width="40" height="40" loading="lazy">`}
<div><p><strong>${name}</strong>${one.isTeam && html` ${badge(words.team, "accent")}`}${one.isHidden && html` ${badge(words.hidden, "bad")}`}${one.isSettled && html` ${badge(words.settled)}`}${
    one.reports_count > 0 && html` ${badge(plural(words, words.reports, one.reports_count), "bad")}`
  }</p>
<p class="soft">${page.show_id === null && html`<a href="${showPath(one.show_id, "/messages")}">${one.show_title}</a> · `}<a href="/episode/${one.episode_id}">${one.episode_title}</a> · <time datetime="${one.created_at.toISOString()}">${at}</time></p>
<blockquote>${one.text}</blockquote>
<div class="acts">${actsOf(page, one, name, next)}</div></div></li>`;
}

function actsOf(page: MessagesPage, one: Message, name: string, next: Message | undefined): Html {
  const { csrf, words, only, q } = page;
  const { message_id, episode_id, author_username } = one;
  const path = showPath(one.show_id, `/messages/${episode_id}/${message_id}`);
  const act = (text: string, label: string, body: Html) => html`
<details name="acts-${message_id}"><summary aria-label="${label}">${text}</summary><div>${body}</div></details>`;
  const from = html`${page.show_id === null && html`<input type="hidden" name="of" value="all">`}${only !== null && html`<input type="hidden" name="only" value="${only}">`}${q !== "" && html`<input type="hidden" name="q" value="${q}">`}${next !== undefined && html`<input type="hidden" name="next" value="${next.message_id}">`}`;
  const settle = (settled: boolean, text: string, label: string) =>
    form(
      `${path}/settled`,
      csrf,
      html`${from}<button type="submit" class="quiet" name="settled" value="${String(settled)}" aria-label="${fill(label, { name })}">${text}</button>`,
    );
  return html`
${act(
  words.reply,
  fill(words.reply_to, { name }),
  form(
    `${path}/reply`,
    csrf,
    html`${from}${textArea({ label: words.reply_text, name: "text", id: `reply-${message_id}`, rows: 3, value: `@${author_username} `, maxlength: 4000 })}${submit(words.reply_act)}`,
  ),
)}
${one.isUnanswered && settle(true, words.settle, words.settle_of)}${one.isSettled && settle(false, words.unsettle, words.unsettle_of)}
${
  !one.isTeam &&
  act(
    words.report,
    fill(words.report_of, { name }),
    form(
      `${path}/report`,
      csrf,
      html`${from}${field({ label: words.reason, name: "reason", id: `reason-${message_id}`, maxlength: 1000 })}${submit(words.report_act)}`,
    ),
  )
}
${act(
  words.delete,
  fill(words.delete_of, { name }),
  html`<p>${words.delete_sure}</p>${form(`${path}/delete`, csrf, html`${from}${submit(words.delete_act, "danger")}`)}`,
)}`;
}
