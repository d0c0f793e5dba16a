/** The palette: a dialog that finds what is typed, as the page `/studio/find` does, and goes there by keyboard. */

const WAIT_MS = 120;

/** @param {HTMLFormElement} form The search field of the frame; it has the texts. */
export function openPalette(form) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog palette";
  dialog.setAttribute("aria-label", form.dataset.title ?? "");
  const source = form.querySelector("input");
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = source?.placeholder ?? "";
  input.setAttribute("aria-label", source?.placeholder ?? "");
  input.setAttribute("role", "combobox");
  input.setAttribute("aria-expanded", "true");
  input.setAttribute("aria-controls", "palette-results");
  const results = document.createElement("div");
  results.id = "palette-results";
  results.className = "palette-results";
  results.setAttribute("role", "listbox");
  results.setAttribute("aria-label", form.dataset.title ?? "");
  dialog.append(input, results);
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.showModal();

  let timer = 0;
  let asked = 0;
  const look = async () => {
    asked += 1;
    const turn = asked;
    const found = await fetchFound(`${form.action}?q=${encodeURIComponent(input.value)}`);
    if (turn === asked && found !== null) show(results, found, input);
  };
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, WAIT_MS);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      choose(results, input, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      chosen(results)?.click();
    }
  });
  look();
}

/** The part of the page that lists what was found; null if it could not be fetched. */
async function fetchFound(/** @type {string} */ url) {
  try {
    const answer = await fetch(url, { headers: { accept: "text/html" } });
    if (!answer.ok) return null;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return page.querySelector("[data-found]");
  } catch {
    return null;
  }
}

/**
 * @param {HTMLElement} results
 * @param {Element} found
 * @param {HTMLInputElement} input
 */
function show(results, found, input) {
  results.replaceChildren(...found.childNodes);
  // Groups of options; lists and items would stand between them.
  for (const group of results.querySelectorAll("section")) {
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", group.querySelector("h2")?.textContent ?? "");
    group.querySelector("h2")?.setAttribute("role", "presentation");
  }
  for (const list of results.querySelectorAll("ul, li")) list.setAttribute("role", "presentation");
  for (const [at, link] of links(results).entries()) {
    link.id = `palette-${at}`;
    link.tabIndex = -1;
    link.setAttribute("role", "option");
    link.setAttribute("aria-selected", "false");
  }
  choose(results, input, 1);
}

const links = (/** @type {HTMLElement} */ results) => [...results.querySelectorAll("a")];

const chosen = (/** @type {HTMLElement} */ results) =>
  links(results).find((link) => link.getAttribute("aria-selected") === "true");

/**
 * @param {HTMLElement} results
 * @param {HTMLInputElement} input
 * @param {1 | -1} step
 */
function choose(results, input, step) {
  const all = links(results);
  const present = chosen(results);
  const next = all.at((present === undefined ? -1 : all.indexOf(present)) + step) ?? all[0];
  present?.setAttribute("aria-selected", "false");
  if (next === undefined) return input.removeAttribute("aria-activedescendant");
  next.setAttribute("aria-selected", "true");
  next.scrollIntoView({ block: "nearest" });
  input.setAttribute("aria-activedescendant", next.id);
}
