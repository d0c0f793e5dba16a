/** The settings of playback: shows what this browser keeps, and keeps each choice at once. */
import { find } from "./dom.js";
import { goesOn, playback, setGoesOn, setPlayback } from "./memory.js";

const fields = /** @type {HTMLFieldSetElement} */ (find(document, "[data-playback]"));
const status = /** @type {HTMLElement} */ (fields.nextElementSibling);
const automatic = /** @type {HTMLInputElement} */ (find(fields, "input"));
const choices = /** @type {HTMLSelectElement[]} */ ([...fields.querySelectorAll("select")]);
const named = (/** @type {HTMLSelectElement} */ { name }) =>
  /** @type {keyof ReturnType<typeof playback>} */ (name);

for (const choice of choices) choice.value = String(playback()[named(choice)]);
automatic.checked = goesOn();
fields.disabled = false;
fields.addEventListener("change", ({ target }) => {
  if (target === automatic) setGoesOn(automatic.checked);
  for (const choice of choices)
    if (target === choice) setPlayback({ [named(choice)]: Number(choice.value) });
  status.textContent = fields.dataset.saved ?? "";
});
