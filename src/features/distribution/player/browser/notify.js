/** Asks the browser to show notifications of a show once its button is pressed; if that fails, its page says why. */
import { find } from "./dom.js";

/** @param {HTMLAnchorElement} link to the page with the form that registers this browser */
export async function askToNotify(link) {
  try {
    // Before anything is loaded, because browsers only ask shortly after a press.
    if ((await Notification.requestPermission()) !== "granted") throw new Error("It is refused.");
    const answer = await fetch(link.href, { headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const form = /** @type {HTMLFormElement | null} */ (find(page, "form[data-push]"));
    const script = find(page, 'script[src$="/subscribe.js"]')?.getAttribute("src");
    if (!answer.ok || form === null || !script) throw new Error("The page has no form.");
    const { fillIn } = await import(script);
    await fillIn(form);
    document.body.append(form);
    form.requestSubmit();
  } catch {
    location.assign(link.href);
  }
}
