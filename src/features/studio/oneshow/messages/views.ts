/** HTML of a show's messages; pure. */
import type { Refusal } from "../../../../platform/http/formpage.ts";
import { type Html, html } from "../../../../platform/http/html.ts";
import { badge, emptyState, tabs } from "../../../web/layout/components.ts";
import { fill } from "../../../web/layout/rules.ts";
import { field, form, notice, submit, textArea } from "../../../web/layout/views.ts";
import { plural } from "../../frame/plurals.ts";
import { showPath } from "../showlayout.ts";
import type { Words } from "./words.ts";

type Message = Readonly<{
  message_id: number;
  episode_id: number;
  episode_title: string;
  text: string;
  created_at: Date;
  author_username: string;
  author_fullname: string;
  author_image_url: string | null;
  isTeam: boolean;
  isHidden: boolean;
  reports_count: number;
}>;

export type MessagesPage = Readonly<{
  csrf: string;
  words: Words;
  show_id: number;
  timezone: string;
  messages: readonly Message[];
  isReported: boolean;
  /** Where older messages are; null if there are none. */
  older: string | null;
}>;

export function messagesView(page: MessagesPage, refusal: Refusal): Html {
  const { words, show_id, messages, isReported, older } = page;
  const path = showPath(show_id, "/messages");
  const problem = refusal.message ?? Object.values(refusal.fields)[0] ?? null;
  const views = tabs(words.page, [
    { href: path, name: words.all, current: !isReported },
    { href: `${path}?only=reported`, name: words.reported, current: isReported },
  ]);
  const empty = isReported
    ? html`<p class="list-none">${words.none_reported}</p>`
    : emptyState({ title: words.empty_title, text: words.empty });
  return html`
${notice(problem, "problem")}
<p class="lead">${words.lead}</p>
${views}
${messages.length === 0 ? empty : html`<ul class="crew">${messages.map((one) => messageView(page, one))}</ul>`}
${older !== null && html`<p><a href="${older}">${words.older}</a></p>`}`;
}

function messageView(page: MessagesPage, one: Message): Html {
  const { words, timezone } = page;
  const { author_fullname, author_username, author_image_url } = one;
  const name = author_fullname || author_username;
  const at = new Intl.DateTimeFormat(words.locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: timezone,
  }).format(one.created_at);
  return html`
<li class="message" id="message-${one.message_id}">
${author_image_url === null ? html`<span class="cover none"></span>` : html`<img src="${author_image_url}" alt="" width="40" height="40" loading="lazy">`}
<div><p><strong>${name}</strong>${one.isTeam && html` ${badge(words.team, "accent")}`}${one.isHidden && html` ${badge(words.hidden, "bad")}`}${
    one.reports_count > 0 && html` ${badge(plural(words, words.reports, one.reports_count), "bad")}`
  }</p>
<p class="soft"><a href="/episode/${one.episode_id}">${one.episode_title}</a> · <time datetime="${one.created_at.toISOString()}">${at}</time></p>
<blockquote>${one.text}</blockquote>
<div class="acts">${actsOf(page, one, name)}</div></div></li>`;
}

function actsOf({ csrf, words, show_id }: MessagesPage, one: Message, name: string): Html {
  const { message_id, episode_id, author_username } = one;
  const path = showPath(show_id, `/messages/${episode_id}/${message_id}`);
  const act = (text: string, label: string, body: Html) => html`
<details><summary aria-label="${label}">${text}</summary><div>${body}</div></details>`;
  return html`
${act(
  words.reply,
  fill(words.reply_to, { name }),
  form(
    `${path}/reply`,
    csrf,
    html`${textArea({ label: words.reply_text, name: "text", id: `reply-${message_id}`, rows: 3, value: `@${author_username} `, maxlength: 4000 })}${submit(words.reply_act)}`,
  ),
)}
${
  !one.isTeam &&
  act(
    words.report,
    fill(words.report_of, { name }),
    form(
      `${path}/report`,
      csrf,
      html`${field({ label: words.reason, name: "reason", id: `reason-${message_id}`, maxlength: 1000 })}${submit(words.report_act)}`,
    ),
  )
}
${act(
  words.delete,
  fill(words.delete_of, { name }),
  html`<p>${words.delete_sure}</p>${form(`${path}/delete`, csrf, submit(words.delete_act, "danger"))}`,
)}`;
}
