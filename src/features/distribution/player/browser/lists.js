/** Panels for chapters and the playlist: lists of buttons, one of which is current. */
import { clock, element } from "./dom.js";

/**
 * @template T
 * @param {{ title: string, open: boolean, items: readonly T[], choose(item: T, index: number): void,
 *   show(item: T): (Node | null)[] }} options
 */
export function choicePanel({ title, open, items, choose, show }) {
  const buttons = items.map((item, index) =>
    element("button", { type: "button", onclick: () => choose(item, index) }, ...show(item)),
  );
  const panel = element(
    "details",
    { class: "panel", open },
    element("summary", {}, title),
    element("ol", {}, ...buttons.map((button) => element("li", {}, button))),
  );
  return {
    panel,
    /** @param {number} current its index; -1 for none */
    mark(current) {
      buttons.forEach((button, index) => {
        if (index === current) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
      });
    },
  };
}

/**
 * @param {string | null} picture
 * @param {string} title
 * @param {number} ms where it starts, or how long it is
 */
export const choice = (picture, title, ms) => [
  picture === null
    ? null
    : element("img", { src: picture, alt: "", width: 40, height: 40, loading: "lazy" }),
  element("span", { class: "name" }, title),
  element("span", { class: "at" }, clock(ms / 1000)),
];
