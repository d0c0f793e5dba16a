/** The scale of times below the waveform: as many names as have room, with ticks between them. */
import { formatMoment } from "./moments.js";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Distances of two names that people count in. */
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30, 60, 120].map((n) => n * MINUTE),
];
/** The room of one name, in pixels. */
const ROOM = 72;
/** The part of a step that the last name needs before the end. */
const LEAST = 0.5;

/**
 * @param {HTMLElement} track What the scale is as wide as, whatever its zoom.
 * @param {number} duration In ms.
 */
export function addScale(track, duration) {
  const scale = document.createElement("div");
  scale.className = "wave-scale";
  scale.ariaHidden = "true";
  track.append(scale);
  let drawn = 0;
  new ResizeObserver(() => {
    const most = Math.max(1, track.offsetWidth / ROOM);
    const step = STEPS.find((one) => duration / one <= most) ?? duration;
    if (step === drawn || duration === 0) return;
    drawn = step;
    const names = [];
    for (let at = 0; at === 0 || at < duration - LEAST * step; at += step)
      names.push(nameAt(at, duration));
    scale.replaceChildren(...names);
    scale.style.setProperty("--tick", `${(100 * step) / duration / 5}%`);
  }).observe(track);
}

function nameAt(/** @type {number} */ at, /** @type {number} */ duration) {
  const name = document.createElement("span");
  name.textContent = formatMoment(at);
  name.style.left = `${(100 * at) / duration}%`;
  return name;
}
