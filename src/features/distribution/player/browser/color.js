/** Applies the colour that an embedding page asks for, so that it can be seen on the background. */

/** WCAG 2.2, 1.4.11: controls and what shows their state. */
const CONTRAST = 3;

/** @typedef {[r: number, g: number, b: number]} Rgb 0 to 255 */

/** @param {HTMLElement} root @param {string} color such as `#0b6168` */
export function tint(root, color) {
  const asked = /** @type {Rgb} */ (
    [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  );
  const apply = () => {
    const paper = readColor(getComputedStyle(root).backgroundColor);
    const seen = readable(asked, paper);
    root.style.setProperty("--accent", cssOf(seen));
    root.style.setProperty("--accent-ink", cssOf(inkOn(seen)));
  };
  apply();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", apply);
}

/**
 * The colour itself, or a darker or lighter one with enough contrast to the background.
 * @param {Rgb} color
 * @param {Rgb} paper
 */
function readable(color, paper) {
  const end = luminance(paper) > 0.18 ? 0 : 255;
  for (let part = 0; part < 1; part += 0.04) {
    const mixed = /** @type {Rgb} */ (color.map((value) => value + (end - value) * part));
    if (contrast(mixed, paper) >= CONTRAST) return mixed;
  }
  return /** @type {Rgb} */ ([end, end, end]);
}

/** Black or white, whichever has more contrast. @param {Rgb} color @returns {Rgb} */
const inkOn = (color) =>
  contrast(color, [0, 0, 0]) > contrast(color, [255, 255, 255]) ? [0, 0, 0] : [255, 255, 255];

/** @param {Rgb} one @param {Rgb} other */
function contrast(one, other) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of WCAG. @param {Rgb} color */
function luminance(color) {
  const [r = 0, g = 0, b = 0] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return r * 0.2126 + g * 0.7152 + b * 0.0722;
}

/** @param {string} css such as `rgb(20, 25, 28)` @returns {Rgb} */
function readColor(css) {
  const [r = 255, g = 255, b = 255] = (css.match(/[\d.]+/g) ?? []).map(Number);
  return [r, g, b];
}

/** @param {Rgb} color */
const cssOf = (color) => `rgb(${color.map(Math.round).join(", ")})`;
