/** The operator's colour in both colour schemes, made readable; pure. */
import { tokenColours } from "./tokens.ts";

/** Longwave's own accent by day; a site without an accent has it. */
export const [OWN_ACCENT] = tokenColours("accent");

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number];

const BLACK: Rgb = [0x0c, 0x0e, 0x0f];
const WHITE: Rgb = [0xff, 0xfd, 0xf7];

/** Text in the accent has at least this contrast: 4.5 is required (WCAG 2.2), also on washes of it. */
const DAY_CONTRAST = 5.5;
const NIGHT_CONTRAST = 7;

/** The parts of a colour such as `#12505a`. */
export const parse = (colour: string): Rgb => [
  Number.parseInt(colour.slice(1, 3), 16),
  Number.parseInt(colour.slice(3, 5), 16),
  Number.parseInt(colour.slice(5, 7), 16),
];

/** The grounds of all pages by day and by night. */
const [DAY_PAPER, NIGHT_PAPER] = tokenColours("paper");
export const PAPER = parse(DAY_PAPER);
export const NIGHT = parse(NIGHT_PAPER);

/** The reverse of `parse`. */
export const format = (colour: Rgb): string =>
  `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** `a` with a share of `b`. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const level = part / 255;
    return level <= 0.04045 ? level / 12.92 : ((level + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio (WCAG 2.2). */
export function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

/** `colour`, mixed with `towards` as far as it takes to be readable on `ground`. */
function readable(colour: Rgb, ground: Rgb, towards: Rgb, least: number): Rgb {
  for (let step = 0; step <= 25; step += 1) {
    const mixed = mix(colour, towards, step / 25);
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return towards;
}

const inkOn = (ground: Rgb): Rgb =>
  contrast(WHITE, ground) >= contrast(BLACK, ground) ? WHITE : BLACK;

type Accent = Readonly<{ accent: string; ink: string; wash: string }>;

/** The accent of pages, the text on it, and the ground behind chosen things, by day and by night. */
export function accentColours(colour: string): Readonly<{ day: Accent; night: Accent }> {
  const own = parse(colour);
  const day = readable(own, PAPER, BLACK, DAY_CONTRAST);
  const night = readable(own, NIGHT, WHITE, NIGHT_CONTRAST);
  return {
    day: { accent: format(day), ink: format(inkOn(day)), wash: format(mix(PAPER, day, 0.09)) },
    night: {
      accent: format(night),
      ink: format(inkOn(night)),
      wash: format(mix(NIGHT, night, 0.12)),
    },
  };
}

/** A stylesheet that replaces Longwave's own accent. */
export function accentCss(colour: string): string {
  const { day, night } = accentColours(colour);
  const both = (a: string, b: string) => `light-dark(${a},${b})`;
  const rule = (accent: string, ink: string, wash: string) =>
    `:root,[data-theme]{--accent:${accent};--accent-ink:${ink};--wash:${wash}}`;
  return `${rule(day.accent, day.ink, day.wash)}
@supports (color:light-dark(#000,#fff)){${rule(both(day.accent, night.accent), both(day.ink, night.ink), both(day.wash, night.wash))}}
`;
}

/** URL of that stylesheet, which never changes. */
export const accentPath = (colour: string): string => `/assets/accent/${colour.slice(1)}.css`;
