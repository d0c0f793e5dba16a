/** Lets the shows of a list be dragged: it writes the numbers of the fields that also work without a script. */

/** @param {HTMLElement} body */
function renumber(body) {
  for (const [at, field] of [...body.querySelectorAll("input[type=number]")].entries())
    if (field instanceof HTMLInputElement && field.value !== "") field.value = String(at + 1);
}

for (const body of document.querySelectorAll("[data-order] tbody")) {
  if (!(body instanceof HTMLElement)) continue;
  /** The row that is being dragged. @type {HTMLElement | null} */
  let carried = null;
  for (const row of body.querySelectorAll("tr")) {
    row.draggable = true;
    for (const link of row.querySelectorAll("a")) link.draggable = false;
    row.addEventListener("dragstart", (event) => {
      carried = row;
      row.classList.add("carried");
      event.dataTransfer?.setData("text/plain", "");
      if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
    });
    row.addEventListener("dragend", () => {
      row.classList.remove("carried");
      carried = null;
    });
    row.addEventListener("dragover", (event) => {
      if (carried === null || carried === row) return;
      event.preventDefault();
      const { top, height } = row.getBoundingClientRect();
      if (event.clientY < top + height / 2) row.before(carried);
      else row.after(carried);
    });
    row.addEventListener("drop", (event) => event.preventDefault());
  }
  body.addEventListener("dragend", () => renumber(body));
}
