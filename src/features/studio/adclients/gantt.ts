/** Line items of a campaign over time: a bar from the first to the last day, filled as far as the goal is reached. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { BoardRow } from "../../advertising/lineitems/board/store.ts";
import { fill } from "../../web/layout/rules.ts";
import { dayText } from "../adboard/columns.ts";
import { plural } from "../frame/plurals.ts";
import type { Words } from "./words.ts";

const WIDTH = 1000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const DAY = 86_400_000;

/** A table whose rows have a bar each, so that it needs no second one. `today`: `YYYY-MM-DD`. */
export function ganttView(items: readonly BoardRow[], today: string, words: Words): Html {
  const start = items.map(({ start_date }) => start_date).sort()[0];
  const end = items
    .map(({ end_date }) => end_date)
    .sort()
    .at(-1);
  if (start === undefined || end === undefined) return html`<p class="soft">${words.no_items}</p>`;
  const span = Math.max(DAY, at(end) + DAY - at(start));
  const x = (time: number) => Math.round((WIDTH * (time - at(start))) / span);
  const now = Math.min(WIDTH - 1, Math.max(0, x(at(today))));
  const sentence = fill(words.timeline_says, {
    n: plural(words, words.n_items, items.length),
    start: dayText(start, words),
    end: dayText(end, words),
  });
  return html`
<figure class="chart" aria-labelledby="timeline-title">
<figcaption><h2 id="timeline-title">${words.timeline}</h2><p>${sentence}</p></figcaption>
<div class="scroller" tabindex="0" role="region" aria-label="${words.timeline}"><table class="bar-list gantt">
<thead><tr><th scope="col">${words.line_items}</th><td aria-hidden="true"></td><th scope="col">${words.start}</th><th scope="col">${words.end}</th><th scope="col" class="number">${words.delivered}</th><th scope="col" class="number">${words.goal}</th></tr></thead>
<tbody>${items.map((item) => rowOf(item, { x, now }, words))}</tbody></table></div>
</figure>`;
}

type Scale = Readonly<{ x: (time: number) => number; now: number }>;

function rowOf(item: BoardRow, { x, now }: Scale, words: Words): Html {
  const { lineitem_id, name, start_date, end_date, delivered, goal } = item;
  const from = x(at(start_date));
  const width = Math.max(4, x(at(end_date) + DAY) - from);
  const share = goal === null ? 0 : Math.min(1, delivered / goal);
  const n = (value: number) => value.toLocaleString(words.locale);
  return html`
<tr><th scope="row"><a href="/studio/ads/lineitems/${lineitem_id}">${name}</a></th><td aria-hidden="true"><svg viewBox="0 0 ${WIDTH} 20" preserveAspectRatio="none"><rect class="flight" x="${from}" y="3" width="${width}" height="14"/><rect class="bar" x="${from}" y="3" width="${Math.round(width * share)}" height="14"/><rect class="usual" x="${now}" width="2" height="20"/></svg></td><td>${dayText(start_date, words)}</td><td>${dayText(end_date, words)}</td><td class="number">${n(delivered)}</td><td class="number">${goal === null ? "–" : n(goal)}</td></tr>`;
}
