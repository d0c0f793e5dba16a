/** Pieces of SVG that the compositions share. A cover has a side of 1400. */

export const SIDE = 1400;

const round = (value: number): number => Math.round(value * 10) / 10;

export const circle = (x: number, y: number, radius: number, fill: string, more = ""): string =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}" ${more}/>`;

export const ring = (x: number, y: number, radius: number, ink: string, width: number, more = "") =>
  circle(x, y, radius, "none", `stroke="${ink}" stroke-width="${round(width)}" ${more}`);

export const box = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="${fill}" ${more}/>`;

export const line = (from: Point, to: Point, ink: string, width: number, more = ""): string =>
  `<line x1="${round(from[0])}" y1="${round(from[1])}" x2="${round(to[0])}" y2="${round(to[1])}" stroke="${ink}" stroke-width="${round(width)}" ${more}/>`;

export type Point = readonly [x: number, y: number];

const drawn = (points: readonly Point[]): string =>
  points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");

/** A closed shape. */
export const shape = (points: readonly Point[], fill: string, more = ""): string =>
  `<path d="${drawn(points)}Z" fill="${fill}" ${more}/>`;

/** An open line with round ends. */
export const stroke = (points: readonly Point[], ink: string, width: number, more = ""): string =>
  `<path d="${drawn(points)}" fill="none" stroke="${ink}" stroke-width="${round(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** A point on a circle; the angle is in degrees, 0 to the right, clockwise. */
export const around = (x: number, y: number, radius: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
};

/** Points of y = `height(x)` across the cover. */
export const profile = (height: (x: number) => number, step = 14): Point[] =>
  Array.from({ length: Math.ceil(SIDE / step) + 1 }, (_, index) => [
    index * step,
    height(index * step),
  ]);

/** A hill: everything below the profile. */
export const ground = (height: (x: number) => number, fill: string, more = ""): string =>
  shape([...profile(height), [SIDE, SIDE + 10], [0, SIDE + 10]], fill, more);

/** `count` numbers from 0 on. */
export const each = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
