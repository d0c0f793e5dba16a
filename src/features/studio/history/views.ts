/** HTML of an episode's history: a day, its sentences, and what was before and after; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { emptyState } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { type Change, type Entry, entryText, type Reader } from "./rules.ts";
import type { Words } from "./words.ts";

type History = Reader &
  Readonly<{
    entries: readonly Entry[];
    /** Address of the page. */
    path: string;
    /** The entry before which the next page begins. */
    next: number | null;
    isFirst: boolean;
  }>;

export function historyView(history: History): Html {
  const { words, entries, timeZone, path, next, isFirst } = history;
  if (entries.length === 0 && isFirst)
    return emptyState({ title: words.none, text: words.none_text });
  const day = new Intl.DateTimeFormat(words.locale, { dateStyle: "full", timeZone });
  const days = Map.groupBy(entries, ({ at }) => day.format(at));
  return html`
<p class="soft">${fill(words.lead, { zone: zoneText(timeZone) })}</p>
${[...days].map(([name, all]) => html`<section class="history-day"><h2>${name}</h2><ol>${all.map((entry) => entryView(entry, history))}</ol></section>`)}
<nav class="pager" aria-label="${words.pages}">${!isFirst && html`<a href="${path}">${words.latest}</a>`}
${next !== null && html`<a rel="next" href="${path}?before=${next}">${words.earlier}</a>`}</nav>`;
}

function entryView(entry: Entry, reader: Reader): Html {
  const { words, timeZone } = reader;
  const { sentence, via, changes } = entryText(entry, reader);
  const time = new Intl.DateTimeFormat(words.locale, { timeStyle: "short", timeZone });
  return html`<li><p><time class="at" datetime="${entry.at.toISOString()}">${time.format(entry.at)}</time>
<strong>${sentence}</strong> <span class="soft">${via}</span></p>
${changesView(changes, words)}</li>`;
}

/** Short changes in a line each; long ones to be opened. */
function changesView(changes: readonly Change[], words: Words): Html {
  const known = changes.filter(({ before, after }) => before !== null || after !== null);
  if (known.length === 0) return html``;
  return html`<dl class="history-changes">${known.map(
    ({ name, before, after }) =>
      html`<div><dt>${name}</dt><dd>${
        (before?.length ?? 0) + (after?.length ?? 0) > LONG
          ? html`<details class="ask"><summary>${words.before} / ${words.after}</summary>${version(words.before, before, "del")}${version(words.after, after, "ins")}</details>`
          : inLine(before, after, words)
      }</dd></div>`,
  )}</dl>`;
}

const LONG = 160;

const inLine = (before: string | null, after: string | null, words: Words): Html =>
  html`${before !== null && html`<del><span class="hidden">${words.before}: </span>${before}</del>`}${
    before !== null && after !== null && html` <span aria-hidden="true">→</span> `
  }${after !== null && html`<ins><span class="hidden">${words.after}: </span>${after}</ins>`}`;

const version = (label: string, text: string | null, kind: "del" | "ins"): Html =>
  html`${text !== null && html`<p><strong>${label}</strong></p><blockquote>${kind === "del" ? html`<del>${text}</del>` : html`<ins>${text}</ins>`}</blockquote>`}`;
