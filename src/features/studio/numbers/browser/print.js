/** Shows the button that prints the page. */

for (const button of document.querySelectorAll("[data-print]"))
  if (button instanceof HTMLButtonElement) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }
