/** Improves the control of a range: a choice that needs no dates applies at once. */

for (const form of document.querySelectorAll("form[data-range]"))
  if (form instanceof HTMLFormElement)
    form.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLSelectElement && target.value !== "custom") form.requestSubmit();
    });
