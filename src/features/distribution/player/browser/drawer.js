/** The list below a player, or over it in a small frame: chapters, transcript or playlist. */
import { find, say, set } from "./dom.js";

/**
 * A list: its rows, and which of them is current (-1 for none). `fill` puts the rows into a list.
 * @typedef {{ fill(list: HTMLElement): void | Promise<void>, current(): number }} Panel
 */

/**
 * @param {HTMLElement} root
 * @param {() => Record<string, Panel | null>} panels by name; null if the current track has none
 */
export function drawerOf(root, panels) {
  const drawer = /** @type {HTMLElement} */ (find(root, ".drawer"));
  const list = /** @type {HTMLElement} */ (find(drawer, ".list"));
  const close = /** @type {HTMLElement} */ (find(drawer, '[data-act="close"]'));
  const buttons = /** @type {HTMLElement[]} */ ([...root.querySelectorAll("[data-panel]")]);
  const state = { open: /** @type {string | null} */ (null), marked: -1 };
  const isOverlay = () => getComputedStyle(drawer).position === "absolute";
  const buttonOf = (/** @type {string | null} */ name) =>
    buttons.find(({ dataset }) => dataset.panel === name);

  /** @param {string | null} name */
  function show(name) {
    const before = state.open;
    state.open = name;
    state.marked = -1;
    drawer.hidden = name === null;
    root.toggleAttribute("data-open", name !== null);
    for (const button of buttons)
      set(button, "aria-expanded", String(button.dataset.panel === name));
    if (name === null) return buttonOf(before)?.focus();
    set(drawer, "aria-label", say(name));
    set(drawer, "role", "group");
    const title = find(drawer, "p");
    if (title !== null) title.textContent = say(name);
    list.replaceChildren();
    list.scrollTop = 0;
    Promise.resolve(panels()[name]?.fill(list)).then(mark, () =>
      list.replaceChildren(say("failed")),
    );
  }
  /** Marks the current row, and keeps it in sight. */
  function mark() {
    if (state.open === null) return;
    const current = panels()[state.open]?.current() ?? -1;
    if (current === state.marked) return;
    state.marked = current;
    const rows = [...list.querySelectorAll("button")];
    rows.forEach((row, index) => {
      set(row, "aria-current", index === current ? "true" : null);
    });
    const row = rows[current];
    if (row !== undefined && !list.contains(document.activeElement))
      list.scrollTo({ top: row.offsetTop - list.offsetTop - list.clientHeight / 3 });
  }
  for (const button of buttons)
    button.addEventListener("click", () => {
      const { panel = null } = button.dataset;
      show(state.open === panel ? null : panel);
      if (state.open !== null && isOverlay()) close.focus();
    });
  close.addEventListener("click", () => show(null));
  drawer.addEventListener("keydown", ({ key }) => key === "Escape" && show(null));
  new ResizeObserver(() => {
    // A list that was beside the controls must not cover them because the frame shrank.
    if (state.open !== null && isOverlay() && !drawer.contains(document.activeElement)) show(null);
  }).observe(root);

  return {
    mark,
    /** Offers the lists of a new track; opens `wanted` if there is room, or else fills the open one again. @param {string | null} wanted */
    offer(wanted) {
      const offered = panels();
      for (const button of buttons) button.hidden = !offered[button.dataset.panel ?? ""];
      const open = state.open ?? wanted;
      root.toggleAttribute("data-open", state.open !== null);
      if (open === null) return;
      drawer.hidden = false;
      const fits = !isOverlay();
      const hasFocus = drawer.contains(document.activeElement);
      drawer.hidden = true;
      if ((fits || state.open !== null) && offered[open]) show(open);
      else if (state.open !== null) show(null);
      if (hasFocus && !drawer.hidden) list.querySelector("button")?.focus();
    },
  };
}
