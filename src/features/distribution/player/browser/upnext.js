/** Up next: a sheet with what plays after the present episode, where it is ordered, emptied and switched off. */
import { element, find, hit, say } from "./dom.js";
import { playback, setPlayback } from "./memory.js";

/** @typedef {import("./engine.js").Track} Track */

/** How much of what follows in the show is shown. */
const MOST_FOLLOWING = 3;

/**
 * Adds the sheet to the page.
 * @param {import("./engine.js").Engine} engine @param {import("./queue.js").Queue} queue
 * @returns {{ open(): void }}
 */
export function openUpNext(engine, queue) {
  const template = /** @type {HTMLTemplateElement | null} */ (find(document, "template#up-next"));
  const sheet = /** @type {HTMLDialogElement | null} */ (
    template && find(/** @type {DocumentFragment} */ (template.content.cloneNode(true)), "dialog")
  );
  if (!sheet) return { open: () => {} };
  document.body.append(sheet);
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (find(sheet, `[data-part="${name}"]`));
  const goesOn = /** @type {HTMLInputElement} */ (find(sheet, "input"));
  const skips = /** @type {const} */ (["back", "ahead"]).map(
    (name) =>
      /** @type {const} */ ([
        name,
        /** @type {HTMLSelectElement} */ (find(sheet, `[data-skip="${name}"]`)),
      ]),
  );
  const [queued, after, of, none] = [part("queue"), part("after"), part("of"), part("none")];

  async function refresh() {
    if (!sheet?.open) return;
    const tracks = queue.items();
    goesOn.checked = queue.goesOn();
    for (const [name, choice] of skips) choice.value = String(playback()[name]);
    const focused = focusOf(sheet);
    queued.replaceChildren(...tracks.map((track, at) => queuedRow(track, at, tracks.length)));
    part("clear").hidden = tracks.length === 0;
    none.hidden = tracks.length > 0;
    restoreFocus(sheet, focused);
    const track = engine.track();
    const following = track === null || !queue.goesOn() ? [] : await queue.following(track);
    const isQueued = (/** @type {Track} */ one) =>
      queue.items().some(({ episode_id }) => episode_id === one.episode_id);
    const shown = following.filter((one) => !isQueued(one)).slice(0, MOST_FOLLOWING);
    part("following").hidden = shown.length === 0;
    of.textContent = say("then_from", { show: shown[0]?.show_title ?? "" });
    after.replaceChildren(...shown.map((one) => element("li", {}, ...facesOf(one))));
  }
  goesOn.addEventListener("change", () => queue.setGoesOn(goesOn.checked));
  for (const [name, choice] of skips)
    choice.addEventListener("change", () => {
      setPlayback({ [name]: Number(choice.value) });
      engine.refresh();
    });
  sheet.addEventListener("click", (event) => {
    const button = hit(event, "[data-of]");
    const id = Number(button?.dataset.of);
    if (event.target === sheet) sheet.close();
    else if (hit(event, '[data-part="clear"]')) queue.clear();
    else if (button?.dataset.does === "up") queue.move(id, -1);
    else if (button?.dataset.does === "down") queue.move(id, 1);
    else if (button?.dataset.does === "remove") queue.remove(id);
  });
  queue.watch(() => void refresh());
  let last = engine.track();
  engine.watch(() => {
    if (last !== engine.track()) refresh();
    last = engine.track();
  });
  return {
    open() {
      sheet.showModal();
      refresh();
    },
  };
}

/** @param {Track} track @param {number} at @param {number} count */
function queuedRow(track, at, count) {
  const act = (/** @type {string} */ does, /** @type {string} */ sign, off = false) => {
    const label = say(`${does}_named`, { title: track.title });
    const attributes = { "data-of": track.episode_id, "data-does": does, disabled: off };
    return element(
      "button",
      { type: "button", class: "plain", title: label, ...attributes, "aria-label": label },
      sign,
    );
  };
  return element(
    "li",
    {},
    ...facesOf(track),
    element(
      "span",
      { class: "acts" },
      act("up", "↑", at === 0),
      act("down", "↓", at === count - 1),
      act("remove", "×"),
    ),
  );
}

/** The cover, and the title that plays it. @param {Track} track */
function facesOf(track) {
  const { title, show_title, image_url, audio_url } = track;
  const size = { width: "48", height: "48" };
  const link = element(
    "a",
    {
      href: audio_url,
      "data-play": JSON.stringify(track),
      role: "button",
      "aria-label": say("play_named", { title }),
    },
    title,
  );
  return [
    image_url === null
      ? element("span", { class: "cover none" })
      : element("img", { class: "cover", src: image_url, alt: "", ...size }),
    element("div", {}, link, element("p", { class: "soft" }, show_title)),
  ];
}

/** The button that has the focus, by what it does to which episode. @param {HTMLElement} sheet */
function focusOf(sheet) {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !sheet.contains(activeElement)) return null;
  const { of, does } = activeElement.dataset;
  return of === undefined ? null : `[data-of="${of}"][data-does="${does}"]:not(:disabled)`;
}

/** A row that moved keeps the focus; after one that is gone, the sheet has it. @param {HTMLElement} sheet @param {string | null} focused */
function restoreFocus(sheet, focused) {
  if (focused !== null) (find(sheet, focused) ?? find(sheet, "h2"))?.focus();
}
