/** Draws the waveform of an episode with its chapters and ad breaks, and fields for their times; pure. */
import { type Html, html } from "../../../platform/http/html.ts";
import { fill } from "../../web/layout/rules.ts";
import { formatMoment } from "./moments.ts";
import { columnsOf, type Peaks } from "./peaks.ts";
import { counted, type Words } from "./words.ts";

/** A chapter or an ad break. `name`: of its field in the form. */
export type Mark = Readonly<{
  kind: "chapter" | "break";
  /** In the episode without ads, in ms. */
  at: number;
  title?: string;
  name: string;
  error?: string;
}>;

type Waveform = Readonly<{
  words: Words;
  /** null: the waveform is not ready; the marks are drawn nevertheless. */
  peaks: Peaks | null;
  /** In ms. */
  duration: number;
  marks: readonly Mark[];
}>;

/** The drawing's own units: columns of two, and the height in both directions. */
const COLUMNS = 500;
const WIDTH = 2 * COLUMNS;
const HALF = 60;
/** Silence is still a line. */
const LEAST = 0.5;

/** The waveform with its marks. What it says stands before it, and its times are in `markFields`. */
export function waveformView({ words, peaks, duration, marks }: Waveform): Html {
  const length = formatMoment(Math.round(duration / 1000) * 1000);
  const countOf = (kind: Mark["kind"]) => marks.filter((mark) => mark.kind === kind).length;
  const summary = fill(words.summary, {
    length,
    chapters: counted(words, "chapters", countOf("chapter")),
    breaks: counted(words, "breaks", countOf("break")),
  });
  return html`
<figure class="waveform">
<figcaption>${summary}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${2 * HALF}" preserveAspectRatio="none" role="img" aria-label="${summary}">
${peaks !== null && html`<path class="peaks" d="${pathOf(peaks)}"/>`}
${marks.map((mark) => markView(words, mark, duration, marks))}
</svg>
</figure>`;
}

/** One outline: above the middle from left to right, below it back. */
function pathOf(peaks: Peaks): string {
  const columns = columnsOf(peaks, COLUMNS);
  const width = columns.length === 0 ? 0 : WIDTH / columns.length;
  const round = (value: number) => Math.round(value * 10) / 10;
  const point = (column: number, height: number) =>
    `${round((column + 0.5) * width)} ${round(HALF - height)}`;
  const heightOf = (level: number) => Math.max(LEAST, level * HALF);
  const above = columns.map((one, column) => point(column, heightOf(one.above)));
  const below = columns.map((one, column) => point(column, -heightOf(one.below))).reverse();
  return columns.length === 0 ? "" : `M${[...above, ...below].join("L")}Z`;
}

/** Breaks differ from chapters in form, not only in colour: a flag on top, and a dashed line in the style. */
function markView(words: Words, mark: Mark, duration: number, marks: readonly Mark[]): Html {
  const share = duration === 0 ? 0 : Math.min(1, Math.max(0, mark.at / duration));
  const x = Math.round(share * WIDTH * 10) / 10;
  const flag = html`<path d="M${x} 0h8l-8 10z"/>`;
  return html`<g class="mark ${mark.kind}"><title>${nameOf(words, mark, marks)}: ${formatMoment(mark.at)}</title><path d="M${x} 0V${2 * HALF}"/>${mark.kind === "break" && flag}</g>`;
}

/** `Chapter 2: Departure`, `Ad break 1`. */
function nameOf(words: Words, mark: Mark, marks: readonly Mark[]): string {
  const n = marks.filter(({ kind }) => kind === mark.kind).indexOf(mark) + 1;
  const name = fill(words[mark.kind], { n });
  return mark.title === undefined ? name : `${name}: ${mark.title}`;
}

/** A field for the time of each mark, so that nothing has to be dragged. Read it with `parseMoment`. */
export const markFields = (words: Words, marks: readonly Mark[]): Html => html`
<div class="mark-fields">
${marks.map(
  (mark) => html`
<div class="field${mark.error !== undefined && " wrong"}">
<label for="${mark.name}">${fill(words.starts, { name: nameOf(words, mark, marks) })}</label>
<input id="${mark.name}" name="${mark.name}" value="${formatMoment(mark.at)}" inputmode="decimal" autocomplete="off" data-mark="${mark.kind}"${mark.error !== undefined && html` aria-invalid="true" aria-describedby="${mark.name}-error"`}>
${mark.error !== undefined && html`<p class="error" id="${mark.name}-error">${mark.error}</p>`}
</div>`,
)}
</div>`;
