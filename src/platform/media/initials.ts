/** Draws default covers: initials on a coloured background, as PNG, without a font or an image library. */
import { encodePng } from "./png.ts";

/** Side length of a cover in pixels. */
export const COVER_SIDE = 1400;

/** Background colours (sRGB) with a contrast to white of at least 4.5:1 (WCAG 2.2). */
const COLOURS = [
  0x1f4e79, 0x7a2e2e, 0x2e6b3f, 0x5b3a8c, 0x8a4b08, 0x0f6b6b, 0x8c2f6b, 0x3d5a1e, 0x4a4e69,
  0x9a3412, 0x1d4ed8, 0x6b21a8,
] as const;

/** Number of colours: `colour` must be less. */
export const COVER_COLOURS = COLOURS.length;

/** Letters and digits as strokes on a grid 4 wide and 6 high, y downwards; two digits are one point. */
const GLYPHS: Readonly<Record<string, string>> = {
  A: "062046 1434",
  B: "060030414233 0333 3344453606",
  C: "4130100105163645",
  D: "06002041452606",
  E: "40000646 0333",
  F: "400006 0333",
  G: "41301001051636454323",
  H: "0006 4046 0343",
  I: "1030 2026 1636",
  J: "4045361605",
  K: "0006 400346",
  L: "000646",
  M: "0600234046",
  N: "06004640",
  O: "100105163645413010",
  P: "06003041423303",
  Q: "100105163645413010 2446",
  R: "06003041423303 2346",
  S: "413010010213334445361605",
  T: "0040 2026",
  U: "000516364540",
  V: "002640",
  W: "0016233640",
  X: "0046 4006",
  Y: "002340 2326",
  Z: "00400646",
  0: "100105163645413010",
  1: "112026 1636",
  2: "01103041420646",
  3: "0110304142334445361605 1333",
  4: "36300444",
  5: "400003334445361605",
  6: "4130100105163645443303",
  7: "004016",
  8: "100102130405163645443342413010 1333",
  9: "0516364541301001021343",
  // For titles without any of these characters: the bars of a waveform.
  "": "0204 1115 2026 3135 4244",
};

const UNIT = 90;
const GAP = 1.8;
const HALF_STROKE = 36;
/** Number of shades between background and white, for smooth edges. */
const SHADES = 16;

/** The first letters of the first two words, A to Z and digits; other scripts give none. */
export const initialsOf = (title: string): string =>
  title
    .slice(0, 1000)
    .normalize("NFKD")
    .toUpperCase()
    .replace(/[^A-Z0-9 ]/g, "")
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join("");

/** A PNG cover of `COVER_SIDE` pixels with up to two `initials` on colour number `colour`. */
export async function drawCover(initials: string, colour: number): Promise<Buffer> {
  const pixels = Buffer.alloc(COVER_SIDE * (COVER_SIDE + 1));
  const letters = initials === "" ? [""] : [...initials];
  const width = (letters.length * (4 + GAP) - GAP) * UNIT;
  const top = (COVER_SIDE - 6 * UNIT) / 2;
  for (const [place, letter] of letters.entries()) {
    const left = (COVER_SIDE - width) / 2 + place * (4 + GAP) * UNIT;
    for (const stroke of (GLYPHS[letter] ?? "").split(" ")) {
      const points = [...stroke.matchAll(/(\d)(\d)/g)].map(
        ([, x, y]): Point => [left + Number(x) * UNIT, top + Number(y) * UNIT],
      );
      for (const [index, end] of points.entries())
        if (index > 0) drawLine(pixels, points[index - 1] ?? end, end);
    }
  }
  return encodeShades(pixels, COLOURS[colour] ?? COLOURS[0]);
}

type Point = readonly [x: number, y: number];

/** Draws a line with round ends; a pixel gets the brightest shade of all lines. */
function drawLine(pixels: Buffer, [x1, y1]: Point, [x2, y2]: Point): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = dx * dx + dy * dy || 1;
  const reach = HALF_STROKE + 1;
  const inside = (HALF_STROKE - 0.5) ** 2;
  const outside = (HALF_STROKE + 0.5) ** 2;
  for (let y = Math.floor(Math.min(y1, y2) - reach); y <= Math.max(y1, y2) + reach; y += 1) {
    const row = y * (COVER_SIDE + 1) + 1;
    for (let x = Math.floor(Math.min(x1, x2) - reach); x <= Math.max(x1, x2) + reach; x += 1) {
      const along = Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length));
      const ox = x - x1 - along * dx;
      const oy = y - y1 - along * dy;
      const square = ox * ox + oy * oy;
      if (square >= outside) continue;
      const cover = square <= inside ? 1 : HALF_STROKE + 0.5 - Math.sqrt(square);
      const shade = Math.round(cover * (SHADES - 1));
      if (shade > (pixels[row + x] ?? 0)) pixels[row + x] = shade;
    }
  }
}

/** Rows of palette entries, each preceded by its filter byte, on `background`. */
function encodeShades(rows: Buffer, background: number): Promise<Buffer> {
  const palette = Array.from({ length: SHADES }, (_, shade) =>
    [16, 8, 0].map((shift) => {
      const from = (background >> shift) & 0xff;
      return Math.round(from + ((255 - from) * shade) / (SHADES - 1));
    }),
  ).flat();
  return encodePng({
    width: COVER_SIDE,
    height: COVER_SIDE,
    colours: "palette",
    palette: Buffer.from(palette),
    rows,
  });
}
