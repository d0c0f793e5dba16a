/** HTML and CSV of the overview; pure. */
import type { Sheet } from "../../../platform/http/csv.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { bucketStart } from "../../../platform/statistics/calendar.ts";
import { buttonLink, emptyState, figure } from "../../web/layout/components.ts";
import { fill } from "../../web/layout/rules.ts";
import { timeSeries } from "../charts/timeseries.ts";
import { chartWords } from "../charts/words.ts";
import { plural } from "../frame/plurals.ts";
import { rangeText } from "../range/rules.ts";
import { notesView } from "./notesview.ts";
import type { OverviewFigures } from "./overview.ts";
import { hrefOf, type Place } from "./place.ts";
import { changeSentence, changeText, dayName, number, pointName } from "./texts.ts";
import { topView } from "./top.ts";
import type { Words } from "./words.ts";

export const totalText = (words: Words, n: number): string => plural(words, words.total, n);

/** `notes`: whether the person may write some. */
export function overviewView(place: Place, figures: OverviewFigures, mayWrite: boolean): Html {
  const { words, show } = place;
  const { now, before, firstWeek } = figures;
  const isNarrowed = place.only !== null || place.episode !== null;
  if (now.total === 0 && (before?.total ?? 0) === 0 && firstWeek === null && !isNarrowed)
    return emptyState({
      title: words.empty_title,
      text: words.empty,
      actions: show
        ? buttonLink(`/studio/shows/${show.show_id}/episodes/new`, words.empty_action)
        : buttonLink("/studio/shows", words.to_shows),
    });
  return html`
${keyFigures(place, figures)}
${chartOf(place, figures)}
${show !== null && mayWrite && notesView(place, figures.notes)}
${figures.top !== null && figures.top.rows.length > 0 && topView(place, figures.top)}`;
}

function keyFigures(place: Place, { now, before, parts, peak, firstWeek }: OverviewFigures): Html {
  const { words, group } = place;
  const n = (value: number) => number(value, words);
  const change = changeText(place, now.total, before?.total ?? null);
  return html`<div class="key-figures">
<div>${figure(n(now.total), words.measure)}
${change !== null && html`<p>${capital(change)}.</p>`}
${parts !== null && html`<p class="soft">${fill(words.split, { plays: n(parts.now.plays), downloads: n(parts.now.downloads) })}.</p>`}</div>
${
  peak !== null &&
  html`<div>${figure(n(peak.point.total), fill(words[`best_${group}`], { date: group === "month" ? pointName(peak.point.date, place) : dayName(peak.point.date, words) }))}
${peak.made !== null && html`<p>${fill(words.best_made, { title: titleOf(place, peak.made), n: n(peak.made.total) })}.</p>`}</div>`
}
${
  firstWeek !== null &&
  firstWeek.total > 0 &&
  html`<div>${figure(n(firstWeek.total), words.best_of_all)}
<p>${titleOf(place, firstWeek)}. <a href="${hrefOf(place, "/ages", { sort: "-d7" })}">${words.compare_ages}</a></p></div>`
}
</div>`;
}

/** The title of an episode; with all shows, also that of its show. */
function titleOf({ show, shows }: Place, { title, show_id }: { title: string; show_id: number }) {
  const own = show === null ? shows.find((one) => one.show_id === show_id) : undefined;
  return own === undefined ? `“${title}”` : `“${title}” (${own.title})`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

function chartOf(place: Place, figures: OverviewFigures): Html {
  const { words, range, group } = place;
  const { now, before } = figures;
  const names = (points: OverviewFigures["now"]["points"]) =>
    points.map(({ date, total }) => ({ name: pointName(date, place), value: total }));
  return timeSeries({
    words: chartWords(words.locale),
    id: "downloads",
    title: `${words.measure} · ${words[`by_${group}`]}`,
    sentence: changeSentence(place, totalText(words, now.total), now.total, before?.total ?? null),
    measure: words.measure,
    points: names(now.points),
    comparison:
      before === null || range.comparison === null
        ? undefined
        : { name: rangeText(range.comparison, words.locale), points: names(before.points) },
    isUnfinished: range.isUnfinished,
    annotations: eventsOf(place, figures),
    marks: { event: words.mark_published, note: words.mark_note },
  });
}

const TITLES = 3;

/** One mark for each bucket in which something was published, and one for each note. */
function eventsOf({ words, group, range }: Place, { now, publications, notes }: OverviewFigures) {
  const places = new Map(now.points.map(({ date }, at) => [date, at]));
  const placeOf = (day: string) => {
    const start = bucketStart(day, group);
    return places.get(start < range.from ? range.from : start);
  };
  const published = [...Map.groupBy(publications, ({ day }) => placeOf(day))].map(([at, all]) => {
    const titles = all
      .slice(0, TITLES)
      .map(({ title }) => title)
      .join(", ");
    const text = all.length > TITLES ? words.published_many : words.published;
    return { at, text: fill(text, { titles, n: number(all.length, words) }) };
  });
  const written = notes.map(({ at, text }) => ({
    at: placeOf(at.toISOString().slice(0, 10)),
    text,
    isNote: true,
  }));
  return [...published, ...written].flatMap(({ at, ...event }) =>
    at === undefined ? [] : [{ at, ...event }],
  );
}

/** One row for each point, as the chart shows it; plays, downloads and listeners as in the API. */
export function overviewSheet(
  { words }: Place,
  { now, before, parts }: OverviewFigures,
): Omit<Sheet, "name" | "lines"> & { rows: (string | number | null)[][] } {
  const series = parts?.now.points;
  return {
    header: [
      "date",
      words.measure,
      ...(series ? [words.plays, words.downloads, words.listeners] : []),
      ...(before ? [words.day_before] : []),
    ],
    rows: now.points.map(({ date, total }, at) => [
      date,
      total,
      ...(series
        ? [series[at]?.plays ?? 0, series[at]?.downloads ?? 0, series[at]?.listeners ?? 0]
        : []),
      ...(before ? [before.points[at]?.total ?? null] : []),
    ]),
  };
}
