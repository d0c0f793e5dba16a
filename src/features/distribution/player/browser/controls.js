/** The row of controls below the waveform. */
import { clock, element, icon } from "./dom.js";

/** @typedef {import("./player.js").Deck} Deck */

const PLAY = "M7 4.5v15l13-7.5z";
const PAUSE = "M6 4.5h4.5v15H6zM13.5 4.5H18v15h-4.5z";
const BACK = "M12 5V1L6.5 6 12 11V7.5a5.5 5.5 0 1 1-5.5 5.5H4a8 8 0 1 0 8-8z";
const AHEAD = "M12 5V1l5.5 5-5.5 5V7.5a5.5 5.5 0 1 0 5.5 5.5H20a8 8 0 1 1-8-8z";
const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2];

/** @param {Deck} deck */
export function controls(deck) {
  const { audio, say, seek } = deck;
  const toggle = element("button", {
    type: "button",
    class: "play",
    onclick: () => (audio.paused ? deck.play() : audio.pause()),
  });
  const times = element("span", { class: "times" });
  const row = element(
    "div",
    { class: "controls" },
    step(say("rewind"), BACK, () => seek(audio.currentTime - 15)),
    toggle,
    step(say("forward"), AHEAD, () => seek(audio.currentTime + 30)),
    times,
    speedChoice(deck),
    element("button", { type: "button", class: "share", onclick: () => share(deck) }, say("share")),
  );
  return {
    row,
    refresh() {
      toggle.setAttribute("aria-label", say(audio.paused ? "play" : "pause"));
      toggle.replaceChildren(icon(audio.paused ? PLAY : PAUSE));
      times.textContent = `${clock(audio.currentTime)} / ${clock(deck.length())}`;
    },
  };
}

/** @param {string} label @param {string} path @param {() => void} onclick */
const step = (label, path, onclick) =>
  element("button", { type: "button", class: "small", "aria-label": label, onclick }, icon(path));

/** @param {Deck} deck */
function speedChoice({ audio, say }) {
  const options = SPEEDS.map((rate) =>
    element("option", { value: rate, selected: rate === 1 }, `${rate}×`),
  );
  const choice = element("select", { "aria-label": say("speed") }, ...options);
  choice.addEventListener("change", () => {
    audio.playbackRate = Number(/** @type {HTMLSelectElement} */ (choice).value);
  });
  return choice;
}

/** @param {Deck} deck */
async function share({ track, say, tell }) {
  const { site_url, title } = track();
  try {
    if (navigator.share) return await navigator.share({ title, url: site_url });
    await navigator.clipboard.writeText(site_url);
    tell(say("copied"));
  } catch {
    // Sharing is not allowed or was cancelled: show the URL, so that it can be copied.
    tell(site_url);
  }
}
