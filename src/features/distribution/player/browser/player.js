/** The player: replaces the browser's own controls on pages with a player. */
import { controls } from "./controls.js";
import { element } from "./dom.js";
import { choice, choicePanel } from "./lists.js";
import { recall, remember } from "./memory.js";
import { trackPanels } from "./panels.js";
import { announceTrack, offerActions } from "./session.js";
import { barsOf, seekBar } from "./waveform.js";

/**
 * An episode as the page describes it; times in ms.
 * @typedef {{ episode_id: number, title: string, show_title: string, site_url: string,
 *   image_url: string | null, duration: number, audio_url: string, waveform_url: string | null,
 *   transcript_url: string | null, chapters: { starts_at: number, title: string,
 *   image_url: string | null }[] }} Track
 * @typedef {{ tracks: Track[], words: Record<string, string>, autoplay: boolean, color: string | null,
 *   compact: boolean, heading: boolean, playlist: boolean, chapters: boolean }} Setup
 */

/**
 * The state and functions that the parts of a player share; times in seconds.
 * @typedef {{ audio: HTMLAudioElement, setup: Setup, track(): Track, length(): number,
 *   say(key: string): string, tell(text: string): void, seek(to: number): void,
 *   play(): void }} Deck
 */

/** @param {HTMLElement} root @param {HTMLAudioElement} audio @param {Setup} setup */
function mount(root, audio, setup) {
  const { tracks, words } = setup;
  const now = { index: 0, panels: /** @type {import("./panels.js").Panel[]} */ ([]) };
  const track = () => /** @type {Track} */ (tracks[now.index]);
  const status = element("p", { class: "status", role: "status" });
  /** @type {Deck} */
  const deck = {
    audio,
    setup,
    track,
    length: () => (audio.duration > 0 ? audio.duration : track().duration / 1000),
    say: (key) => words[key] ?? key,
    tell: (text) => status.replaceChildren(text),
    seek: (to) => {
      audio.currentTime = Math.min(Math.max(0, to), deck.length());
      refresh();
    },
    play: () => audio.play().catch(() => {}),
  };
  const bar = seekBar({ label: deck.say("position"), seek: deck.seek });
  const row = controls(deck);
  const heading = element("div", { class: "what" });
  const below = element("div", { class: "panels" });
  const playlist = tracks.length > 1 && setup.playlist ? listOf(deck, change) : null;

  function refresh() {
    row.refresh();
    bar.show(audio.currentTime, deck.length());
    for (const panel of now.panels) panel.refresh();
  }
  /** @param {number} index @param {boolean} start */
  function change(index, start) {
    now.index = index;
    now.panels = trackPanels(deck);
    load(audio, track());
    deck.tell("");
    heading.replaceChildren(...(setup.heading ? headingOf(track()) : []));
    below.replaceChildren(...now.panels.map(({ panel }) => panel), playlist?.panel ?? "");
    playlist?.mark(index);
    showWaveform(bar, track(), () => track());
    announceTrack(track());
    refresh();
    if (start) deck.play();
  }

  watch(deck, refresh, () => now.index + 1 < tracks.length && change(now.index + 1, true));
  offerActions(deck);
  if (setup.color !== null) tint(root, setup.color);
  audio.controls = false;
  root.classList.add("ready");
  root.append(heading, bar.bar, row.row, status, below);
  change(0, setup.autoplay);
}

/**
 * Loads the audio and sets the start position: from the URL, or else the one stored in this browser.
 * @param {HTMLAudioElement} audio @param {Track} track
 */
function load(audio, { audio_url, episode_id }) {
  if (audio.getAttribute("src") !== audio_url) audio.src = audio_url;
  const from = Number(/^#t=(\d+)/.exec(location.hash)?.[1] ?? 0) || recall(episode_id);
  if (from > 0) audio.currentTime = from;
}

/**
 * Reacts to the audio, and to links of the page that name a playback position.
 * @param {Deck} deck @param {() => void} refresh @param {() => void} next
 */
function watch(deck, refresh, next) {
  const { audio, track } = deck;
  const keep = () => remember(track().episode_id, audio.currentTime, deck.length());
  let kept = 0;
  for (const name of ["play", "pause", "timeupdate", "durationchange", "seeked"])
    audio.addEventListener(name, refresh);
  audio.addEventListener("pause", keep);
  audio.addEventListener("timeupdate", () => {
    if (Math.abs(audio.currentTime - kept) < 5) return;
    kept = audio.currentTime;
    keep();
  });
  audio.addEventListener("error", () => deck.tell(deck.say("failed")));
  audio.addEventListener("ended", () => {
    remember(track().episode_id, 0, deck.length());
    next();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("[data-seek]") : null;
    if (!(link instanceof HTMLElement)) return;
    event.preventDefault();
    deck.seek(Number(link.dataset.seek) / 1000);
    deck.play();
  });
}

/** @param {Deck} deck @param {(index: number, start: boolean) => void} change */
const listOf = ({ say, setup }, change) =>
  choicePanel({
    title: say("playlist"),
    open: true,
    items: setup.tracks,
    choose: (_track, index) => change(index, true),
    show: ({ title, duration }) => choice(null, title, duration),
  });

/** @param {ReturnType<typeof seekBar>} bar @param {Track} track @param {() => Track} current */
async function showWaveform(bar, track, current) {
  bar.setBars([]);
  if (track.waveform_url === null) return;
  try {
    const bars = barsOf(await (await fetch(track.waveform_url)).json());
    if (current() === track) bar.setBars(bars);
  } catch {
    // The plain bar stays: the waveform is decoration.
  }
}

/** @param {Track} track */
const headingOf = ({ title, show_title, site_url, image_url }) => [
  image_url === null ? "" : element("img", { src: image_url, alt: "", width: 72, height: 72 }),
  element(
    "p",
    {},
    element("a", { href: site_url, target: "_top", class: "name" }, title),
    element("span", { class: "show" }, show_title),
  ),
];

/**
 * Applies the requested colour, with black or white text, whichever has more contrast.
 * @param {HTMLElement} root @param {string} color
 */
function tint(root, color) {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  root.style.setProperty("--accent", color);
  root.style.setProperty("--accent-ink", r * 0.299 + g * 0.587 + b * 0.114 > 150 ? "#000" : "#fff");
}

for (const root of document.querySelectorAll("[data-player]")) {
  const audio = root.querySelector("audio");
  const data = root.querySelector('script[type="application/json"]');
  if (root instanceof HTMLElement && audio && data)
    mount(root, audio, JSON.parse(data.textContent ?? ""));
}
