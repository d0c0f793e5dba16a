/** Gives the controls of a player or of the dock their function; what they control can change. */
import { clock, element, find, say, set } from "./dom.js";
import { playback, setPlayback } from "./memory.js";

/**
 * What a set of controls plays: the track of a player, or whatever the dock plays.
 * @typedef {{ engine: import("./engine.js").Engine, track(): import("./engine.js").Track,
 *   start?(): number | undefined, tell(...parts: (string | Node)[]): void }} Deck
 */

/**
 * @param {HTMLElement} root
 * @param {Deck} deck
 * @returns {() => void} shows the present state
 */
export function wireControls(root, deck) {
  const { engine, track } = deck;
  const { audio } = engine;
  /** @param {string} act */
  const part = (act) => find(root, `[data-act="${act}"]`);
  const skip = (/** @type {number} */ by) => engine.seek(track(), positionOf(deck) + by);
  const [back, ahead] = [part("back"), part("ahead")];
  back?.addEventListener("click", () => skip(-playback().back));
  ahead?.addEventListener("click", () => skip(playback().ahead));
  part("share")?.addEventListener("click", () => share(deck));
  const toggle = part("toggle");
  toggle?.addEventListener("click", () => engine.toggle(track(), positionOf(deck)));
  const speed = /** @type {HTMLSelectElement | null} */ (part("speed"));
  speed?.addEventListener("change", () => {
    audio.defaultPlaybackRate = Number(speed.value);
    audio.playbackRate = Number(speed.value);
    setPlayback({ speed: Number(speed.value) });
  });
  const volume = /** @type {HTMLInputElement | null} */ (part("volume"));
  volume?.addEventListener("input", () => {
    audio.volume = Number(volume.value);
  });
  const times = find(root, ".times");
  const total = element("span", { class: "total" });
  const position = element("span");
  times?.replaceChildren(position, total);
  const showTimes = (/** @type {number} */ at, /** @type {number} */ length) => {
    position.textContent = clock(at);
    total.textContent = length > 0 ? ` / ${clock(length)}` : "";
  };

  const tryAgain = () => {
    engine.play(track(), positionOf(deck));
    // The button goes away with the failure.
    toggle?.focus();
  };
  const retry = () =>
    element("button", { type: "button", class: "retry", onclick: tryAgain }, say("try_again"));

  for (const button of root.querySelectorAll("button")) button.disabled = false;
  return () => {
    const playing = engine.playing(track());
    set(root, "data-playing", playing ? "" : null);
    if (toggle !== null) set(toggle, "aria-label", say(playing ? "pause" : "play"));
    const skips = playback();
    showSkip(back, "rewind", skips.back);
    showSkip(ahead, "forward", skips.ahead);
    showTimes(positionOf(deck), engine.length(track()));
    if (speed !== null) speed.value = String(audio.playbackRate);
    if (volume !== null) volume.value = String(audio.volume);
    const failed = audio.error !== null && engine.has(track());
    if (failed !== root.hasAttribute("data-failed"))
      deck.tell(...(failed ? [say("failed"), " ", retry()] : [""]));
    root.toggleAttribute("data-failed", failed);
  };
}

/** @param {HTMLElement | null} button @param {string} name @param {number} seconds */
function showSkip(button, name, seconds) {
  const digits = button && find(button, "text");
  if (button === null || digits === null || digits.textContent === String(seconds)) return;
  digits.textContent = String(seconds);
  const label = say(name, { n: String(seconds) });
  set(button, "aria-label", label);
  set(button, "title", label);
}

/** How long a notice stays. */
const NOTICE_MS = 4000;

/** Where the track is, or will start. @param {Deck} deck */
export const positionOf = ({ engine, track, start }) =>
  (engine.has(track()) ? undefined : start?.()) ?? engine.at(track());

/** @param {Deck} deck */
async function share({ track, tell }) {
  const { site_url, title } = track();
  try {
    if (navigator.share) return await navigator.share({ title, url: site_url });
    await navigator.clipboard.writeText(site_url);
    tell(say("copied"));
    setTimeout(() => tell(""), NOTICE_MS);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    // Sharing is not allowed here: show the URL, so that it can be copied.
    tell(site_url);
  }
}
