/** Suggests while one types into the search field: a combobox with a list of links (WAI-ARIA, list autocomplete). */
import { element, find, say, set } from "./dom.js";

const WAIT_MS = 120;
const MOST_SHOWS = 6;
const MOST_OTHERS = 2;

/**
 * @typedef {{ title: string, site_url: string, image_url: string | null }} Show
 * @typedef {{ items: Show[], episodes: Show[], people: { name: string, site_url: string }[],
 *   categories: { name: string, permalink: string }[] }} Found
 */

/** Makes a combobox of the search field in the header of the present page, once, and looks for what is in it by then. */
export function suggestInSearch() {
  const form = /** @type {HTMLFormElement | null} */ (find(document, ".top form.search"));
  const input = /** @type {HTMLInputElement | null} */ (form && find(form, "input"));
  if (form === null || input === null || input.hasAttribute("aria-controls")) return;
  const list = element("div", {
    class: "suggestions",
    id: "suggestions",
    role: "listbox",
    "aria-label": say("suggestions"),
    hidden: true,
  });
  form.append(list);
  set(input, "aria-controls", list.id);

  let timer = 0;
  let turn = new AbortController();
  const close = () => {
    clearTimeout(timer);
    turn.abort();
    list.hidden = true;
    set(input, "aria-expanded", "false");
    choose(input, list, null);
  };
  const look = async () => {
    turn.abort();
    turn = new AbortController();
    const { signal } = turn;
    const q = input.value.trim();
    const found = q === "" ? null : await fetchFound(q, signal);
    if (signal.aborted) return;
    if (found === null) return close();
    list.replaceChildren(...optionsOf(found, q));
    list.hidden = false;
    set(input, "aria-expanded", "true");
    choose(input, list, null);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT_MS);
  });
  input.addEventListener("keydown", (event) => press(event, { input, list, look, close }));
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(/** @type {Node | null} */ (relatedTarget))) close();
  });
  form.addEventListener("submit", close);
  // What was typed while this module was loaded.
  if (input.value !== input.defaultValue) input.dispatchEvent(new Event("input"));
}

/**
 * @param {KeyboardEvent} event
 * @param {{ input: HTMLInputElement, list: HTMLElement, look(): void, close(): void }} box
 */
function press(event, { input, list, look, close }) {
  const { key } = event;
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step !== undefined) {
    event.preventDefault();
    if (list.hidden) look();
    else move(input, list, step);
  } else if (key === "Escape" && !list.hidden) {
    // Otherwise the browser empties the field.
    event.preventDefault();
    close();
  } else if (key === "Enter") {
    const chosen = find(list, '[aria-selected="true"]');
    if (list.hidden || chosen === null) return;
    event.preventDefault();
    chosen.click();
  }
}

/** From the last option on to the text, and from there to the first. @param {HTMLInputElement} input @param {HTMLElement} list @param {number} step */
function move(input, list, step) {
  const options = /** @type {HTMLElement[]} */ ([...list.querySelectorAll('[role="option"]')]);
  const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
  const places = options.length + 1;
  choose(input, list, options[((at + 1 + step + places) % places) - 1] ?? null);
}

/** @param {HTMLInputElement} input @param {HTMLElement} list @param {HTMLElement | null} chosen */
function choose(input, list, chosen) {
  for (const option of list.querySelectorAll('[role="option"]'))
    set(option, "aria-selected", option === chosen ? "true" : "false");
  set(input, "aria-activedescendant", chosen?.id ?? null);
  chosen?.scrollIntoView({ block: "nearest" });
}

/** @param {string} q @param {AbortSignal} signal @returns {Promise<Found | null>} null: nothing to suggest, and the form still searches */
async function fetchFound(q, signal) {
  const query = new URLSearchParams({
    q,
    limit: String(MOST_SHOWS),
    c: document.documentElement.lang,
  });
  try {
    const answer = await fetch(`/v2/search/suggest?${query}`, { signal });
    return answer.ok ? (await answer.json()).response : null;
  } catch {
    return null;
  }
}

/** @typedef {{ href: string, name: string, art?: HTMLElement, kind?: string }} Option */

/** Shows, episodes, people, categories, and last the search itself. @param {Found} found @param {string} q */
function optionsOf({ items, episodes, people, categories }, q) {
  /** @type {Option[]} */
  const links = [
    ...items.map(withCover),
    ...episodes
      .slice(0, MOST_OTHERS)
      .map((episode) => ({ ...withCover(episode), kind: say("episode") })),
    ...people
      .slice(0, MOST_OTHERS)
      .map(({ name, site_url }) => ({ href: site_url, name, kind: say("person") })),
    ...categories.slice(0, MOST_OTHERS).map(({ name, permalink }) => ({
      href: `/category/${permalink}`,
      name,
      kind: say("category"),
    })),
    { href: `/search?${new URLSearchParams({ q })}`, name: say("search_for", { q }) },
  ];
  return links.map(({ href, name, art = null, kind }, at) =>
    element(
      "a",
      { id: `suggestion-${at}`, role: "option", href, tabindex: "-1", "aria-selected": "false" },
      art,
      element("bdi", {}, name),
      kind === undefined ? null : element("span", { class: "soft" }, kind),
    ),
  );
}

/** Square even where there is no cover, so that names have one edge. @param {Show} show */
const withCover = ({ title, site_url, image_url }) => ({
  href: site_url,
  name: title,
  art: image_url === null ? element("span", { class: "cover" }) : picture(image_url),
});

/** @param {string} src */
const picture = (src) =>
  element("img", { class: "cover", src, alt: "", width: "40", height: "40", decoding: "async" });
