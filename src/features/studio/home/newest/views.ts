/** HTML of the newest episodes at equal age; pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { fill } from "../../../web/layout/rules.ts";
import { markedBar } from "../../charts/bars.ts";
import { changeOf, comparisonOf } from "../week/rules.ts";
import type { Words } from "../words.ts";
import type { Newest } from "./rules.ts";

export function newestView(words: Words, newest: readonly Newest[]): Html {
  const most = Math.max(...newest.flatMap(({ total, median }) => [total ?? 0, median ?? 0]));
  return html`
<section class="home-part" aria-labelledby="newest">
<h2 id="newest">${words.newest}</h2>
<p class="soft">${words.newest_lead}</p>
<div class="scroller" tabindex="0" role="region" aria-label="${words.newest}"><table class="home-newest">
<caption class="hidden">${words.newest}</caption>
<thead><tr><th scope="col">${words.column_episode}</th><th scope="col">${words.column_age}</th><th scope="col" class="number">${words.measure}</th><th scope="col" colspan="2">${words.column_against}</th></tr></thead>
<tbody>${newest.map((episode) => rowOf(words, episode, most))}</tbody></table></div>
<p><a href="/studio/numbers/ages?sort=-d7">${words.newest_best}</a></p>
</section>`;
}

function rowOf(words: Words, episode: Newest, most: number): Html {
  const { episode_id, title, show_title, age, total, median } = episode;
  const exact = (value: number | null) =>
    value === null ? "–" : Math.round(value).toLocaleString(words.locale);
  const label = fill(words.bar_label, { total: exact(total), median: exact(median) });
  return html`
<tr><th scope="row"><a href="/studio/episodes/${episode_id}">${title}</a><span class="facts">${show_title}</span></th>
<td>${age === null ? words.newest_young : words[`age_${age}`]}</td><td class="number">${exact(total)}</td>
<td class="wide-only">${age !== null && total !== null && markedBar(total, median, most, label)}</td>
<td>${againstText(words, episode, exact(median))}</td></tr>`;
}

function againstText(words: Words, { age, total, median }: Newest, medianText: string): string {
  if (age === null) return words.newest_later;
  if (total === null) return words.newest_unknown;
  if (median === null || median === 0) return words.newest_alone;
  const comparison = comparisonOf(total, median);
  if (comparison !== "more" && comparison !== "less")
    return fill(words.newest_same, { median: medianText });
  const percent = new Intl.NumberFormat(words.locale, {
    style: "percent",
    maximumFractionDigits: 0,
  }).format(Math.abs(changeOf(total, median) ?? 0));
  return fill(words[`newest_${comparison}`], { percent, median: medianText });
}
