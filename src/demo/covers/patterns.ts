/** Covers that are patterns: tiles, gears, strings. */
import type { Random } from "../random.ts";
import type { Ink } from "./landscapes.ts";
import { around, box, circle, each, line, type Point, SIDE, shape, stroke } from "./shapes.ts";

/** Quarter circles on a grid, turned as chance decides. */
export function arcs(random: Random, ink: Ink): string {
  const cells = 5;
  const size = SIDE / cells;
  const tile = (index: number) => {
    const [x, y] = [(index % cells) * size, Math.floor(index / cells) * size];
    const turn = random.below(4) * 90;
    const colour = ink(1 + random.below(3));
    const quarter = (radius: number, fill: string) =>
      `<path d="M0 0H${radius}A${radius} ${radius} 0 0 1 0 ${radius}Z" fill="${fill}"/>`;
    const other = ink(1 + random.below(3));
    const content = random.pick([
      quarter(size, colour) + quarter(size * 0.62, ink(0)) + quarter(size * 0.3, other),
      quarter(size, colour) + quarter(size / 2, other),
      circle(size / 2, size / 2, size * 0.38, colour),
      box(0, 0, size, size, colour) + quarter(size, ink(0)),
      each(5)
        .map((step) => box(0, step * (size / 5), size, size / 10, colour))
        .join(""),
    ]);
    return `<g transform="translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2})">${content}</g>`;
  };
  return each(cells * cells)
    .map(tile)
    .join("");
}

/** Wheels that drive each other. */
export function gears(random: Random, ink: Ink): string {
  const gear = (x: number, y: number, teeth: number, fill: string, turn: number) => {
    const radius = teeth * 17;
    const outline = each(teeth * 4).map((index): Point => {
      const out = index % 4 === 1 || index % 4 === 2;
      return around(x, y, out ? radius + 34 : radius - 8, turn + (index * 90) / teeth);
    });
    const holes = each(6).map((index) => {
      const [hx, hy] = around(x, y, radius * 0.58, turn + index * 60);
      return circle(hx, hy, radius * 0.17, ink(0));
    });
    return [
      shape(outline, fill, 'stroke-linejoin="round"'),
      ...(teeth > 11 ? holes : []),
      circle(x, y, radius * 0.24, ink(0)),
      circle(x, y, radius * 0.1, fill),
    ].join("");
  };
  const turn = random.between(0, 20);
  return [
    ...each(15).map((index) => line([index * 100, 0], [index * 100, SIDE], ink(4), 2)),
    ...each(15).map((index) => line([0, index * 100], [SIDE, index * 100], ink(4), 2)),
    gear(470, 560, 20, ink(1), turn),
    gear(1003, 330, 13, ink(2), turn + 14),
    gear(930, 985, 16, ink(3), turn + 8),
    gear(1235, 640, 9, ink(4), turn + 3),
    gear(390, 1150, 11, ink(2), turn + 6),
    gear(100, 1015, 7, ink(1), turn),
  ].join("");
}

/** Strings that vibrate over a sound hole. */
export function strings(random: Random, ink: Ink): string {
  const waves = each(7).map((index) => {
    const x = 220 + index * 160;
    const knots = 1 + random.below(4);
    const width = random.between(26, 64);
    const colour = [ink(1), ink(2), ink(3), ink(4)][index % 4] ?? ink(1);
    return each(5)
      .map((layer) => {
        const points = each(101).map((step): Point => {
          const y = step * 14;
          return [x + width * (layer / 2 - 1) * Math.sin((Math.PI * knots * y) / SIDE), y];
        });
        return stroke(points, colour, layer === 2 ? 5 : 9, layer === 2 ? "" : 'opacity="0.85"');
      })
      .join("");
  });
  return [
    circle(700, 760, 430, ink(4)),
    circle(700, 760, 372, ink(2)),
    circle(700, 760, 330, ink(1)),
    circle(700, 760, 300, ink(0)),
    ...waves,
    box(0, 96, SIDE, 54, ink(1)),
    box(0, 1270, SIDE, 54, ink(1)),
  ].join("");
}
