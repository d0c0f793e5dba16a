/** What one can do with an episode of a list besides playing it: a menu beside the button that asks for it. */
import { element, find, hit, say, set } from "./dom.js";
import { isHeard } from "./memory.js";

/** @typedef {import("./engine.js").Track} Track */

/** How long a notice stays. */
const NOTICE_MS = 4000;
/** Between the menu and its button or the edge of the window. */
const GAP = 8;

/**
 * @param {import("./queue.js").Queue} queue
 * @param {(track: Track, on: boolean) => void} markHeard
 */
export function openActs(queue, markHeard) {
  const template = /** @type {HTMLTemplateElement | null} */ (find(document, "template#acts"));
  const menu =
    template && find(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), "div");
  if (!menu) return;
  const note = element("p", { class: "toast", role: "status", "data-stays": true, hidden: true });
  document.body.append(menu, note);
  /** @type {{ track: Track | null, button: HTMLElement | null, top: number, timer: number }} */
  const now = { track: null, button: null, top: 0, timer: 0 };
  const marker = find(menu, "[data-marks]");

  document.addEventListener("click", (event) => {
    const button = hit(event, "[data-acts]");
    if (button !== null) return show(button);
    const asked = hit(event, "[data-queue]");
    const place = asked?.dataset.queue;
    if (asked !== null && !menu.contains(asked)) choose(asked);
    const { track } = now;
    if (track === null) return;
    if (place !== undefined) {
      queue.add(track, place === "first" ? "first" : "last");
      done(say(place === "first" ? "will_play_next" : "will_play_last"));
    } else if (hit(event, "[data-marks]") !== null) {
      const on = !isHeard(track.episode_id);
      markHeard(track, on);
      done(say(on ? "marked_played" : "marked_unplayed"));
    }
  });
  menu.addEventListener("toggle", (event) => {
    const isOpen = /** @type {ToggleEvent} */ (event).newState === "open";
    if (now.button) set(now.button, "aria-expanded", String(isOpen));
  });
  menu.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const buttons = [...menu.querySelectorAll("button")];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    buttons[(at + step + buttons.length) % buttons.length]?.focus();
  });
  // Judged by the button, because the event of a scroll that brought it into view comes after the press.
  addEventListener("scroll", () => {
    if (!menu.matches(":popover-open") || now.button === null) return;
    if (Math.abs(now.button.getBoundingClientRect().top - now.top) > GAP) menu.hidePopover();
  });

  /** What the button is about. @param {HTMLElement} button @returns {Track | null} */
  function choose(button) {
    const holder = button.closest("li, .deeds");
    const play = holder && find(holder, "[data-play]");
    now.track = play && JSON.parse(play.dataset.play ?? "null");
    now.button = button;
    return now.track;
  }

  /** @param {HTMLElement} button */
  function show(button) {
    const track = choose(button);
    if (track === null || !menu) return;
    if (marker)
      marker.textContent = say(isHeard(track.episode_id) ? "mark_unplayed" : "mark_played");
    menu.showPopover();
    const [at, own] = [button.getBoundingClientRect(), menu.getBoundingClientRect()];
    now.top = at.top;
    const isBelow = at.bottom + own.height + GAP < innerHeight;
    const most = innerWidth - own.width - GAP;
    menu.style.top = `${isBelow ? at.bottom + GAP / 2 : at.top - own.height - GAP / 2}px`;
    menu.style.left = `${Math.max(GAP, Math.min(at.right - own.width, most))}px`;
    find(menu, "button")?.focus();
  }

  /** @param {string} text */
  function done(text) {
    if (menu?.matches(":popover-open")) menu.hidePopover();
    const unfolded = /** @type {HTMLDetailsElement | null} */ (
      now.button?.closest("details.menu") ?? null
    );
    if (unfolded) unfolded.open = false;
    now.button?.focus();
    note.textContent = text;
    note.hidden = false;
    clearTimeout(now.timer);
    now.timer = setTimeout(() => {
      note.hidden = true;
    }, NOTICE_MS);
  }
}
