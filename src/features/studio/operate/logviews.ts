/** HTML of the audit log: filters, and entries with what was before and after; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { ACTIONS, SUBJECTS } from "../../people/audit/schema.ts";
import type { LogRow } from "../../people/audit/store.ts";
import { badge, emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { momentView, personLink } from "./texts.ts";
import type { Words } from "./words.ts";

type Log = Readonly<{
  words: Words;
  path: string;
  timezone: string;
  filters: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  rows: readonly LogRow[];
  /** The entry before which the next page begins; null on the last one. */
  next: number | null;
}>;

export function logView(log: Log): Html {
  const { words, path, timezone, filters, errors, rows, next } = log;
  const link = (more: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...filters, ...more })}`;
  return html`
<p class="soft">${fill(words.log_lead, { zone: zoneText(timezone) })}</p>
${filterForm(log)}
${Object.values(errors).map((text) => html`<p class="notice problem" role="alert">${text}</p>`)}
${
  rows.length === 0
    ? emptyState({ title: words.no_entries_title, text: words.no_entries })
    : html`<p><a href="${link({ format: "csv" })}" download>${words.csv}</a></p>
<ol class="log">${rows.map((row) => entryView(row, log))}</ol>`
}
${next !== null && html`<p><a rel="next" href="${link({ before: String(next) })}">${words.earlier}</a></p>`}`;
}

const filterForm = ({ words, path, filters }: Log): Html => html`
<form class="list-filters" action="${path}">
<div class="field"><label for="subject">${words.subject}</label><input id="subject" name="subject" value="${filters.subject}" maxlength="40" list="subjects" placeholder="lineitem:12" autocapitalize="none" spellcheck="false"><datalist id="subjects">${SUBJECTS.map((kind) => html`<option value="${kind}">`)}</datalist></div>
<div class="field"><label for="actor">${words.actor}</label><input id="actor" name="actor" value="${filters.actor}" maxlength="32" autocapitalize="none" spellcheck="false"></div>
<div class="field"><label for="action">${words.action}</label><select id="action" name="action"><option value="">${words.any}</option>${ACTIONS.map(
  (action) =>
    html`<option value="${action}"${action === filters.action && html` selected`}>${words[`did_${action}`]}</option>`,
)}</select></div>
<div class="field"><label for="from">${words.from}</label><input id="from" name="from" type="date" value="${filters.from}"></div>
<div class="field"><label for="to">${words.to}</label><input id="to" name="to" type="date" value="${filters.to}"></div>
<button type="submit" class="quiet">${words.filter}</button>
${Object.keys(filters).length > 0 && html`<a href="${path}">${words.reset}</a>`}
</form>`;

function entryView(row: LogRow, { words, timezone, path }: Log): Html {
  const subject = `${row.subject}:${row.subject_id}`;
  const known = words[`did_${row.action}` as "did_update"] ?? row.action;
  return html`
<li><p>${momentView(row.at, timezone, words)} · ${row.user_id === null ? (row.via === "system" ? words.system : words.gone) : personLink(row.user_id, row.fullname || row.username || "")}
${badge(known)} <a href="${path}?subject=${subject}">${row.subject_name ?? subject}</a> <span class="soft">${subject} · ${words[`via_${row.via}` as "via_page"] ?? row.via}</span></p>
${changesView(row, words)}</li>`;
}

type Fields = Readonly<Record<string, unknown>>;

function changesView({ before, after }: LogRow, words: Words): Html {
  const [past, present] = [before as Fields, after as Fields];
  const names = [...new Set([...Object.keys(past), ...Object.keys(present)])].sort();
  if (names.length === 0) return html``;
  return html`<details${names.length <= FEW && html` open`}><summary>${names.join(", ")}</summary>
<dl>${names.map(
    (name) =>
      html`<div><dt>${name}</dt><dd>${side(past, name, "del", words.before)}${name in past && name in present && html` <span aria-hidden="true">→</span> `}${side(present, name, "ins", words.after)}</dd></div>`,
  )}</dl></details>`;
}

/** Entries with few fields are shown open. */
const FEW = 4;

const side = (fields: Fields, name: string, kind: "del" | "ins", label: string): Html =>
  html`${
    name in fields &&
    (kind === "del"
      ? html`<del><span class="hidden">${label}: </span>${textOf(fields[name])}</del>`
      : html`<ins><span class="hidden">${label}: </span>${textOf(fields[name])}</ins>`)
  }`;

/** A value as it is stored; an empty one as a dash. */
function textOf(value: unknown): string {
  if (value === null || value === "") return "–";
  if (Array.isArray(value) && value.every((one) => typeof one !== "object"))
    return value.length === 0 ? "–" : value.join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
