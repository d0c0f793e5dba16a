/** The tint of a show's pages, from the colour of its cover, so faint that all text stays readable; pure. */
import { contrast, format, mix, NIGHT, PAPER, parse, type Rgb } from "./accent.ts";

/**
 * The tint may differ from the ground by this much. Accents have at least 5.5:1 by day and 7:1 by night, and other text
 * 5.3:1 and more: all of it keeps 4.5:1.
 */
const DAY_MOST = 1.16;
const NIGHT_MOST = 1.45;
const STEPS = 30;

/** `ground` with as much of `colour` as allowed, at most a third. */
function tintOn(ground: Rgb, colour: Rgb, most: number): Rgb {
  for (let step = STEPS; step > 0; step -= 1) {
    const mixed = mix(ground, colour, step / STEPS / 3);
    if (contrast(mixed, ground) <= most) return mixed;
  }
  return ground;
}

/**
 * A stylesheet that tints the top of a page; the edges of controls are stronger on it. No space is kept for a scroll bar,
 * because browsers leave it without the tint: these pages are long enough to have one.
 */
export function tintCss(colour: string): string {
  const own = parse(colour);
  const day = format(tintOn(PAPER, own, DAY_MOST));
  const night = format(tintOn(NIGHT, own, NIGHT_MOST));
  return `:root{--tint:${day};--edge:#74766f}
html:root:root{scrollbar-gutter:auto}
@supports (color:light-dark(#000,#fff)){:root{--tint:light-dark(${day},${night});--edge:light-dark(#74766f,#868e91)}}
`;
}

/** URL of that stylesheet, which never changes. */
export const tintPath = (colour: string): string => `/assets/accent/tint-${colour.slice(1)}.css`;
