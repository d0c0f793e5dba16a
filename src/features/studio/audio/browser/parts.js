/** Elements of the dial, and what pointers do with them. */

/** Calls `move` while a pointer is held. */
export function drag(
  /** @type {HTMLElement} */ element,
  /** @type {(event: PointerEvent) => void} */ move,
) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    element.setPointerCapture(event.pointerId);
    if (!element.matches(".handle")) move(event);
  });
  element.addEventListener("pointermove", (event) => {
    if (element.hasPointerCapture(event.pointerId)) move(event);
  });
}

export function make(/** @type {string} */ name, /** @type {string} */ className) {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
