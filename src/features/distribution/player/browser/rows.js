/** The play buttons of lists: they play in the dock, and show how far one has listened. */
import { find, hit, say, set } from "./dom.js";
import { isHeard } from "./memory.js";

/** @typedef {import("./engine.js").Engine} Engine */
/** @typedef {import("./engine.js").Track} Track */

/** @param {HTMLElement} link @returns {Track} */
const trackOf = (link) => JSON.parse(link.dataset.play ?? "{}");

/** Plays or pauses if the event is meant for a play button. @param {Engine} engine @param {Event} event */
export function pressRow(engine, event) {
  const link = hit(event, "[data-play]");
  if (link === null) return;
  event.preventDefault();
  engine.toggle(trackOf(link));
}

/**
 * Keeps the play buttons of the present page up to date.
 * @param {Engine} engine
 * @returns {{ refresh(): void, end(): void }}
 */
export function watchRows(engine) {
  const links = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-play]")]);
  const rows = links.map((link) => ({ link, track: trackOf(link) }));
  for (const { link } of rows) link.setAttribute("role", "button");
  const refresh = () => {
    for (const { link, track } of rows) showRow(engine, link, track);
  };
  refresh();
  let last = engine.track();
  const end = engine.watch(() => {
    const current = engine.track();
    for (const { link, track } of rows)
      if (track.episode_id === current?.episode_id || track.episode_id === last?.episode_id)
        showRow(engine, link, track);
    last = current;
  });
  return { refresh, end };
}

/** @param {Engine} engine @param {HTMLElement} link @param {Track} track */
function showRow(engine, link, track) {
  const playing = engine.playing(track);
  const [at, length] = [engine.at(track), engine.length(track)];
  set(link, "data-playing", playing ? "" : null);
  set(link, "aria-label", say(playing ? "pause_named" : "play_named", { title: track.title }));
  const started = length > 0 && at > 0 && at < length;
  set(link, "data-started", started ? "" : null);
  const isPlayed = !started && !playing && isHeard(track.episode_id);
  set(link, "data-played", isPlayed ? "" : null);
  link.style.setProperty("--done", isPlayed ? "1" : started ? String(at / length) : "0");
  const note = link.parentElement && find(link.parentElement, "[data-left]");
  if (!note) return;
  note.dataset.left ||= note.textContent ?? "";
  const rest = isPlayed ? say("played") : note.dataset.left;
  const text = started ? timeLeft(length - at) : rest;
  if (note.textContent !== text) note.textContent = text;
}

/** `12 min left`. @param {number} seconds */
function timeLeft(seconds) {
  const { lang } = document.documentElement;
  const unit = (/** @type {number} */ value, /** @type {string} */ name) =>
    new Intl.NumberFormat(lang, { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const parts = [hours > 0 ? unit(hours, "hour") : "", rest > 0 ? unit(rest, "minute") : ""];
  const one = new Intl.PluralRules(lang).select(hours || rest) === "one";
  const time = parts.filter((part) => part !== "").join(" ");
  return say(one ? "left_one" : "left", { time });
}
