/** Adds empty rows to the forms of links; without scripts each saved form has one more. */

for (const button of document.querySelectorAll("[data-add]")) {
  const rows = button.closest("form")?.querySelector("[data-rows]");
  if (!(button instanceof HTMLButtonElement) || !(rows instanceof HTMLElement)) continue;
  button.hidden = false;
  button.addEventListener("click", () => add(rows));
}

/** Copies the last row, which is empty, with the next number in its names. */
function add(/** @type {HTMLElement} */ rows) {
  const last = rows.lastElementChild;
  const next = last?.cloneNode(true);
  if (!(next instanceof HTMLElement)) return;
  const number = rows.children.length;
  const renamed = (/** @type {string} */ name) => name.replace(/\.\d+\./, `.${number}.`);
  for (const label of next.querySelectorAll("label")) label.htmlFor = renamed(label.htmlFor);
  for (const field of next.querySelectorAll("input, select"))
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) {
      field.id = renamed(field.id);
      field.name = renamed(field.name);
      if (field instanceof HTMLInputElement) field.value = "";
    }
  rows.append(next);
  const first = next.querySelector("input, select");
  if (first instanceof HTMLElement) first.focus();
}
