/** Creates DOM elements, finds those of the server's markup, and formats times. */

/**
 * An element with its attributes and children. `on…` are listeners; `false` and null omit an
 * attribute.
 * @param {string} tag
 * @param {Record<string, string | number | boolean | null | ((event: any) => void)>} [attributes]
 * @param {...(Node | string | null)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null)
      made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/**
 * The first element below `root` that the selector finds, if there is one.
 * @param {ParentNode} root
 * @param {string} selector
 */
export const find = (root, selector) =>
  /** @type {HTMLElement | null} */ (root.querySelector(selector));

/**
 * The link, button or other element with this selector that an event happened on or in.
 * @param {Event} event
 * @param {string} selector
 */
export const hit = ({ target }, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * Changes an attribute, or removes it if the value is null.
 * @param {Element} target
 * @param {string} name
 * @param {string | null} value
 */
export function set(target, name, value) {
  if (target.getAttribute(name) === value) return;
  if (value === null) target.removeAttribute(name);
  else target.setAttribute(name, value);
}

/**
 * The page's texts for scripts, in its language; placeholders are filled with `values`.
 * @param {string} key
 * @param {Record<string, string>} [values]
 */
export function say(key, values = {}) {
  const texts = JSON.parse(document.getElementById("spoken")?.textContent || "{}");
  return String(texts[key] ?? key).replace(/\{(\w+)\}/g, (blank, name) => values[name] ?? blank);
}

/**
 * `1:02:05`, `3:09`.
 * @param {number} seconds
 */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds || 0));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => (index === 0 ? part : String(part).padStart(2, "0"))).join(":");
}

/**
 * `3:09 / 15:00`, or only the position while the length is unknown.
 * @param {number} at
 * @param {number} length
 */
export const clocks = (at, length) => (length > 0 ? `${clock(at)} / ${clock(length)}` : clock(at));
