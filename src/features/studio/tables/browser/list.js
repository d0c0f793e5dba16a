/** Improves lists: one checkbox ticks all rows of the page; rows per page apply at once. */

for (const all of document.querySelectorAll("[data-all]"))
  if (all instanceof HTMLInputElement) {
    const boxes = () =>
      [...(all.closest("table")?.querySelectorAll("tbody .tick input") ?? [])].filter(
        (box) => box instanceof HTMLInputElement,
      );
    all.hidden = false;
    all.addEventListener("change", () => {
      for (const box of boxes()) box.checked = all.checked;
    });
    all.closest("table")?.addEventListener("change", () => {
      const ticked = boxes().filter(({ checked }) => checked).length;
      all.checked = ticked === boxes().length;
      all.indeterminate = ticked > 0 && !all.checked;
    });
  }

for (const select of document.querySelectorAll(".list-size select"))
  if (select instanceof HTMLSelectElement)
    select.addEventListener("change", () => select.form?.requestSubmit());
