/** The seek bar: a slider for pointer and keyboard that shows the waveform if there is one. */
import { clock, element } from "./dom.js";

const BARS = 160;

/**
 * The peak of each bar, 0 to 1, from a document in audiowaveform's format.
 * @param {{ bits?: number, data: number[] }} document
 * @returns {number[]}
 */
export function barsOf({ bits = 8, data }) {
  const full = 2 ** (bits - 1);
  const points = Math.floor(data.length / 2);
  const bars = [];
  for (let bar = 0; bar < Math.min(BARS, points); bar += 1) {
    const count = Math.min(BARS, points);
    const [from, to] = [bar, bar + 1].map((edge) => Math.floor((edge * points) / count));
    let peak = 0;
    for (let at = from ?? 0; at < (to ?? 0); at += 1)
      peak = Math.max(peak, Math.abs(data[at * 2] ?? 0), Math.abs(data[at * 2 + 1] ?? 0));
    bars.push(peak / full);
  }
  return bars;
}

/**
 * @param {{ label: string, seek(seconds: number): void }} options
 */
export function seekBar({ label, seek }) {
  const canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { "aria-hidden": "true" }));
  const bar = element(
    "div",
    { class: "bar", role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": 0 },
    canvas,
  );
  const state = { at: 0, length: 0, bars: /** @type {number[]} */ ([]), dragging: false };

  const draw = () => {
    const { width, height } = bar.getBoundingClientRect();
    const scale = globalThis.devicePixelRatio || 1;
    if (width === 0) return;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    paint(
      canvas,
      state.bars,
      state.length > 0 ? state.at / state.length : 0,
      getComputedStyle(bar),
    );
  };
  /** @param {number} seconds */
  const move = (seconds) => {
    if (state.length > 0) seek(Math.min(Math.max(0, seconds), state.length - 0.05));
  };
  /** @param {PointerEvent} event */
  const follow = (event) => {
    const { left, width } = bar.getBoundingClientRect();
    move(((event.clientX - left) / width) * state.length);
  };
  bar.addEventListener("pointerdown", (event) => {
    state.dragging = true;
    bar.setPointerCapture(event.pointerId);
    follow(event);
  });
  bar.addEventListener("pointermove", (event) => state.dragging && follow(event));
  for (const end of ["pointerup", "pointercancel"])
    bar.addEventListener(end, () => {
      state.dragging = false;
    });
  bar.addEventListener("keydown", (event) => {
    const to = keyTarget(event.key, state);
    if (to === null) return;
    event.preventDefault();
    move(to);
  });
  new ResizeObserver(draw).observe(bar);

  return {
    bar,
    /** @param {number} at @param {number} length both in seconds */
    show(at, length) {
      Object.assign(state, { at, length });
      bar.setAttribute("aria-valuemax", String(Math.round(length)));
      bar.setAttribute("aria-valuenow", String(Math.round(at)));
      bar.setAttribute("aria-valuetext", `${clock(at)} / ${clock(length)}`);
      draw();
    },
    /** @param {number[]} bars */
    setBars(bars) {
      state.bars = bars;
      draw();
    },
  };
}

/**
 * The position that a key seeks to, by the slider pattern of WAI-ARIA; null for other keys.
 * @param {string} key
 * @param {{ at: number, length: number }} state
 */
function keyTarget(key, { at, length }) {
  if (key === "ArrowRight" || key === "ArrowUp") return at + 5;
  if (key === "ArrowLeft" || key === "ArrowDown") return at - 5;
  if (key === "PageUp") return at + 60;
  if (key === "PageDown") return at - 60;
  if (key === "Home") return 0;
  return key === "End" ? length : null;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {number[]} bars
 * @param {number} played 0 to 1
 * @param {CSSStyleDeclaration} style
 */
function paint(canvas, bars, played, style) {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const { width, height } = canvas;
  const heights = bars.length > 0 ? bars : Array(BARS).fill(0.06);
  const step = width / heights.length;
  context.clearRect(0, 0, width, height);
  heights.forEach((value, index) => {
    const tall = Math.max(height * 0.06, value * height * 0.94);
    context.fillStyle = style.getPropertyValue(
      (index + 0.5) / heights.length <= played ? "--accent" : "--edge",
    );
    context.fillRect(index * step, (height - tall) / 2, Math.max(1, step * 0.66), tall);
  });
}
