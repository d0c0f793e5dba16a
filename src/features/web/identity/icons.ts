/** Draws the mark as an icon: as SVG, PNG and ICO. Pure. */
import { encodePng } from "../../../platform/media/png.ts";
import { accentColours, OWN_ACCENT } from "../layout/accent.ts";

const SIGNAL = "#ff8562";

/** The ground of the icon, the wave, and the point where it is received. */
type Inks = Readonly<{ ground: string; wave: string; point: string }>;

/** On the operator's colour the point is of the wave's ink: orange would not be visible on every colour. */
export function inksOf(accent: string | null): Inks {
  const { day } = accentColours(accent ?? OWN_ACCENT);
  return { ground: day.accent, wave: day.ink, point: accent === null ? SIGNAL : day.ink };
}

export const iconSvg = ({ ground, wave, point }: Inks): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" rx="9" fill="${ground}"/><path d="M6 22.5c3.4-8 7.6-8 11.4-2.6s7.6 6.4 11.4.9" fill="none" stroke="${wave}" stroke-width="3" stroke-linecap="round"/><circle cx="32" cy="15.5" r="3.2" fill="${point}"/></svg>`;

type Point = readonly [x: number, y: number];

/** The same wave as points of its two Bézier curves, on the grid of the SVG. */
const WAVE: readonly Point[] = [
  [
    [6, 22.5],
    [9.4, 14.5],
    [13.6, 14.5],
    [17.4, 19.9],
  ] as const,
  [
    [17.4, 19.9],
    [21.2, 25.3],
    [25, 26.3],
    [28.8, 20.8],
  ] as const,
].flatMap((curve) => Array.from({ length: 17 }, (_, at) => pointOn(curve, at / 16)));

const GRID = 40;
const HALF_STROKE = 1.5;
const RECEIVED: Point = [32, 15.5];
const RADIUS = 3.2;

function pointOn(curve: readonly [Point, Point, Point, Point], t: number): Point {
  const u = 1 - t;
  const weights = [u ** 3, 3 * u * u * t, 3 * u * t * t, t ** 3];
  const sum = (axis: 0 | 1) =>
    curve.reduce((total, point, at) => total + point[axis] * (weights[at] ?? 0), 0);
  return [sum(0), sum(1)];
}

/** Distance of a point from the wave. */
function distance([x, y]: Point): number {
  let least = Number.POSITIVE_INFINITY;
  for (let at = 1; at < WAVE.length; at += 1) {
    const [ax, ay] = WAVE[at - 1] ?? RECEIVED;
    const [bx, by] = WAVE[at] ?? RECEIVED;
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(
      1,
      Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)),
    );
    least = Math.min(least, Math.hypot(x - ax - along * dx, y - ay - along * dy));
  }
  return least;
}

const rgb = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** A square PNG without transparency: devices round its corners themselves. */
export function iconPng(inks: Inks, side: number): Promise<Buffer> {
  const [ground, wave, point] = [rgb(inks.ground), rgb(inks.wave), rgb(inks.point)];
  const rows = Buffer.alloc(side * (3 * side + 1));
  const scale = side / GRID;
  const cover = (inside: number) => Math.min(1, Math.max(0, inside * scale + 0.5));
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const at: Point = [(column + 0.5) / scale, (row + 0.5) / scale];
      const onWave = cover(HALF_STROKE - distance(at));
      const onPoint = cover(RADIUS - Math.hypot(at[0] - RECEIVED[0], at[1] - RECEIVED[1]));
      for (let channel = 0; channel < 3; channel += 1) {
        const below = mix(ground[channel] ?? 0, wave[channel] ?? 0, onWave);
        rows[row * (3 * side + 1) + 1 + 3 * column + channel] = Math.round(
          mix(below, point[channel] ?? 0, onPoint),
        );
      }
    }
  return encodePng({ width: side, height: side, colours: "rgb", rows });
}

const mix = (from: number, to: number, share: number): number => from + (to - from) * share;

/** One PNG in an ICO, as every browser since 2007 reads it. */
export function iconIco(png: Buffer, side: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.set([side, side, 0, 0, 1, 0, 32, 0], 6);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
