/**
 * What is not heard to its end, the last first: kept in this browser only, for the home page. A cookie tells the server
 * how many there are, and nothing else, so that the page has room for them from the start.
 */
import { element, find, set } from "./dom.js";

/** @typedef {import("./engine.js").Track} Track */

const NAME = "longwave:heard";
const COOKIE = "longwave_heard";
const YEAR_S = 365 * 86_400;
const MOST = 4;

/** @returns {Track[]} */
function heard() {
  try {
    const kept = JSON.parse(localStorage.getItem(NAME) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {Track[]} tracks */
function keep(tracks) {
  try {
    localStorage.setItem(NAME, JSON.stringify(tracks));
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got the other way in 2025.
    document.cookie = `${COOKIE}=${tracks.length}; path=/; max-age=${YEAR_S}; samesite=lax`;
  } catch {
    // Playback works without storage.
  }
}

/** @param {Track} track @param {boolean} isLeft whether there is a position to go on from */
export function rememberHeard(track, isLeft) {
  const { episode_id, title, show_title, site_url, image_url, duration, audio_url } = track;
  const others = heard().filter((one) => one.episode_id !== episode_id);
  const own = { episode_id, title, show_title, site_url, image_url, duration, audio_url };
  keep((isLeft ? [own, ...others] : others).slice(0, MOST));
}

/** Fills the list of the home page, if this is the home page. */
export function showHeard() {
  const section = find(document, "[data-heard]");
  const list = section && find(section, "ol");
  const pattern = /** @type {HTMLTemplateElement | null} */ (section && find(section, "template"));
  if (section === null || list === null || pattern === null) return;
  const rows = heard().flatMap((track) => rowOf(pattern, track) ?? []);
  list.replaceChildren(...rows);
  section.hidden = rows.length === 0;
}

/** @param {HTMLTemplateElement} pattern the markup of the server @param {Track} track */
function rowOf(pattern, track) {
  const row = find(/** @type {DocumentFragment} */ (pattern.content.cloneNode(true)), "li");
  const [link, show, left, play] = ["a", ".of", "[data-left]", "[data-play]"].map(
    (part) => row && find(row, part),
  );
  if (row === null || !link || !show || !left || !play) return null;
  link.textContent = track.title;
  set(link, "href", track.site_url);
  show.textContent = track.show_title;
  set(play, "href", track.audio_url);
  set(play, "data-play", JSON.stringify(track));
  if (track.image_url !== null) {
    const size = { width: "64", height: "64" };
    const art = element("img", { class: "cover", src: track.image_url, alt: "", ...size });
    find(row, ".cover")?.replaceWith(art);
  }
  return row;
}

/** Forgets all if the button for that was pressed; positions stay, for the players. @param {Element | null} button */
export function forgetHeard(button) {
  const section = button && /** @type {HTMLElement | null} */ (button.closest("[data-heard]"));
  if (!section) return;
  keep([]);
  section.hidden = true;
  find(document, "main")?.focus({ preventScroll: true });
}
