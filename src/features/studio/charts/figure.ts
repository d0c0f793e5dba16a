/** The frame of every chart: a sentence that says what it shows, the drawing, and a table with the exact digits. Pure. */
import { type Html, type HtmlValue, html } from "../../../platform/http/html.ts";
import type { Words } from "./words.ts";

type Column = Readonly<{ name: string; number?: boolean }>;

type Figure = Readonly<{
  words: Words;
  /** Unique on the page. */
  id: string;
  title: string;
  /** What the chart says: “12 % more than in the 28 days before.” */
  sentence: Html | string;
  /** What the marks of the drawing stand for, if it has some without a label. */
  legend?: Html | false;
  drawings: Html;
  columns: readonly Column[];
  /** One row for each point, in the order of the points. */
  rows: readonly (readonly HtmlValue[])[];
  /** The script moves a cursor along the points, and reads their rows out. */
  hasCursor: boolean;
}>;

export const figureOf = (figure: Figure): Html => html`
<figure class="chart" id="${figure.id}"${figure.hasCursor && html` data-chart`} aria-labelledby="${figure.id}-title">
<figcaption><h3 id="${figure.id}-title">${figure.title}</h3><p>${figure.sentence}</p></figcaption>
${figure.legend}
<div class="plot" data-plot>${figure.drawings}</div>
<p class="chart-cursor" aria-live="polite" data-said></p>
<details class="chart-table"><summary>${figure.words.table}<span class="hidden">: ${figure.title}</span></summary>
<div class="scroller" tabindex="0" role="region" aria-label="${figure.title}"><table>
<thead><tr>${figure.columns.map(({ name, number }) => html`<th scope="col"${number === true && html` class="number"`}>${name}</th>`)}</tr></thead>
<tbody>${figure.rows.map(
  (cells) =>
    html`<tr>${cells.map((cell, at) => (at === 0 ? html`<th scope="row">${cell}</th>` : html`<td${figure.columns[at]?.number === true && html` class="number"`}>${cell}</td>`))}</tr>`,
)}</tbody></table></div></details>
</figure>`;

/** Sizes of drawings: for wide columns, and for phones, where texts would otherwise be too small. */
const SIZES = [
  { name: "wide", width: 960, height: 260 },
  { name: "small", width: 340, height: 220 },
] as const;

export type Size = Readonly<{ name: string; width: number; height: number }>;

/** The same drawing in both sizes, of which the stylesheet shows one. */
export const inBothSizes = (draw: (size: Size) => Html, title: string): Html =>
  html`${SIZES.map(
    (size) =>
      html`<svg class="drawing ${size.name}" viewBox="0 0 ${size.width} ${size.height}" role="img" aria-label="${title}">${draw(size)}</svg>`,
  )}`;
