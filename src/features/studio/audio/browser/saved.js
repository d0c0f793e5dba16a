/** Takes into the rows what the server answered: what is stored now, or what is wrong. */
import { inputOf, marksIn } from "./rows.js";

/**
 * Gives the rows the ids and times that are stored, and removes those that are not. The fields stay as they are, so that
 * whoever writes in one goes on writing.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} next The form as the server shows it now.
 */
export function settleSaved(form, next) {
  for (const row of form.querySelectorAll("[data-row]:has([name$='.remove']:checked)"))
    row.remove();
  for (const kind of /** @type {const} */ (["chapter", "break"])) {
    const stored = marksIn(next).filter((one) => one.kind === kind);
    const shown = marksIn(form).filter((one) => one.kind === kind);
    for (const [n, { row, field }] of shown.entries()) {
      const found = stored[n];
      if (found === undefined) continue;
      if (document.activeElement !== field) field.value = found.field.value;
      // The time that is stored: its splice can be heard with ads.
      field.defaultValue = found.field.value;
      const [id, known] = [inputOf(row, ".id"), inputOf(found.row, ".id")];
      if (id !== null && known !== null) id.value = known.value;
    }
  }
}

/** @param {HTMLFormElement} form */
export function clearFaults(form) {
  for (const error of form.querySelectorAll(".error")) error.remove();
  for (const field of form.querySelectorAll(".field.wrong")) field.classList.remove("wrong");
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

/**
 * Shows what is wrong beside its fields, and gives the focus to the first.
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} next
 */
export function showFaults(form, next) {
  for (const wrong of next.querySelectorAll("input[aria-invalid]")) {
    const error = wrong.closest(".field")?.querySelector(".error");
    const input = document.getElementById(wrong.id);
    if (error == null || input === null) continue;
    input.setAttribute("aria-invalid", "true");
    input.setAttribute("aria-describedby", error.id);
    const field = input.closest(".field");
    field?.classList.add("wrong");
    field?.append(error);
  }
  const first = form.querySelector("[aria-invalid]");
  if (!(first instanceof HTMLElement)) return;
  first.focus();
  // It may have had the focus, and what is said above has moved it.
  first.scrollIntoView({ block: "nearest" });
}
