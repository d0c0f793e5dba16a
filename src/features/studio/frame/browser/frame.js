/** Improves every page of the studio: the palette, single keys, and notices that a reload does not repeat. */
import { openPalette } from "./palette.js";

const KEYS = "longwave.studio.keys";

/** Whether single keys are on; storage may be switched off. */
function hasSingleKeys() {
  try {
    return localStorage.getItem(KEYS) !== "off";
  } catch {
    return true;
  }
}

/** @param {EventTarget | null} target */
const isTyping = (target) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select"));

const find = document.querySelector("[data-find]");

/** @type {Readonly<Record<string, () => void>>} */
const SINGLE = {
  "/": () => find?.querySelector("input")?.focus(),
  "?": () => location.assign("/studio/keys"),
  n: () => {
    const action = document.querySelector(".page-head .actions :is(a, button)");
    if (action instanceof HTMLElement) action.click();
  },
};

addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  if ((ctrlKey || metaKey) && !altKey && key.toLowerCase() === "k") {
    if (!(find instanceof HTMLFormElement)) return;
    event.preventDefault();
    openPalette(find);
    return;
  }
  if (ctrlKey || metaKey || altKey || isTyping(event.target) || !hasSingleKeys()) return;
  const act = Object.hasOwn(SINGLE, key) ? SINGLE[key] : undefined;
  if (act === undefined || document.querySelector("dialog[open]") !== null) return;
  event.preventDefault();
  act();
});

const choice = document.querySelector("[data-single-keys]");
const box = choice?.querySelector("input");
if (choice instanceof HTMLElement && box instanceof HTMLInputElement) {
  choice.hidden = false;
  box.checked = hasSingleKeys();
  box.addEventListener("change", () => {
    try {
      localStorage.setItem(KEYS, box.checked ? "on" : "off");
    } catch {
      box.checked = true;
    }
  });
}

// Whoever opens a reply goes on typing: a key on the button would close it again. Toggle events do not bubble.
addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !target.closest(".acts")) return;
    const field = target.querySelector("textarea");
    if (field === null) return;
    if (document.activeElement?.parentElement !== target) return;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  },
  true,
);

// What was done is said once.
if (document.querySelector("[data-done]") !== null) {
  const url = new URL(location.href);
  url.searchParams.delete("done");
  history.replaceState(history.state, "", url);
}

// On a phone the tabs scroll: the present one comes into view.
document
  .querySelector(".tabs [aria-current]")
  ?.scrollIntoView({ block: "nearest", inline: "center" });
