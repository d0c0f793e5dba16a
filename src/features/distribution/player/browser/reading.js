/** Text that follows playback: marks where a page's lists of times are, and fetches the transcript when it is opened. */
import { find, say, set } from "./dom.js";

/** Marks the current link in each list of positions. @param {number} at seconds */
export function markLinks(at) {
  for (const list of document.querySelectorAll("[data-seeks]")) {
    const links = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[data-seek]")]);
    const current = links.findLast(({ dataset }) => Number(dataset.seek) <= at * 1000 + 50);
    if (current?.getAttribute("aria-current") === "true") continue;
    for (const link of links) set(link, "aria-current", link === current ? "true" : null);
    if (current) keepInSight(current);
  }
}

/** In a box of its own, the current paragraph is scrolled to, unless the person reads elsewhere. @param {HTMLElement} link */
function keepInSight(link) {
  const box = /** @type {HTMLElement | null} */ (link.closest(".box"));
  const row = link.parentElement;
  if (box === null || row === null || box.matches(":hover, :focus-within")) return;
  box.scrollTo({ top: row.offsetTop - box.offsetTop - box.clientHeight / 3 });
}

/** Fills transcripts of the present page when they are opened. */
export function fillReadings() {
  for (const part of document.querySelectorAll("details[data-reading]"))
    part.addEventListener("toggle", () => void fill(/** @type {HTMLDetailsElement} */ (part)));
}

/** @param {HTMLDetailsElement} part */
async function fill(part) {
  const box = find(part, ".box");
  if (!part.open || box === null || find(box, ".said-text") !== null) return;
  try {
    const answer = await fetch(part.dataset.reading ?? "", { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const text = find(page, ".said-text");
    if (!answer.ok || text === null) throw new Error("There is no text.");
    set(box, "tabindex", "0");
    set(box, "role", "region");
    set(box, "aria-label", say("transcript"));
    box.prepend(text);
  } catch {
    // The link to its page remains.
  }
}
