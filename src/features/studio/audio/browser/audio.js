/** Makes the waveform a dial: a position moved by pointer and keys, and marks that are placed, moved and heard on it. */
import { createDial } from "./dial.js";
import { listen } from "./listening.js";
import { addRow, arrangeRows, inputOf, marksIn, moveTo, settle } from "./rows.js";
import { saveInPlace } from "./saving.js";

const box = document.querySelector("[data-dial]");
const form = document.querySelector("form:has([data-marks])");
const audio = box?.querySelector("audio");
if (box instanceof HTMLElement && form instanceof HTMLFormElement && audio != null)
  enhance(box, form, audio);

/**
 * @param {HTMLElement} box
 * @param {HTMLFormElement} form
 * @param {HTMLAudioElement} audio
 */
function enhance(box, form, audio) {
  /** @type {Record<string, string>} */
  const texts = JSON.parse(box.dataset.texts ?? "{}");
  const duration = Number(box.dataset.duration);
  const said = box.querySelector("[data-said]");
  const say = (/** @type {string | undefined} */ text) => {
    if (said !== null) said.textContent = text ?? "";
  };
  const sound = listen({ audio, form, path: box.dataset.path ?? "", texts, say });
  const dial = createDial({ box, texts, duration, onMove: seek, onMark: moveMark, onKey: actAt });

  function seek(/** @type {number} */ at) {
    audio.currentTime = at / 1000;
    dial.point(at);
  }
  function moveMark(/** @type {import("./rows.js").Mark} */ mark, /** @type {number} */ at) {
    moveTo(mark.field, at);
  }

  /** @typedef {import("./rows.js").Mark | null} MarkOrNone */

  /** Moves the position or a mark to where it is quiet near by. */
  async function goQuiet(/** @type {number} */ at, /** @type {MarkOrNone} */ mark) {
    const quiet = await sound.quietest(at);
    if (quiet === null) return;
    if (mark === null) return seek(quiet);
    moveTo(mark.field, quiet);
  }
  function remove(/** @type {MarkOrNone} */ mark) {
    if (mark === null) return;
    inputOf(mark.row, ".remove")?.click();
    say(texts.removed);
    dial.focus(null);
  }
  /** A chapter needs a title; a break is ready to be moved. */
  function add(/** @type {import("./rows.js").Kind} */ kind, /** @type {number} */ at) {
    const row = addRow(form, kind, Math.round(at));
    if (row === null) return;
    arrangeRows(form);
    dial.draw(marksIn(form));
    if (kind === "break") dial.focus(row);
    else inputOf(row, ".title")?.focus({ preventScroll: true });
    // No further than needed: the next one is placed on the waveform again. A finger's keyboard covers what is below.
    const isTouch = matchMedia("(pointer: coarse)").matches;
    row.scrollIntoView({ block: isTouch ? "start" : "nearest" });
  }
  /** What a key or a button does at the position, or with the mark that has the focus. */
  function actAt(/** @type {string} */ key, /** @type {MarkOrNone} */ mark) {
    const at = mark?.at ?? audio.currentTime * 1000;
    if (key === " ") sound.toggle();
    else if (key === "q") goQuiet(at, mark);
    else if (key === "Delete") remove(mark);
    else add(key === "b" ? "break" : "chapter", at);
  }

  saveInPlace({ form, texts, onSaved: () => dial.draw(marksIn(form)) });
  form.addEventListener("input", ({ target }) => {
    const started = target instanceof Element ? target.closest("[data-new]") : null;
    if (started instanceof HTMLElement) settle(started);
    // A time that is typed is not whole before it is left.
    if (target !== document.activeElement) arrangeRows(form);
    dial.draw(marksIn(form));
  });
  form.addEventListener("change", () => arrangeRows(form));
  form.addEventListener("click", async (event) => {
    const button = event.target;
    if (!(button instanceof HTMLButtonElement)) return;
    const row = button.closest("[data-row]");
    const field = row instanceof HTMLElement ? inputOf(row, ".at") : null;
    if (!button.matches("[data-quiet], [data-hear]")) return;
    event.preventDefault();
    const mark = marksIn(form).find((one) => one.field === field);
    if (mark === undefined) return say(texts.not_a_time);
    if (button.matches("[data-hear]")) return sound.hear(mark.at, mark.field);
    const quiet = await sound.quietest(mark.at);
    if (quiet !== null) moveTo(mark.field, quiet);
  });
  const measure = () =>
    document.documentElement.style.setProperty("--wave-height", `${box.offsetHeight}px`);
  new ResizeObserver(measure).observe(box);
  // The waveform is the player: the browser's own is for pages without scripts.
  audio.controls = false;
  for (const name of ["play", "pause", "ended"])
    audio.addEventListener(name, () => dial.setPlaying(!audio.paused));
  audio.addEventListener("timeupdate", () => dial.point(audio.currentTime * 1000));
  dial.draw(marksIn(form));
}
