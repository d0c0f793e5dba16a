/** A slider for the playback position, by pointer and by keyboard. */
import { clock, clocks, set } from "./dom.js";
import { paintLine, paintWave } from "./paint.js";

/**
 * @typedef {{ at: number, length: number, peaks: number[],
 *   chapters: readonly import("./engine.js").Chapter[] }} Shown
 */

/**
 * @param {HTMLElement} bar the markup of the server
 * @param {{ seek(seconds: number): void, toggle(): void }} acts
 */
export function seekBar(bar, { seek, toggle }) {
  const canvas = /** @type {HTMLCanvasElement} */ (bar.querySelector("canvas"));
  const paint = bar.classList.contains("wave") ? paintWave : paintLine;
  /** @type {Shown & { dragging: boolean }} */
  const state = { at: 0, length: 0, peaks: [], chapters: [], dragging: false };

  const draw = () => {
    const { width, height } = canvas.getBoundingClientRect();
    if (width === 0) return;
    const scale = globalThis.devicePixelRatio || 1;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const context = canvas.getContext("2d");
    if (context === null) return;
    context.scale(scale, scale);
    paint(context, { width, height }, state, getComputedStyle(bar));
  };
  /** @param {number} seconds */
  const move = (seconds) => {
    if (state.length > 0) seek(Math.min(Math.max(0, seconds), state.length - 0.05));
  };
  /** @param {PointerEvent} event */
  const timeAt = (event) => {
    const { left, width } = bar.getBoundingClientRect();
    return (Math.min(Math.max(0, event.clientX - left), width) / width) * state.length;
  };
  bar.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    state.dragging = true;
    bar.setPointerCapture(event.pointerId);
    move(timeAt(event));
  });
  bar.addEventListener("pointermove", (event) => {
    if (state.dragging) move(timeAt(event));
    else if (state.length > 0) set(bar, "title", described(timeAt(event), state));
  });
  for (const end of ["pointerup", "pointercancel"])
    bar.addEventListener(end, () => {
      state.dragging = false;
    });
  bar.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const to = keyTarget(event.key, state);
    if (to === null && event.key !== " ") return;
    event.preventDefault();
    if (to === null) toggle();
    else move(to);
  });
  new ResizeObserver(draw).observe(bar);

  return {
    /** @param {Partial<Shown>} shown */
    show(shown) {
      Object.assign(state, shown);
      const { at, length } = state;
      set(bar, "aria-valuemax", String(Math.round(length)));
      set(bar, "aria-valuenow", String(Math.round(at)));
      const name = chapterAt(at, state)?.title;
      set(bar, "aria-valuetext", clocks(at, length) + (name === undefined ? "" : ` · ${name}`));
      draw();
    },
    draw,
  };
}

/** @param {number} at @param {Pick<Shown, "chapters">} shown */
const chapterAt = (at, { chapters }) =>
  chapters.findLast(({ starts_at }) => starts_at <= at * 1000 + 50);

/** @param {number} at @param {Shown} shown */
const described = (at, shown) =>
  [clock(at), chapterAt(at, shown)?.title].filter((part) => part !== undefined).join(" · ");

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
