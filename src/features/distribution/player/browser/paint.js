/** Draws the playback position: as a waveform with chapters, or as a plain line. */

/** @typedef {{ width: number, height: number }} Size */
/** @typedef {import("./seekbar.js").Shown} Shown */

/** Bars and the space between them, in CSS pixels. */
const STEP = 4;
const BAR = 2.5;
/** In less height than this, a line is clearer than a waveform. */
const LOW = 20;
/** Space for the marks of the chapters below the waveform. */
const MARKS = 7;

/**
 * Peaks from 0 to 1 of a document in audiowaveform's format, the loudest of them 1.
 * @param {{ data: number[] }} document
 * @returns {number[]}
 */
export function peaksOf({ data }) {
  const peaks = [];
  for (let at = 0; at + 1 < data.length; at += 2)
    peaks.push(Math.max(Math.abs(data[at] ?? 0), Math.abs(data[at + 1] ?? 0)));
  const loudest = peaks.reduce((most, peak) => Math.max(most, peak), 0);
  return loudest === 0 ? [] : peaks.map((peak) => peak / loudest);
}

/** As many peaks as there is room for. @param {number[]} peaks @param {number} count */
function resample(peaks, count) {
  return Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * peaks.length) / count);
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count));
    return peaks.slice(from, to).reduce((most, peak) => Math.max(most, peak), 0);
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Size} size
 * @param {Shown} shown
 * @param {CSSStyleDeclaration} style
 */
export function paintWave(context, size, shown, style) {
  if (size.height < LOW) return paintLine(context, size, shown, style);
  const { width } = size;
  const height = size.height - (shown.chapters.length > 0 ? MARKS : 0);
  const played = shown.length > 0 ? shown.at / shown.length : 0;
  const [front, back] = coloursOf(style);
  if (shown.peaks.length === 0)
    drawLine(context, { width, height }, played, { front, back, thick: 6 });
  else {
    const bars = resample(shown.peaks, Math.max(1, Math.floor(width / STEP)));
    bars.forEach((peak, index) => {
      const tall = Math.max(BAR, peak * height);
      context.fillStyle = (index + 0.5) / bars.length <= played ? front : back;
      context.beginPath();
      context.roundRect((index * width) / bars.length, (height - tall) / 2, BAR, tall, BAR / 2);
      context.fill();
    });
  }
  drawChapters(context, size, shown, style);
}

/**
 * Each chapter is a stroke below the waveform; that of the current one is thicker and has the colour of the text, because
 * the accent means what was heard.
 * @param {CanvasRenderingContext2D} context
 * @param {Size} size
 * @param {Shown} shown
 * @param {CSSStyleDeclaration} style
 */
function drawChapters(context, { width, height }, { chapters, at, length }, style) {
  if (length === 0) return;
  const [, back] = coloursOf(style);
  const current = chapters.findLastIndex(({ starts_at }) => starts_at <= at * 1000 + 50);
  chapters.forEach(({ starts_at }, index) => {
    const end = chapters[index + 1]?.starts_at ?? length * 1000;
    const [from, to] = [starts_at, end].map((ms) => Math.min(1, ms / 1000 / length) * width);
    const thick = index === current ? 3 : 2;
    context.fillStyle = index === current ? style.color : back;
    context.beginPath();
    context.roundRect(
      from ?? 0,
      height - thick,
      Math.max(1, (to ?? 0) - (from ?? 0) - 2),
      thick,
      1,
    );
    context.fill();
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Size} size
 * @param {Shown} shown
 * @param {CSSStyleDeclaration} style
 */
export function paintLine(context, size, { at, length }, style) {
  const [front, back] = coloursOf(style);
  drawLine(context, size, length > 0 ? at / length : 0, {
    front,
    back,
    thick: Math.min(4, size.height),
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {Size} size
 * @param {number} played 0 to 1
 * @param {{ front: string, back: string, thick: number }} look
 */
function drawLine(context, { width, height }, played, { front, back, thick }) {
  const top = (height - thick) / 2;
  for (const [colour, length] of /** @type {const} */ ([
    [back, width],
    [front, width * played],
  ])) {
    context.fillStyle = colour;
    context.beginPath();
    context.roundRect(0, top, length, thick, thick / 2);
    context.fill();
  }
}

/** @param {CSSStyleDeclaration} style @returns {[string, string]} */
const coloursOf = (style) => [style.getPropertyValue("--front"), style.getPropertyValue("--back")];
