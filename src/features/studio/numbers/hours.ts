/** Hours of the week, and listeners over time; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import type { Overview } from "../../measurement/audience/overview.ts";
import { fill } from "../../web/layout/rules.ts";
import { heatMap } from "../charts/bars.ts";
import { timeSeries } from "../charts/timeseries.ts";
import { chartWords } from "../charts/words.ts";
import { plural } from "../frame/plurals.ts";
import { rangeText } from "../range/rules.ts";
import { totalText } from "./overviewview.ts";
import type { Place } from "./place.ts";
import { changeSentence, hourName, pointName, weekdayName } from "./texts.ts";

/** An hour of the week, as the API returns it. */
export type WeekHour = Readonly<{
  weekday: number;
  hour: number;
  plays_count: number;
  downloads_count: number;
}>;

const totalOf = ({ plays_count, downloads_count }: WeekHour): number =>
  plays_count + downloads_count;

export function hoursView({ words, timezone }: Place, hours: readonly WeekHour[]): Html {
  const most = hours.reduce((best, hour) => (totalOf(hour) > totalOf(best) ? hour : best));
  const sentence =
    totalOf(most) === 0
      ? words.no_names
      : fill(words.hours_sentence, {
          weekday: weekdayName(most.weekday, words),
          hour: hourName(most.hour, words),
          n: totalText(words, totalOf(most)),
        });
  return html`
${heatMap({
  words: chartWords(words.locale),
  id: "hours",
  title: words.hours_title,
  sentence,
  values: [1, 2, 3, 4, 5, 6, 7].map((day) =>
    hours.filter(({ weekday }) => weekday === day).map(totalOf),
  ),
})}
<p class="soft">${fill(words.hours_zone, { zone: zoneText(timezone) })} <a href="/settings/preferences">${words.change_zone}</a></p>`;
}

export const hoursSheet = ({ words }: Place, hours: readonly WeekHour[]) => ({
  header: [words.weekday, words.hour, words.measure, words.plays, words.downloads],
  rows: hours.map((hour) => [
    ...[hour.weekday, hour.hour, totalOf(hour), hour.plays_count, hour.downloads_count],
  ]),
});

type Listeners = Overview["now"];

const averageOf = ({ points }: Listeners): number =>
  points.length === 0
    ? 0
    : Math.round(points.reduce((sum, { listeners }) => sum + listeners, 0) / points.length);

export function listenersView(place: Place, { now, before }: Overview): Html {
  const { words, group, range } = place;
  const pointsOf = ({ points }: Listeners) =>
    points.map(({ date, listeners }) => ({ name: pointName(date, place), value: listeners }));
  const average = averageOf(now);
  return html`
${timeSeries({
  words: chartWords(words.locale),
  id: "listeners",
  title: `${words.listeners} · ${words[`by_${group}`]}`,
  sentence: changeSentence(
    place,
    plural(words, words[`listeners_${group}`], average),
    average,
    before && averageOf(before),
  ),
  measure: words.listeners,
  points: pointsOf(now),
  comparison:
    before === null || range.comparison === null
      ? undefined
      : { name: rangeText(range.comparison, words.locale), points: pointsOf(before) },
  isUnfinished: range.isUnfinished,
})}
<p class="soft">${words.listeners_lead}</p>`;
}

export const listenersSheet = ({ words }: Place, { now, before }: Overview) => ({
  header: ["date", words.listeners, ...(before ? [words.day_before] : [])],
  rows: now.points.map(({ date, listeners }, at) => [
    ...[date, listeners],
    ...(before ? [before.points[at]?.listeners ?? null] : []),
  ]),
});
