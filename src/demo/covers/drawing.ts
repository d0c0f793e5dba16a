/** Draws the covers of shows and the pictures of episodes and people as JPEG files. */
import sharp from "sharp";
import type { ShowText } from "../content/schema.ts";
import type { Random } from "../random.ts";
import { beacon, dial, type Ink, river, strata, train, waves } from "./landscapes.ts";
import { arcs, gears, strings } from "./patterns.ts";
import { box, SIDE } from "./shapes.ts";
import { cups, portrait, table, tools } from "./stilllifes.ts";

const COMPOSITIONS: Readonly<Record<string, (random: Random, ink: Ink) => string>> = {
  arcs,
  beacon,
  cups,
  dial,
  gears,
  portrait,
  river,
  strata,
  strings,
  table,
  tools,
  train,
  waves,
};

/** Their colours mean something, such as night, so pictures of episodes turn the whole instead of the inks. */
const LANDSCAPES = ["beacon", "dial", "river", "strata", "train"];

/** A cover of 1400 × 1400. `shift` changes the colours, so that episodes differ from their show. */
export function drawCover(
  { composition, colours }: ShowText["cover"],
  random: Random,
  shift = 0,
): Promise<Buffer> {
  const [paper, ...inks] = colours;
  const compose = COMPOSITIONS[composition];
  if (compose === undefined) throw new Error(`there is no composition ${composition}`);
  const isLandscape = LANDSCAPES.includes(composition);
  const turned = isLandscape ? 0 : shift;
  const ink: Ink = (index) =>
    index === 0 ? paper : (inks[(index - 1 + turned) % inks.length] ?? paper);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 ${SIDE} ${SIDE}">${box(0, 0, SIDE, SIDE, paper)}${compose(random, ink)}</svg>`;
  // Text that we wrote ourselves, so it needs no process of its own as strangers' images do.
  const drawn = sharp(Buffer.from(svg));
  if (isLandscape && shift > 0) drawn.modulate({ hue: shift === 1 ? 30 : 330 });
  return drawn.jpeg({ quality: 88 }).toBuffer();
}
