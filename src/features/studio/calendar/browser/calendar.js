/** Lets scheduled episodes be dragged to another day: it fills in the form that also works without a script. */

const MOVES = "[data-at]";

/** The episode that is being dragged. @type {HTMLElement | null} */
let dragged = null;

const days = [...document.querySelectorAll("[data-day]")].filter(
  (day) => day instanceof HTMLElement,
);

for (const item of document.querySelectorAll(MOVES)) {
  if (!(item instanceof HTMLElement)) continue;
  item.draggable = true;
  const link = item.querySelector("a");
  // The link would be dragged instead of the episode.
  if (link) link.draggable = false;
  item.addEventListener("dragstart", (event) => {
    dragged = item;
    item.classList.add("dragged");
    event.dataTransfer?.setData("text/plain", item.querySelector("a")?.href ?? "");
    if (event.dataTransfer) event.dataTransfer.effectAllowed = "move";
  });
  item.addEventListener("dragend", () => {
    item.classList.remove("dragged");
    for (const day of days) day.classList.remove("target");
    dragged = null;
  });
}

for (const day of days) {
  // A day that has passed takes nothing.
  if (day.classList.contains("past")) continue;
  day.addEventListener("dragover", (event) => {
    if (dragged === null) return;
    event.preventDefault();
    day.classList.add("target");
  });
  day.addEventListener("dragleave", (event) => {
    if (event.relatedTarget instanceof Node && day.contains(event.relatedTarget)) return;
    day.classList.remove("target");
  });
  day.addEventListener("drop", (event) => {
    event.preventDefault();
    const at = dragged?.dataset.at ?? "";
    const field = dragged?.querySelector('[name="at"]');
    if (!(field instanceof HTMLInputElement) || day.dataset.day === at.slice(0, 10)) return;
    // The same time of day, whatever the clocks do between.
    field.value = `${day.dataset.day}T${at.slice(11)}`;
    field.form?.requestSubmit();
  });
}

// A box opens beside the episode that it moves.
for (const box of document.querySelectorAll(".move-box"))
  box.addEventListener("toggle", () => {
    const field = box.querySelector('[name="at"]');
    if (box.matches(":popover-open") && field instanceof HTMLInputElement) field.focus();
  });
