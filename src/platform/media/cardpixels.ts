/** Renders a card: paper, cover, title, the site's name below its dial; used only by `cardprocess.ts`. */
import sharp from "sharp";
import { CARD, type CardOrder } from "./card.ts";
import { type Face, hasAll, lineOf, linesOf, openFace } from "./lettering.ts";

// It reads covers, which are re-encoded JPEGs, and the SVG that is written here: paths and rectangles.
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadSvg"] });
sharp.cache(false);
sharp.concurrency(1);

const EDGE = 72;
const TOP = 70;
const COVER = 410;
const GAP = 52;
const DIAL = 548;

/** From the largest size at which the title fits into this many lines. */
const SIZES = [
  { size: 70, most: 3 },
  { size: 58, most: 4 },
  { size: 48, most: 5 },
] as const;

export async function renderCard(order: CardOrder, cover: Buffer | null): Promise<Buffer> {
  const faces = { title: openFace(order.titleFonts), text: openFace(order.textFonts) };
  // A script that the fonts lack would be drawn as boxes: then the cover speaks for itself.
  const isLegible = hasAll(faces.title, order.title) && hasAll(faces.text, order.byline);
  const left = isLegible || cover === null ? EDGE : (CARD.width - COVER) / 2;
  const picture = sharp(Buffer.from(drawing(order, faces, cover !== null, isLegible)));
  if (cover !== null)
    picture.composite([{ ...(await rounded(cover)), left: Math.round(left), top: TOP }]);
  return picture.flatten({ background: order.colours.paper }).jpeg({ quality: 86 }).toBuffer();
}

/** The cover with round corners, as raw pixels. */
async function rounded(cover: Buffer) {
  const shape = `<svg xmlns="http://www.w3.org/2000/svg" width="${COVER}" height="${COVER}"><rect width="${COVER}" height="${COVER}" rx="12"/></svg>`;
  const { data, info } = await sharp(cover)
    .resize(COVER, COVER)
    .ensureAlpha()
    .composite([{ input: Buffer.from(shape), blend: "dest-in" }])
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return { input: data, raw: { width, height, channels } };
}

type Faces = Readonly<{ title: Face; text: Face }>;

function drawing(
  { title, byline, site, needle, colours }: CardOrder,
  faces: Faces,
  hasCover: boolean,
  isLegible: boolean,
): string {
  const x = hasCover ? EDGE + COVER + GAP : EDGE;
  const parts = [`<rect width="100%" height="100%" fill="${colours.paper}"/>`];
  if (isLegible) {
    const width = CARD.width - EDGE - x;
    const { size, lines } = fitted(faces.title, title, width);
    const leading = size * 1.14;
    lines.forEach((line, at) => {
      const y = TOP + size * 0.86 + at * leading;
      parts.push(lineOf(faces.title, line, { x, y, size, fill: colours.ink }));
    });
    const below = TOP + size * 0.86 + (lines.length - 1) * leading + 56;
    const [first = ""] = linesOf(faces.text, byline, { size: 30, width, most: 1 });
    parts.push(lineOf(faces.text, first, { x, y: below, size: 30, fill: colours.soft }));
  }
  parts.push(dial(colours, needle), mark(colours));
  if (hasAll(faces.title, site))
    parts.push(lineOf(faces.title, site, { x: EDGE + 58, y: 602, size: 28, fill: colours.ink }));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}">${parts.join("")}</svg>`;
}

function fitted(face: Face, title: string, width: number) {
  for (const { size, most } of SIZES) {
    const lines = linesOf(face, title, { size, width, most: most + 1 });
    if (lines.length <= most) return { size, lines };
  }
  const { size, most } = SIZES[2];
  return { size, lines: linesOf(face, title, { size, width, most }) };
}

type Colours = CardOrder["colours"];

function dial({ line, soft, signal }: Colours, needle: number): string {
  const width = CARD.width - 2 * EDGE;
  const ticks = Array.from({ length: Math.floor(width / 11) + 1 }, (_, at) => {
    const [height, stroke] = at % 10 === 0 ? [12, soft] : [6, line];
    const x = EDGE + at * 11 + 0.5;
    return `<path d="M${x} ${DIAL}v-${height}" stroke="${stroke}"/>`;
  });
  return `<path d="M${EDGE} ${DIAL}h${width}" stroke="${line}"/>${ticks.join("")}<rect x="${Math.round(EDGE + needle * width)}" y="${DIAL - 22}" width="3" height="23" fill="${signal}"/>`;
}

const mark = ({ accent, signal }: Colours): string =>
  `<g transform="translate(${EDGE} 578) scale(1.3)"><path d="M2 13C6 3.5 11 3.5 15.5 10s9 7.5 13.5 1" fill="none" stroke="${accent}" stroke-width="3" stroke-linecap="round"/><circle cx="31.5" cy="6" r="3.2" fill="${signal}"/></g>`;
