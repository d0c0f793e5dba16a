/** Improves lists: one checkbox ticks all rows of the page, the bar says how many; rows per page apply at once. */

for (const label of document.querySelectorAll("[data-all]")) {
  const all = label.querySelector("input");
  const form = label.closest("form");
  if (!(label instanceof HTMLElement) || all === null || form === null) continue;
  const boxes = () =>
    [...form.querySelectorAll("tbody .tick input")].filter(
      (box) => box instanceof HTMLInputElement,
    );
  const update = () => {
    const ticked = boxes().filter(({ checked }) => checked).length;
    all.checked = ticked > 0 && ticked === boxes().length;
    all.indeterminate = ticked > 0 && !all.checked;
    tellChosen(form, ticked);
  };
  label.hidden = false;
  all.addEventListener("change", () => {
    for (const box of boxes()) box.checked = all.checked;
  });
  form.addEventListener("change", update);
  // Browsers keep ticks when one comes back.
  addEventListener("pageshow", update);
}

/**
 * @param {HTMLFormElement} form
 * @param {number} count
 */
function tellChosen(form, count) {
  const place = form.querySelector("[data-chosen]");
  if (!(place instanceof HTMLElement)) return;
  place.dataset.none ??= place.textContent ?? "";
  const { one = "", other = "", none } = place.dataset;
  const text = count === 0 ? none : count === 1 ? one : other;
  place.textContent = text.replace("{n}", count.toLocaleString(document.documentElement.lang));
}

for (const select of document.querySelectorAll(".list-size select"))
  if (select instanceof HTMLSelectElement)
    select.addEventListener("change", () => select.form?.requestSubmit());
