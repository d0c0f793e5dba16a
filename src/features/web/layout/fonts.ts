/** The two typefaces of all pages, from npm packages, and the rules that declare them with fallbacks of equal width. */
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The folder of the URLs; a name contains the digest of its file. */
export const FONTS_PATH = "/assets/fonts";

const LATIN =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const LATIN_EXT =
  "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF";

/**
 * Subsets as the packages publish them; browsers fetch the second one only for text that needs it. Titles have one
 * weight: a file of all weights is twice as large.
 */
const FACES = [
  { family: "Figtree", weights: "300 900", subset: "latin", range: LATIN },
  { family: "Figtree", weights: "300 900", subset: "latin-ext", range: LATIN_EXT },
  { family: "Besley", weights: "500", subset: "latin", range: LATIN },
  { family: "Besley", weights: "500", subset: "latin-ext", range: LATIN_EXT },
] as const;

const SOURCES = {
  Figtree: (subset: string) =>
    `@fontsource-variable/figtree/files/figtree-${subset}-wght-normal.woff2`,
  Besley: (subset: string) => `@fontsource/besley/files/besley-${subset}-500-normal.woff2`,
} as const;

const pathOf = (family: keyof typeof SOURCES, subset: string): string =>
  createRequire(import.meta.url).resolve(SOURCES[family](subset));

const pathsOf = (family: keyof typeof SOURCES): string[] =>
  ["latin", "latin-ext"].map((subset) => pathOf(family, subset));

/** The files of each face, for pictures with text. */
export const FONT_FILES = { Figtree: pathsOf("Figtree"), Besley: pathsOf("Besley") } as const;

const files = FACES.map((face) => {
  const bytes = readFileSync(pathOf(face.family, face.subset));
  const name = `${face.family.toLowerCase()}-${face.subset}`;
  return { ...face, bytes, name: `${name}.${hash("sha256", bytes, "hex").slice(0, 12)}.woff2` };
});

/** Contents by the last part of their URL. */
export const FONTS: ReadonlyMap<string, Buffer> = new Map(
  files.map(({ name, bytes }) => [name, bytes]),
);

/** The two files that every page in a Latin script needs at once. */
export const EARLY_FONTS: readonly string[] = files
  .filter(({ subset }) => subset === "latin")
  .map(({ name }) => `${FONTS_PATH}/${name}`);

/**
 * System fonts stretched to the width of ours, so that nothing moves when ours arrive. Width of a sentence at 100 px in
 * Chromium: Figtree 5650, Besley 6439, Arial 5599, Georgia 5655, Times New Roman 5122, DejaVu Serif 6507.
 */
const FALLBACKS = [
  { family: "Figtree Arial", local: ["Arial", "Liberation Sans"], size: 100.9, rise: 95, fall: 25 },
  { family: "Besley Georgia", local: ["Georgia"], size: 113.9, rise: 125, fall: 43 },
  {
    family: "Besley Times",
    local: ["Times New Roman", "Liberation Serif"],
    size: 125.7,
    rise: 125,
    fall: 43,
  },
  { family: "Besley Serif", local: ["DejaVu Serif"], size: 99, rise: 125, fall: 43 },
] as const;

const percent = (part: number, size: number): string => `${((100 * part) / size).toFixed(1)}%`;

/** The `@font-face` rules. */
export const FONT_RULES: string = [
  ...files.map(
    ({ family, weights, range, name }) =>
      `@font-face{font-family:"${family}";font-weight:${weights};font-display:swap;src:url("${FONTS_PATH}/${name}") format("woff2");unicode-range:${range}}`,
  ),
  ...FALLBACKS.map(
    ({ family, local, size, rise, fall }) =>
      `@font-face{font-family:"${family}";size-adjust:${size}%;ascent-override:${percent(rise, size)};descent-override:${percent(fall, size)};line-gap-override:0%;src:${local.map((one) => `local("${one}")`).join(",")}}`,
  ),
].join("\n");
