/** Helps to choose when an episode is published: buttons with moments, and a button that says what the choice does. */

for (const field of document.querySelectorAll(".when")) {
  const form = field.closest("form");
  if (form !== null) enhance(form);
}

function enhance(/** @type {HTMLFormElement} */ form) {
  const at = form.elements.namedItem("at");
  form.addEventListener("click", ({ target }) => {
    const moment = target instanceof HTMLElement ? target.dataset.at : undefined;
    if (moment === undefined || !(at instanceof HTMLInputElement)) return;
    at.value = moment;
    at.dispatchEvent(new Event("input", { bubbles: true }));
    at.dispatchEvent(new Event("change", { bubbles: true }));
  });
  form.addEventListener("change", () => nameFinish(form));
  nameFinish(form);
}

/** Makes the button say what the chosen moment of publication will do. */
function nameFinish(/** @type {HTMLFormElement} */ form) {
  const button = form.querySelector("[data-finish]");
  if (!(button instanceof HTMLElement)) return;
  /** @type {Record<string, string>} */
  const texts = JSON.parse(button.dataset.finish ?? "{}");
  const text = texts[String(new FormData(form).get("when"))];
  if (text !== undefined) button.textContent = text;
}
