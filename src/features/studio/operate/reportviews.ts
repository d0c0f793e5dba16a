/** HTML of reported messages; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import type { ReportedRow } from "../../listening/messages/reports/store.ts";
import { badge, emptyState, tabs } from "../../web/layout/components.ts";
import { field, form, notice, submit } from "../../web/layout/views.ts";
import { plural } from "../frame/plurals.ts";
import { actForm, momentView, personLink } from "./texts.ts";
import type { Words } from "./words.ts";

type Page = Readonly<{
  words: Words;
  csrf: string;
  path: string;
  state: "open" | "decided";
  rows: readonly ReportedRow[];
  /** The offset of the next page; null on the last one. */
  next: number | null;
  timezone: string;
  /** The message whose form was refused, and why. */
  refused: number | null;
  refusal: Refusal;
}>;

export function reportsView(page: Page): Html {
  const { words, path, state, rows, next, refusal, refused } = page;
  const problem = refusal.message ?? Object.values(refusal.fields)[0] ?? null;
  return html`
${refused !== null && notice(problem, "problem")}
${tabs(words.reports, [
  { href: path, name: words.open, current: state === "open" },
  { href: `${path}?state=decided`, name: words.decided, current: state === "decided" },
])}
${
  rows.length === 0
    ? emptyState({
        title: state === "open" ? words.no_reports_title : words.no_decisions_title,
        text: words.no_reports,
      })
    : html`<ul class="reported">${rows.map((row) => reportedView(page, row))}</ul>`
}
${next !== null && html`<p><a rel="next" href="${path}?state=${state}&offset=${next}">${words.more}</a></p>`}`;
}

function reportedView(page: Page, row: ReportedRow): Html {
  const { words, timezone } = page;
  return html`
<li id="message-${row.message_id}"><p>${personLink(row.author_id, row.author_fullname || row.author_username)}
${row.author_suspended_at !== null && badge(words.suspended, "bad")} ${row.hidden_at !== null && badge(words.hidden, "bad")} ${badge(plural(words, words.n_reports, row.reports_count), "signal")}</p>
<p class="soft"><a href="/episode/${row.episode_id}">${row.episode_title}</a> · ${momentView(row.created_at, timezone, words)}</p>
<blockquote>${row.text}</blockquote>
<ul class="reasons">${row.reports.map(
    ({ user_id, username, reason }) =>
      html`<li>${personLink(user_id, `@${username}`)}: ${reason ?? html`<span class="soft">${words.no_reason}</span>`}</li>`,
  )}</ul>
${page.state === "open" ? decisionForms(page, row) : decidedView(page, row)}</li>`;
}

function decisionForms({ words, csrf, path }: Page, { message_id }: ReportedRow): Html {
  const to = `${path}/${message_id}/decide`;
  const decision = (value: string) => html`<input type="hidden" name="decision" value="${value}">`;
  return html`<div class="acts">
${form(to, csrf, html`${decision("keep")}${submit(words.keep, "quiet")}`)}
<details><summary>${words.remove}</summary><div>
${form(
  to,
  csrf,
  html`${decision("remove")}
<div class="field choice"><input type="checkbox" id="suspend-${message_id}" name="suspend_author" value="1"><label for="suspend-${message_id}">${words.suspend_author}</label></div>
${field({ label: words.reason, hint: words.reason_hint, name: "reason", id: `reason-${message_id}`, maxlength: 1000 })}
${submit(words.remove_act, "danger")}`,
)}</div></details></div>`;
}

function decidedView({ words, csrf, path, timezone }: Page, row: ReportedRow): Html {
  const { decided, decided_at, message_id } = row;
  const by = decided?.fullname || decided?.username;
  return html`<p>${badge(decided?.decision === "remove" ? words.removed : words.kept, decided?.decision === "remove" ? "bad" : "good")}
${decided_at !== null && momentView(decided_at, timezone, words)} ${by !== undefined && by !== null && html`· ${by}`}</p>
${actForm(`${path}/${message_id}/reopen`, csrf, words.reopen)}`;
}
