/** Keeps what is in progress on a page up to date: fetches the page again and shows its new state. */

const EVERY_MS = 1500;

/** The part of a page that changes by itself; none when everything in it has ended. */
const liveIn = (/** @type {Document} */ page) => page.querySelector("[data-live]");

async function look() {
  const now = liveIn(document);
  if (now === null) return;
  try {
    const answer = await fetch(location.href, { headers: { accept: "text/html" } });
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const then = liveIn(next);
    // The end has a page of its own, with other controls and a new title.
    if (answer.ok && then === null) return location.reload();
    if (then !== null && then.innerHTML !== now.innerHTML) now.innerHTML = then.innerHTML;
  } catch {
    // The server restarts, or the line is down: the next look may work.
  }
  setTimeout(look, EVERY_MS);
}

setTimeout(look, EVERY_MS);
