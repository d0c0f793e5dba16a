/** Improves the documentation where scripts run: results while one types, one language for all examples, old addresses. */
const LANGUAGE = "docs-language";
const MOST = 12;

/** Shows the chosen language in all examples, and remembers it. */
function synchroniseTabs() {
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    const details = target.closest("summary")?.parentElement;
    const language = details?.dataset.language;
    if (language === undefined || details === null || details === undefined) return;
    event.preventDefault();
    const before = details.getBoundingClientRect().top;
    show(language);
    // Examples above may have become longer or shorter: the one in hand stays where it was.
    scrollBy({ top: details.getBoundingClientRect().top - before, behavior: "instant" });
    write(language);
  });
}

/** @param {string | null} language */
function show(language) {
  if (language === null) return;
  /** @type {NodeListOf<HTMLDetailsElement>} */
  const all = document.querySelectorAll("details[data-language]");
  for (const details of all) if (details.dataset.language === language) details.open = true;
}

/** Storage may be forbidden. */
function read() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    return null;
  }
}

/** @param {string} language */
function write(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // The choice holds for this page.
  }
}

/** Loads what a search needs, which most visits do not. @param {string} url */
async function loadIndex(url) {
  const [{ findEntries }, answer] = await Promise.all([import("./match.js"), fetch(url)]);
  /** @type {readonly import("./match.js").Entry[]} */
  const entries = await answer.json();
  /** @param {string} query */
  return (query) => (query.trim() === "" ? null : findEntries(entries, query, MOST));
}

/** Shows results below the search field while one types. */
function searchWhileTyping() {
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector(".finder"));
  const input = form?.querySelector("input");
  const found = /** @type {HTMLElement | null} */ (form?.querySelector(".found"));
  if (!form || !input || !found) return;
  /** @type {ReturnType<typeof loadIndex> | null} */
  let loading = null;
  const load = () => {
    loading ??= loadIndex(form.dataset.index ?? "");
    return loading;
  };
  const update = async () => {
    const find = await load();
    found.replaceChildren(...results(find(input.value)));
  };
  input.addEventListener("focus", () => void load());
  input.addEventListener("input", () => void update());
  form.addEventListener("keydown", (event) => moveFocus(event, input, found));
  // What was typed before this module had loaded.
  if (input.value !== "" && document.activeElement === input) void update();
}

/** `/` starts a search, and a click beside the results closes them. */
function watchPage() {
  const finder = () => document.querySelector(".finder");
  document.addEventListener("keydown", (event) => {
    const input = finder()?.querySelector("input");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || isTyping(event) || !input) return;
    event.preventDefault();
    input.focus();
  });
  document.addEventListener("click", (event) => {
    const target = /** @type {Node} */ (event.target);
    const form = finder();
    const found = form?.querySelector(".found");
    if (form && found && (!form.contains(target) || found.contains(target)))
      found.replaceChildren();
  });
}

/** @param {KeyboardEvent} event */
const isTyping = ({ target }) =>
  /** @type {Element} */ (target).closest("input, textarea, select") !== null;

/** @param {ReturnType<typeof import("./match.js").findEntries> | null} matches null: nothing was asked */
function results(matches) {
  if (matches === null) return [];
  if (matches.length === 0) return [element("p", "Nothing found.")];
  const list = document.createElement("ul");
  for (const { entry, names } of matches) {
    const link = /** @type {HTMLAnchorElement} */ (element("a", entry.title));
    link.href = entry.url;
    const item = document.createElement("li");
    link.append(element("small", [entry.detail, ...names].join(" · ")));
    item.append(link);
    list.append(item);
  }
  return [list];
}

/**
 * @param {string} name
 * @param {string} text
 */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/**
 * Arrow keys move between the results, Escape closes them.
 *
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} input
 * @param {HTMLElement} found
 */
function moveFocus(event, input, found) {
  if (event.key === "Escape") {
    found.replaceChildren();
    input.focus();
    return;
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  /** @type {HTMLElement[]} */
  const stops = [input, ...found.querySelectorAll("a")];
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

const OVERVIEW = "/docs";
const OPERATIONS = "/docs/operations";

/** The whole reference was one page once: its addresses lead to the index of all operations, whose entries lead on. */
function followOldAddress() {
  const { pathname, hash } = location;
  if (hash.length < 2) return;
  const entry = document.getElementById(hash.slice(1));
  if (pathname === OVERVIEW && entry === null) location.replace(OPERATIONS + hash);
  if (pathname !== OPERATIONS || !entry?.closest(".moved")) return;
  const link = /** @type {HTMLAnchorElement | null} */ (entry.querySelector("a[href]"));
  if (link) location.replace(link.href);
}

function showPage() {
  show(read());
  searchWhileTyping();
  followOldAddress();
}

synchroniseTabs();
watchPage();
showPage();
// The script of the public pages shows the next page in the same document.
document.addEventListener("pageshown", showPage);
