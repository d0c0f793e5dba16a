/** Lists of bars, sparklines and heat maps; pure. */
import { type Html, type HtmlValue, html } from "../../../platform/http/html.ts";
import { percentagesOf } from "../../../platform/statistics/percentages.ts";
import { figureOf, inBothSizes, type Size } from "./figure.ts";
import { exact, place } from "./scales.ts";
import type { Words } from "./words.ts";

type Bar = Readonly<{
  name: HtmlValue;
  value: number;
  /** Its percentage, if the list is a part of a longer one. */
  share?: number;
  /** The same of the range that is compared. */
  before?: number;
}>;

export type BarList = Readonly<{
  words: Words;
  id: string;
  title: string;
  sentence: Html | string;
  /** The heading of the names: “Country”. */
  kind: string;
  /** What is counted: “Downloads”. */
  measure: string;
  bars: readonly Bar[];
  /** What 100 % is; by default the sum of the bars. */
  total?: number;
  /** The heading of a column with the change from `before`. */
  change?: string;
}>;

/** Named values by size, such as countries: a table whose rows have bars, so that it needs no second one. */
export function barList(chart: BarList): Html {
  const { words, id, title, sentence, kind, measure, bars } = chart;
  const { change } = chart;
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const shares = sharesOf(chart);
  const percent = new Intl.NumberFormat(words.locale, {
    style: "percent",
    maximumFractionDigits: 1,
  });
  return html`
<figure class="chart" id="${id}" aria-labelledby="${id}-title">
<figcaption><h3 id="${id}-title">${title}</h3><p>${sentence}</p></figcaption>
${bars.length === 0 && html`<p class="soft">${words.no_data}</p>`}
${
  bars.length > 0 &&
  html`<div class="scroller" tabindex="0" role="region" aria-label="${title}"><table class="bar-list">
<thead><tr><th scope="col">${kind}</th><td aria-hidden="true"></td><th scope="col" class="number">${measure}</th><th scope="col" class="number">${words.share}</th>${change !== undefined && html`<th scope="col" class="number">${change}</th>`}</tr></thead>
<tbody>${bars.map(
    ({ name, value, before }, at) => html`
<tr><th scope="row">${name}</th><td aria-hidden="true"><svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect class="bar" width="${place((100 * value) / most)}" height="10"/></svg></td><td class="number">${exact(value, words.locale)}</td><td class="number">${percent.format((shares[at] ?? 0) / 100)}</td>${change !== undefined && html`<td class="number">${changeText(value, before, words.locale)}</td>`}</tr>`,
  )}</tbody></table></div>`
}
</figure>`;
}

/** Shares of the bars in percent; those of a whole list add up to 100, as in the API. */
function sharesOf({ bars, total }: BarList): number[] {
  const values = bars.map(({ value }) => value);
  const sum = values.reduce((all, value) => all + value, 0);
  const known =
    total === undefined && sum > 0
      ? percentagesOf(values, 1)
      : values.map((value) => (total === undefined || total === 0 ? 0 : (100 * value) / total));
  return bars.map(({ share }, at) => share ?? known[at] ?? 0);
}

/** `+12%`; a dash if there was nothing before. */
function changeText(value: number, before: number | undefined, locale: string): string {
  if (before === undefined || before === 0) return "–";
  const format = new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 0,
    signDisplay: "exceptZero",
  });
  return format.format((value - before) / before);
}

/** A line of a few values beside a name; `label` says in words what it shows. */
export function sparkline(values: readonly number[], label: string): Html {
  const [width, height] = [96, 24];
  const most = Math.max(1, ...values);
  const step = values.length > 1 ? (width - 4) / (values.length - 1) : 0;
  const points = values.map((value, at) => ({
    x: place(2 + step * at),
    y: place(height - 3 - ((height - 6) * value) / most),
  }));
  const last = points.at(-1);
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}"><path class="series" d="${points.map(({ x, y }, at) => `${at === 0 ? "M" : "L"}${x} ${y}`).join("")}"/>${last !== undefined && html`<circle class="dot" cx="${last.x}" cy="${last.y}" r="2.5"/>`}</svg>`;
}

export type HeatMap = Readonly<{
  words: Words;
  id: string;
  title: string;
  sentence: Html | string;
  /** Seven rows, Monday first, of 24 hours each. */
  values: readonly (readonly number[])[];
}>;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const STEPS = 5;

/** Hours × weekdays; the darker, the more. */
export function heatMap(chart: HeatMap): Html {
  const { words, id, title, sentence, values } = chart;
  return figureOf({
    words,
    id,
    title,
    sentence,
    hasCursor: false,
    drawings: inBothSizes((size) => heatDrawing(chart, size), title),
    columns: [
      { name: words.weekday },
      ...HOURS.map((hour) => ({ name: String(hour), number: true })),
    ],
    rows: weekdays(words.locale, "long").map((name, day) => [
      name,
      ...HOURS.map((hour) => exact(values[day]?.[hour] ?? 0, words.locale)),
    ]),
  });
}

/** Names of the days, Monday first; 1 January 2024 was one. */
const weekdays = (locale: string, weekday: "long" | "short" | "narrow"): string[] => {
  const format = new Intl.DateTimeFormat(locale, { weekday, timeZone: "UTC" });
  return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(new Date(Date.UTC(2024, 0, day))));
};

function heatDrawing({ values, words }: HeatMap, { name, width, height }: Size): Html {
  const [left, bottom] = [name === "small" ? 24 : 46, 24];
  const [cell, row] = [(width - left) / 24, (height - bottom) / 7];
  const most = Math.max(1, ...values.flat());
  const step = (value: number) =>
    value === 0 ? 0 : Math.max(1, Math.ceil((STEPS * value) / most));
  const days = weekdays(words.locale, name === "small" ? "narrow" : "short");
  return html`${days.map(
    (day, y) =>
      html`<text class="axis" x="${left - 8}" y="${place(row * (y + 0.5) + 4)}" text-anchor="end">${day}</text>${HOURS.map(
        (hour) =>
          html`<rect class="heat heat-${step(values[y]?.[hour] ?? 0)}" x="${place(left + cell * hour + 1)}" y="${place(row * y + 1)}" width="${place(cell - 2)}" height="${place(row - 2)}" rx="2"/>`,
      )}`,
  )}${[0, 6, 12, 18].map((hour) => html`<text class="axis" x="${place(left + cell * (hour + 0.5))}" y="${height - 6}" text-anchor="middle">${hour}</text>`)}`;
}

/** A bar beside the mark of what is usual; `most` is the longest of its column, `label` says both figures. */
export function markedBar(value: number, mark: number | null, most: number, label: string): Html {
  const [width, height] = [120, 16];
  const at = (figure: number) => place((figure / Math.max(1, most)) * (width - 2));
  return html`<svg class="marked-bar" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}"><rect class="bar" y="4" width="${at(value)}" height="8"/>${mark !== null && html`<rect class="usual" x="${at(mark)}" width="2" height="16"/>`}</svg>`;
}
