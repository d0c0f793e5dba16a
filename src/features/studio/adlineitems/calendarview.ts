/** HTML of the days of a line item: why it did not win slots, and who changed it. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { badge, table } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { dayTextIn } from "../adboard/columns.ts";
import { MOST_CHANGES, type Shown } from "./actions.ts";
import { type Changed, changedText } from "./changedtexts.ts";
import type { Reader } from "./fieldtexts.ts";
import type { Page } from "./page.ts";
import { reasonText } from "./reasons.ts";
import type { Words } from "./words.ts";

type Reasons = Shown["daily"];

/** Each day, the latest first, with its chances, wins and reasons, and who changed what. */
export function calendarView(page: Page): Html | false {
  const { words, board, shown, canWrite } = page;
  const { daily, changes, pace } = shown;
  if (daily.length === 0 && changes.length === 0) return false;
  const reasons = Map.groupBy(daily, ({ day }) => day);
  const shownChanges = changes.slice(0, MOST_CHANGES);
  const changed = Map.groupBy(shownChanges, ({ at }) => at.toISOString().slice(0, 10));
  const days = [...new Set([...reasons.keys(), ...changed.keys()])].sort().reverse();
  const textOf = dayTextIn(words);
  const reader = { words, board, currency: pace?.currency ?? null };
  const rows = days.map((day) => {
    const own = reasons.get(day) ?? [];
    const edits = changed.get(day) ?? [];
    const total = own.reduce((sum, { count }) => sum + count, 0);
    const won = own.find(({ reason }) => reason === "won")?.count ?? 0;
    return [
      html`<time datetime="${day}">${textOf(day)}</time>${edits.length > 0 && html` ${badge(words.was_changed, "accent")}`}`,
      total.toLocaleString(words.locale),
      won.toLocaleString(words.locale),
      reasonsView(own, total, words),
      ...(canWrite ? [editsView(edits, reader)] : []),
    ];
  });
  const columns = [
    { name: words.date },
    { name: words.chances, number: true },
    { name: words.won, number: true },
    { name: words.main_reason },
    // Who may not read the changes would take an empty column for there being none.
    ...(canWrite ? [{ name: words.changes }] : []),
  ];
  const note = fill(words.more_changes, { n: MOST_CHANGES.toLocaleString(words.locale) });
  return html`<div id="calendar" class="ad-calendar">${table(words.calendar, columns, rows)}
<p class="soft">${canWrite ? words.calendar_lead : words.days_utc}</p>
${changes.length > MOST_CHANGES && html`<p class="soft">${note}</p>`}</div>`;
}

/** Why slots were not won, most frequent first; all but the first are to be opened. */
function reasonsView(reasons: Reasons, total: number, words: Words): Html | string {
  const texts = reasons
    .filter(({ reason }) => reason !== "won")
    .map((one) => reasonText(one, total, words))
    .filter((text) => text !== null);
  const [main, ...others] = texts;
  if (main === undefined) return "–";
  if (others.length === 0) return main;
  return html`${main}<details><summary>${fill(words.further, { n: others.length })}</summary><ul>${others.map((text) => html`<li>${text}</li>`)}</ul></details>`;
}

const editsView = (edits: Shown["changes"], reader: Reader): Html | string =>
  edits.length === 0
    ? "–"
    : html`<ul class="ad-changes">${edits.map((one) => changeView(changedText(one, reader), reader.words))}</ul>`;

function changeView({ who, at, isNew, fields }: Changed, words: Words): Html {
  const time = new Intl.DateTimeFormat(words.locale, { timeStyle: "short", timeZone: "UTC" });
  const when = html`<time datetime="${at.toISOString()}">${time.format(at)}</time>`;
  if (isNew) return html`<li>${when} ${fill(words.did_create, { who })}</li>`;
  return html`<li>${when} ${who}${fields.map(
    ({ name, before, after }) =>
      html`<br>${name}${
        before !== null &&
        html`: <del><span class="hidden">${words.before}: </span>${before}</del> <span aria-hidden="true">→</span> <ins><span class="hidden">${words.after}: </span>${after}</ins>`
      }`,
  )}</li>`;
}
