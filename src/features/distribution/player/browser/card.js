/** A player on a page or in a frame: the server's markup with the functions of its controls. */
import { positionOf, wireControls } from "./controls.js";
import { find, set } from "./dom.js";
import { drawerOf } from "./drawer.js";
import { chaptersPanel, playlistPanel, transcriptPanel } from "./lists.js";
import { peaksOf } from "./paint.js";
import { markLinks } from "./reading.js";
import { seekBar } from "./seekbar.js";

/**
 * @typedef {import("./engine.js").Track} Track
 * @typedef {{ tracks: [Track, ...Track[]], autoplay: boolean, color: string | null, open: boolean,
 *   playlist: boolean, chapters: boolean, owner: string | undefined }} Setup
 * @typedef {{ root: HTMLElement, track(): Track, next(): Track | null, end(): void }} Card
 */

/**
 * @param {HTMLElement} root
 * @param {import("./engine.js").Engine} engine
 * @param {(root: HTMLElement, color: string) => void} [tint] pages of the site load no code for colours of their own
 * @returns {Card}
 */
export function mountCard(root, engine, tint) {
  const data = find(root, 'script[type="application/json"]')?.textContent;
  /** @type {Setup} */
  const setup = JSON.parse(data || "{}");
  const { tracks } = setup;
  const now = {
    index: Math.max(
      0,
      tracks.findIndex((track) => engine.has(track)),
    ),
    from: fromHash(),
  };
  const track = () => tracks[now.index] ?? tracks[0];
  const status = /** @type {HTMLElement} */ (find(root, ".status"));
  const deck = {
    engine,
    track,
    start: () => now.from ?? undefined,
    tell: (/** @type {(string | Node)[]} */ ...parts) => status.replaceChildren(...parts),
  };
  const at = () => positionOf(deck);
  const seek = (/** @type {number} */ to) => engine.seek(track(), to);
  const startAt = (/** @type {number} */ to) => {
    seek(to);
    engine.play(track());
  };
  const bar = seekBar(/** @type {HTMLElement} */ (find(root, '[data-act="seek"]')), {
    seek,
    toggle: () => engine.toggle(track(), at()),
  });
  const refreshControls = wireControls(root, deck);
  let panels = panelsOf();
  const drawer = drawerOf(root, () => panels);

  function panelsOf() {
    const { chapters = [], transcript_url } = track();
    const withShow = setup.owner !== undefined;
    return {
      playlist:
        tracks.length > 1 && setup.playlist
          ? playlistPanel(tracks, { current: () => now.index, choose: change, withShow })
          : null,
      chapters:
        setup.chapters && chapters.length > 0
          ? chaptersPanel(track(), { at, seek: startAt })
          : null,
      transcript: transcript_url ? transcriptPanel(transcript_url, { at, seek: startAt }) : null,
    };
  }
  function refresh() {
    const playing = tracks.findIndex((one) => engine.has(one));
    if (playing >= 0 && playing !== now.index) {
      now.index = playing;
      now.from = null;
      return show();
    }
    if (engine.has(track())) now.from = null;
    refreshControls();
    bar.show({ at: at(), length: engine.length(track()) });
    drawer.mark();
    markLinks(at());
  }
  function show() {
    panels = panelsOf();
    const { chapters = [] } = track();
    bar.show({ peaks: [], chapters });
    loadPeaks(track()).then((peaks) => bar.show({ peaks }));
    showHeading(root, track());
    const first = panels.playlist === null ? "chapters" : "playlist";
    drawer.offer(setup.open ? first : null);
    refresh();
  }
  /** @param {number} index */
  function change(index) {
    now.index = index;
    now.from = null;
    show();
    engine.play(track());
  }
  if (setup.color !== null) tint?.(root, setup.color);
  show();
  if (setup.autoplay) engine.play(track(), at());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", bar.draw);
  const next = () => (engine.has(track()) ? (tracks[now.index + 1] ?? null) : null);
  return { root, track, next, end: engine.watch(refresh) };
}

/** The position that the page's address names, in seconds: `#t=90`. */
function fromHash() {
  const [, seconds] = /^#t=(\d+)/.exec(location.hash) ?? [];
  return seconds === undefined ? null : Number(seconds);
}

/** @param {HTMLElement} root @param {Track} track */
function showHeading(root, { title, show_title, site_url, image_url, image_sizes }) {
  const [name, show, site, art] = [".what .name", ".what .show", ".what .site", "img.art"].map(
    (part) => find(root, part),
  );
  if (name) {
    name.textContent = title;
    set(name, "href", site_url);
  }
  if (show) show.textContent = show_title;
  if (site) set(site, "href", site_url);
  if (art && image_url) {
    set(art, "srcset", image_sizes ?? null);
    set(art, "src", image_url);
  }
}

/** @param {Track} track @returns {Promise<number[]>} none if there is no waveform: it is decoration */
async function loadPeaks({ waveform_url }) {
  if (!waveform_url) return [];
  try {
    return peaksOf(await (await fetch(waveform_url)).json());
  } catch {
    return [];
  }
}

/**
 * Links of a page to positions play its first player from there.
 * @param {import("./engine.js").Engine} engine
 * @param {HTMLElement} link
 */
export function followSeek(engine, link) {
  const data = find(document, "[data-player] > script")?.textContent;
  const [track] = /** @type {Setup} */ (JSON.parse(data || '{"tracks":[]}')).tracks;
  if (track === undefined) return;
  engine.seek(track, Number(link.dataset.seek) / 1000);
  engine.play(track);
}
