/** HTML of this week beside the week before: the sentence, the days, and a row for each show; pure. */
import { type Html, html } from "../../../../platform/http/html.ts";
import { addDays, type DayRange } from "../../../../platform/statistics/calendar.ts";
import { fill } from "../../../web/layout/rules.ts";
import { sparkline } from "../../charts/bars.ts";
import { timeSeries } from "../../charts/timeseries.ts";
import { chartWords } from "../../charts/words.ts";
import { plural } from "../../frame/plurals.ts";
import { rangeText } from "../../range/rules.ts";
import { SHOW_NUMBERS } from "../schema.ts";
import type { States } from "../states.ts";
import type { Words } from "../words.ts";
import { changeOf, comparisonOf, DAYS, type ShowWeek } from "./rules.ts";

export type Show = ShowWeek<
  Readonly<{
    show_id: number;
    title: string;
    image_url: string | null;
    states: States | undefined;
  }>
>;

type Weeks = Readonly<{
  shows: readonly Show[];
  showsCount: number;
  sum: ShowWeek<object>;
  /** Which shows these are. */
  showsText: string;
  days: DayRange;
  /** Whether reports can be mailed. */
  canMail: boolean;
}>;

export function weekView(words: Words, weeks: Weeks): Html {
  const { sum, days, shows, showsCount, canMail } = weeks;
  const range = rangeText({ from: addDays(days.to, 1 - DAYS), to: days.to }, words.locale);
  return html`
<section class="home-part" aria-labelledby="week">
<h2 id="week">${words.week}</h2>
<p class="home-lead">${sentenceOf(words, sum)}</p>
${sum.now + sum.before > 0 && chartOf(words, weeks)}
<div class="scroller" tabindex="0" role="region" aria-label="${words.your_shows}"><table class="home-shows">
<caption class="hidden">${words.your_shows}</caption>
<thead><tr><th scope="col">${words.column_show}</th><th scope="col" class="wide-only">${words.column_line}</th><th scope="col" class="number">${words.column_now}</th><th scope="col" class="number wide-only">${words.column_before}</th><th scope="col" class="number">${words.column_change}</th><th scope="col" class="wide-only"><span class="hidden">${words.new_episode}</span></th></tr></thead>
<tbody>${shows.map((show) => rowOf(words, show))}</tbody></table></div>
<p class="home-foot"><span class="soft">${fill(words.week_note, { range })} ${weeks.showsText}</span>${showsCount > shows.length && html` <a href="/studio/shows">${plural(words, words.all_shows, showsCount)}</a>`}${canMail && showsCount > 0 && html` <a href="/settings/notifications#numbers">${words.week_mail}</a>`}</p>
</section>`;
}

function sentenceOf(words: Words, { now, before }: ShowWeek<object>): string {
  const comparison = comparisonOf(now, before);
  if (comparison === "none") return words.week_none;
  const percent = percentOf(words.locale, Math.abs(changeOf(now, before) ?? 0));
  return plural(words, words[`week_${comparison}`], now, { percent });
}

const percentOf = (locale: string, share: number, signDisplay: "auto" | "exceptZero" = "auto") =>
  new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay,
  }).format(share);

function chartOf(words: Words, { sum, days }: Weeks): Html {
  const format = new Intl.DateTimeFormat(words.locale, {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  const points = sum.days.map((value, at) => ({
    name: format.format(new Date(`${addDays(days.from, at)}T00:00:00Z`)),
    value,
  }));
  return timeSeries({
    words: chartWords(words.locale),
    id: "week-days",
    title: words.week_chart,
    sentence: "",
    measure: words.measure,
    points: points.slice(DAYS),
    comparison: { name: words.days_before, points: points.slice(0, DAYS) },
  });
}

function rowOf(words: Words, show: Show): Html {
  const { show_id, title, image_url, states, days, now, before } = show;
  const [nowText, beforeText] = [now, before].map((value) => value.toLocaleString(words.locale));
  const label = fill(words.line_label, { now: nowText ?? "", before: beforeText ?? "" });
  return html`
<tr class="home-show"><th scope="row"><div>${
    image_url === null
      ? html`<span class="cover none"></span>`
      : html`<img class="cover" src="${image_url}" alt="" width="40" height="40" loading="lazy" decoding="async">`
  }<div><a href="/studio/shows/${show_id}">${title}</a><span class="facts">${factsOf(words, states)}</span></div></div></th>
<td class="wide-only">${sparkline(days, label)}</td><td class="number">${nowText}</td><td class="number wide-only">${beforeText}</td><td class="number">${changeText(words, now, before)}</td>
<td class="wide-only"><a href="/studio/shows/${show_id}/episodes/new">${words.new_episode}<span class="hidden">: ${title}</span></a></td></tr>`;
}

function changeText(words: Words, now: number, before: number): string {
  const comparison = comparisonOf(now, before);
  if (comparison === "none") return words.change_none;
  const change = changeOf(now, before);
  return change === null ? words.change_first : percentOf(words.locale, change, "exceptZero");
}

function factsOf(words: Words, states: States | undefined): string {
  const facts = SHOW_NUMBERS.filter((name) => (states?.[name] ?? 0) > 0).map((name) =>
    plural(words, words[name], states?.[name] ?? 0),
  );
  return facts.length === 0 ? words.no_episodes : facts.join(" · ");
}
