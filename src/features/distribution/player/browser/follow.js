/** The ways to follow and share: the page of a show as a dialog, and buttons that share a link or copy a text. */
import { element, find, hit, say } from "./dom.js";

/** @param {MouseEvent} event */
export function copyOrOpen(event) {
  const copy = hit(event, "[data-copy]");
  if (copy !== null) copyText(copy);
  const sharing = hit(event, "[data-share]");
  if (sharing !== null) shareLink(sharing);
  const link = /** @type {HTMLAnchorElement | null} */ (hit(event, "a[data-dialog]"));
  if (link !== null && event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    openDialog(link);
  }
}

/** Closes open menus: all with Escape, and those that were not clicked. @param {Event} event */
export function closeMenus(event) {
  const menus = /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll("details.menu[open]")
  );
  for (const menu of menus) {
    const inside = menu.contains(/** @type {Node} */ (event.target));
    if (event.type === "click" && inside) continue;
    menu.open = false;
    if (inside) find(menu, "summary")?.focus();
  }
}

/** @param {HTMLElement} button */
async function copyText(button) {
  const input = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (
    document.getElementById(button.dataset.copy ?? "")
  );
  if (input === null) return;
  try {
    await navigator.clipboard.writeText(input.value);
  } catch {
    // Without https there is no clipboard: the address is selected, to be copied by keyboard.
    input.select();
    if (!document.execCommand("copy")) return;
  }
  const note = find(input.closest("[data-sheet]") ?? document, "[data-copied]");
  if (note !== null) note.textContent = say(button.dataset.said ?? "copied_feed");
}

/** @param {HTMLElement} button */
async function shareLink(button) {
  const { share: url = "", title = "" } = button.dataset;
  const note = find(button.parentElement ?? document, ":scope > [data-copied]");
  const tell = (/** @type {string} */ text) => note?.replaceChildren(text);
  try {
    if (navigator.share) return await navigator.share({ title, url });
    await navigator.clipboard.writeText(url);
    tell(say("copied"));
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    // There is no clipboard without https: show the URL, so that it can be copied.
    tell(url);
  }
}

/** Shows the sheet of the page that the link leads to; if it cannot be loaded, the page itself. @param {HTMLAnchorElement} link */
async function openDialog(link) {
  try {
    const answer = await fetch(link.href, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const sheet = find(page, "[data-sheet]");
    if (!answer.ok || sheet === null) throw new Error("The page has no sheet.");
    const close = sheet.dataset.close ?? "";
    const dialog = /** @type {HTMLDialogElement} */ (
      element(
        "dialog",
        { class: "follow-dialog", "aria-labelledby": sheet.dataset.title ?? null },
        element(
          "form",
          { method: "dialog" },
          element("button", { class: "close", "aria-label": close }, "×"),
        ),
        sheet,
      )
    );
    document.body.append(dialog);
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close());
    dialog.showModal();
  } catch {
    location.assign(link.href);
  }
}
