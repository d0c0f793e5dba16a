/** The rows of the form are the marks: reads, adds, moves and removes them. */
import { formatMoment, parseMoment } from "./moments.js";

/** @typedef {"chapter" | "break"} Kind */
/** @typedef {{ kind: Kind, row: HTMLElement, field: HTMLInputElement, at: number, title: string }} Mark */

/** @returns {Mark[]} */
export function marksIn(/** @type {HTMLElement} */ form) {
  return [...form.querySelectorAll("[data-row]")]
    .flatMap((row) => {
      const field = row.querySelector('input[name$=".at"]');
      if (!(row instanceof HTMLElement && field instanceof HTMLInputElement)) return [];
      const at = parseMoment(field.value);
      const title = inputOf(row, ".title")?.value ?? "";
      if (at === null || inputOf(row, ".remove")?.checked === true) return [];
      /** @type {Kind} */
      const kind = row.dataset.row?.startsWith("b") ? "break" : "chapter";
      return [{ kind, row, field, at, title }];
    })
    .sort((a, b) => a.at - b.at);
}

/** @returns {HTMLInputElement | null} */
export function inputOf(/** @type {HTMLElement} */ row, /** @type {string} */ end) {
  return row.querySelector(`input[name$="${end}"]`);
}

/** Moves a mark, as if somebody had typed its time. */
export function moveTo(/** @type {HTMLInputElement} */ field, /** @type {number} */ at) {
  field.value = formatMoment(at);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Puts the rows in the order of their times; one without a time is the last. The row that has the focus is not moved:
 * it would lose it.
 */
export function arrangeRows(/** @type {HTMLElement} */ form) {
  for (const list of form.querySelectorAll("[data-marks] ol")) {
    const rows = [...list.querySelectorAll("[data-row]")];
    for (const row of rows) if (momentOf(row) < LAST) row.querySelector("h3")?.remove();
    const sorted = rows.toSorted((a, b) => momentOf(a) - momentOf(b));
    if (sorted.every((row, n) => row === rows[n])) continue;
    const held = sorted.findIndex((row) => row.contains(document.activeElement));
    if (held < 0) list.append(...sorted);
    else {
      sorted[held]?.before(...sorted.slice(0, held));
      sorted[held]?.after(...sorted.slice(held + 1));
    }
  }
}

const LAST = Number.MAX_SAFE_INTEGER;

/** The time of a row, which sorts one without a time behind all others. */
function momentOf(/** @type {Element} */ row) {
  const field = row instanceof HTMLElement ? inputOf(row, ".at") : null;
  return parseMoment(field?.value ?? "") ?? LAST;
}

/**
 * Makes the row of a new mark one of the others, as soon as something is written in it, and leaves an empty one for the
 * next.
 */
export function settle(/** @type {HTMLElement} */ row) {
  const next = row.cloneNode(true);
  if (next instanceof HTMLElement) {
    renumber(next, row.dataset.row ?? "");
    // A copy of a field also has what was typed in it.
    for (const field of next.querySelectorAll("input:not([type=checkbox])"))
      if (field instanceof HTMLInputElement) field.value = field.defaultValue;
    row.after(next);
  }
  delete row.dataset.new;
}

/**
 * Adds a mark in the empty row of its kind, and leaves an empty one for the next.
 * @param {HTMLElement} form
 * @param {Kind} kind
 * @param {number} at
 * @returns {HTMLElement | null} the new row
 */
export function addRow(form, kind, at) {
  const row = form.querySelector(`[data-marks="${kind}"] [data-new]`);
  if (!(row instanceof HTMLElement)) return null;
  settle(row);
  const field = inputOf(row, ".at");
  if (field !== null) moveTo(field, at);
  return row;
}

/** Gives the fields of a copied row the next number. */
function renumber(/** @type {HTMLElement} */ row, /** @type {string} */ before) {
  const after = `${before.slice(0, 1)}${Number(before.slice(1)) + 1}`;
  row.dataset.row = after;
  for (const one of row.querySelectorAll("[id], [name], [for], [value]"))
    for (const name of ["id", "name", "for", "value"]) {
      const value = one.getAttribute(name);
      if (value === null) continue;
      const renamed = value.replace(/(^|\.)([a-z]\d{1,4})(?=[.-]|$)/g, (whole, lead, number) =>
        number === before ? `${lead}${after}` : whole,
      );
      if (renamed !== value) one.setAttribute(name, renamed);
    }
}
