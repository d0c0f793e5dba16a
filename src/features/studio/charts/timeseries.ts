/** A chart of values over time, as a line or bars, with the same of another time dashed. Pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { figureOf, inBothSizes, type Size } from "./figure.ts";
import { compact, exact, place, ticksTo } from "./scales.ts";
import type { Words } from "./words.ts";

/** null: nothing is known of this time. */
type Point = Readonly<{ name: string; value: number | null }>;

/** A further line with its name, with as many points as the first one. */
type Line = Readonly<{ name: string; points: readonly Point[] }>;

export type TimeSeries = Readonly<{
  words: Words;
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the chart says, as one sentence. */
  sentence: Html | string;
  /** What is counted: “Downloads”. */
  measure: string;
  points: readonly Point[];
  /** The same number of points of another time. */
  comparison?: Readonly<{ name: string; points: readonly Point[] }> | undefined;
  /** Where the line may go on, between two lines; null where nothing is expected. */
  cone?: Readonly<{ low: Line; high: Line }> | undefined;
  kind?: "line" | "bars";
  /** The last point still grows; it is hatched. */
  isUnfinished?: boolean;
  /** Events, by the index of their point. */
  annotations?: readonly Readonly<{ at: number; text: string; isNote?: boolean }>[];
  /** What the marks of events and notes stand for, for the legend. */
  marks?: Readonly<{ event: string; note: string }>;
  /** Indices of points that were counted again. */
  recounts?: readonly number[];
}>;

export function timeSeries(chart: TimeSeries): Html {
  const { words, id, title, sentence, measure, points, comparison, cone } = chart;
  const others = [comparison, cone?.low, cone?.high].filter((line) => line !== undefined);
  return figureOf({
    words,
    id,
    title,
    sentence,
    legend: points.length > 0 && legendOf(chart),
    hasCursor: points.length > 0,
    drawings:
      points.length === 0
        ? html`<p class="soft">${words.no_data}</p>`
        : inBothSizes((size) => drawing(chart, size), title),
    columns: [
      { name: words.date },
      { name: measure, number: true },
      ...others.map(({ name }) => ({ name, number: true })),
    ],
    rows: points.map((point, at) => [
      html`${point.name}${noteOf(chart, at)}`,
      digits(point.value, words),
      ...others.map((line) => digits(line.points[at]?.value ?? null, words)),
    ]),
  });
}

/** What has no label of its own in the drawing. */
function legendOf({ words, id, annotations = [], marks, isUnfinished, recounts = [] }: TimeSeries) {
  const hatch = `${id}-legend-hatch`;
  const entries = [
    annotations.some(({ isNote }) => isNote !== true) && {
      mark: html`<g class="mark-event"><circle cx="7" cy="7" r="4"/></g>`,
      name: marks?.event ?? words.event,
    },
    annotations.some(({ isNote }) => isNote === true) && {
      mark: html`<g class="mark-event note"><circle cx="7" cy="7" r="4"/></g>`,
      name: marks?.note ?? words.event,
    },
    recounts.length > 0 && {
      mark: html`<path class="mark-recount" d="M7 2l5 5l-5 5l-5 -5z"/>`,
      name: words.recount,
    },
    isUnfinished === true && {
      mark: html`${hatchOf(hatch)}<rect class="unfinished" fill="url(#${hatch})" x="1" y="1" width="12" height="12"/>`,
      name: words.unfinished,
    },
  ].filter((entry) => entry !== false);
  if (entries.length === 0) return false;
  return html`<ul class="chart-legend">${entries.map(({ mark, name }) => html`<li><svg viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">${mark}</svg> ${capital(name)}</li>`)}</ul>`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const hatchOf = (id: string): Html =>
  html`<defs><pattern id="${id}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" class="hatch"/></pattern></defs>`;

const digits = (value: number | null, { locale }: Words): string =>
  value === null ? "–" : exact(value, locale);

/** What else is to be said of a point. */
function noteOf(chart: TimeSeries, at: number): string {
  const { words, points, isUnfinished, recounts = [], annotations = [] } = chart;
  const notes = [
    ...(isUnfinished === true && at === points.length - 1 ? [words.unfinished] : []),
    ...(recounts.includes(at) ? [words.recount] : []),
    ...annotations.filter((one) => one.at === at).map(({ text }) => text),
  ];
  return notes.length === 0 ? "" : ` (${notes.join(", ")})`;
}

const LEFT = 46;
const RIGHT = 14;
/** Room for events and the name of the comparison. */
const TOP = 32;
const BOTTOM = 26;

type Plane = Readonly<{ x: (at: number) => number; y: (value: number) => number; step: number }>;

function drawing(chart: TimeSeries, size: Size): Html {
  const { points, comparison, words, id, isUnfinished, kind = "line" } = chart;
  const shown = [...points, ...(comparison?.points ?? []), ...(chart.cone?.high.points ?? [])];
  const values = shown.map(({ value }) => value ?? 0);
  const ticks = ticksTo(Math.max(...values), size.name === "small" ? 3 : 4);
  const top = ticks.at(-1) ?? 1;
  const [width, height] = [size.width - LEFT - RIGHT, size.height - TOP - BOTTOM];
  const step = width / points.length;
  const plane: Plane = {
    step,
    x: (at) => LEFT + step * (at + 0.5),
    y: (value) => TOP + height * (1 - value / top),
  };
  const hatch = `${id}-${size.name}-hatch`;
  return html`
${hatchOf(hatch)}
<g class="axis">${ticks.map((tick) => html`<path class="${tick === 0 ? "zero" : "rule"}" d="M${LEFT} ${place(plane.y(tick))}H${size.width - RIGHT}"/><text x="${LEFT - 8}" y="${place(plane.y(tick) + 4)}" text-anchor="end">${compact(tick, words.locale)}</text>`)}</g>
<g class="axis">${namesBelow(points, plane, size)}</g>
${chart.cone !== undefined && html`<path class="cone" d="${conePath(chart.cone, plane)}"/>`}
${comparison !== undefined && html`<path class="comparison" d="${pathOf(comparison.points.slice(0, points.length), plane)}"/><text class="axis" x="${size.width - RIGHT}" y="11" text-anchor="end">╌╌ ${comparison.name}</text>`}
${kind === "bars" ? bars(chart, plane, hatch) : line(points, plane, isUnfinished === true, hatch)}
${marks(chart, plane)}
<path class="cursor-line" d="M0 ${TOP}V${size.height - BOTTOM}" data-cursor data-x="${points.map((_, at) => place(plane.x(at))).join(" ")}" visibility="hidden"/>`;
}

/** As many names as have room, the first and the last among them. */
function namesBelow(points: readonly Point[], plane: Plane, size: Size): Html {
  const room = size.name === "small" ? 3 : 7;
  const every = Math.max(1, Math.ceil((points.length - 1) / (room - 1)));
  const last = points.length - 1;
  const shown = points
    .map((point, at) => ({ point, at }))
    .filter(({ at }) => at === last || (at % every === 0 && last - at >= every / 2));
  return html`${shown.map(({ point, at }) => {
    // Each name is in the middle below its point; the last one ends with the drawing if it is too long for that.
    const isCut = plane.x(at) + (point.name.length * CHARACTER) / 2 > size.width;
    const x = isCut ? size.width : plane.x(at);
    return html`<text x="${place(x)}" y="${size.height - 6}" text-anchor="${isCut ? "end" : "middle"}">${point.name}</text>`;
  })}`;
}

/** A wide guess of the width of a character on the axis, whose text is 12 units high. */
const CHARACTER = 7;

/** A line with gaps where nothing is known. */
function pathOf(points: readonly Point[], { x, y }: Plane): string {
  let isDrawing = false;
  return points
    .map(({ value }, at) => {
      const command = isDrawing ? "L" : "M";
      isDrawing = value !== null;
      return value === null ? "" : `${command}${place(x(at))} ${place(y(value))}`;
    })
    .join("");
}

/** The area between the two lines, where both are known. */
function conePath({ low, high }: NonNullable<TimeSeries["cone"]>, { x, y }: Plane): string {
  const ends = high.points.flatMap(({ value: top }, at) => {
    const bottom = low.points[at]?.value ?? null;
    return top === null || bottom === null ? [] : [{ at, top, bottom }];
  });
  const there = ends.map(({ at, top }) => `${place(x(at))} ${place(y(top))}`);
  const back = ends.toReversed().map(({ at, bottom }) => `${place(x(at))} ${place(y(bottom))}`);
  return ends.length === 0 ? "" : `M${[...there, ...back].join("L")}Z`;
}

function line(points: readonly Point[], plane: Plane, isUnfinished: boolean, hatch: string): Html {
  const finished = isUnfinished ? points.slice(0, -1) : points;
  const last = points.at(-1);
  const at = points.length - 1;
  const isBar = isUnfinished && last !== undefined && last.value !== null;
  return html`<path class="series" d="${pathOf(finished, plane)}"/>
${isBar && bar(plane, at, last.value ?? 0, hatch)}
${endOf(finished, plane)}`;
}

/** A dot on the last value, as sparklines have one; it is all that a single value has. */
function endOf(points: readonly Point[], { x, y }: Plane): Html | false {
  const value = points.at(-1)?.value;
  if (value == null) return false;
  return html`<circle class="dot" cx="${place(x(points.length - 1))}" cy="${place(y(value))}" r="3.5"/>`;
}

const bars = ({ points, isUnfinished }: TimeSeries, plane: Plane, hatch: string): Html =>
  html`${points.map(({ value }, at) => value !== null && bar(plane, at, value, isUnfinished === true && at === points.length - 1 ? hatch : null))}`;

/** `hatch`: the pattern of what is not finished. */
function bar({ x, y, step }: Plane, at: number, value: number, hatch: string | null): Html {
  const width = Math.max(1, Math.min(step * 0.72, 48));
  const frame = html`x="${place(x(at) - width / 2)}" y="${place(y(value))}" width="${place(width)}" height="${place(y(0) - y(value))}"`;
  return hatch === null
    ? html`<rect class="bar" ${frame}/>`
    : html`<rect class="unfinished" fill="url(#${hatch})" ${frame}/>`;
}

/** Events above their points, and recounts on the zero line. */
const marks = (
  { annotations = [], recounts = [], words }: TimeSeries,
  { x, y }: Plane,
): Html => html`
${annotations.map(({ at, text, isNote }) => html`<g class="mark-event${isNote === true && " note"}"><path d="M${place(x(at))} ${TOP - 6}V${place(y(0))}"/><circle cx="${place(x(at))}" cy="${TOP - 9}" r="4"/><title>${text}</title></g>`)}
${recounts.map((at) => html`<path class="mark-recount" d="M${place(x(at))} ${place(y(0) - 5)}l4 5l-4 5l-4 -5z"><title>${words.recount}</title></path>`)}`;
