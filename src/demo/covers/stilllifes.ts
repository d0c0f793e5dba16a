/** Covers that show things and people: a plate, tools, cups, a portrait. */
import type { Random } from "../random.ts";
import type { Ink } from "./landscapes.ts";
import {
  around,
  box,
  circle,
  each,
  line,
  type Point,
  ring,
  SIDE,
  shape,
  stroke,
} from "./shapes.ts";

/** A plate on a chequered cloth, with columns of a ledger under it. */
export function table(random: Random, ink: Ink): string {
  const rules = each(24).map((index) =>
    line([0, 60 + index * 58], [SIDE, 60 + index * 58], ink(1), 3, 'opacity="0.25"'),
  );
  const check = each(7 * 24)
    .filter((index) => ((index % 7) + Math.floor(index / 7)) % 2 === 0)
    .map((index) => box((index % 7) * 60, Math.floor(index / 7) * 60, 60, 60, ink(1)));
  const peas = each(26).map(() => {
    const [x, y] = around(760, 700, random.between(0, 210), random.between(0, 360));
    return circle(x, y, random.between(22, 44), random.pick([ink(2), ink(3), ink(0)]));
  });
  const tines = each(4).map((index) =>
    line([1245 + index * 26, 300], [1245 + index * 26, 480], ink(1), 12, 'stroke-linecap="round"'),
  );
  return [
    ...rules,
    ...check,
    line([980, 0], [980, SIDE], ink(2), 6, 'opacity="0.6"'),
    circle(775, 722, 470, "#000", 'opacity="0.22"'),
    circle(760, 700, 460, ink(1)),
    ring(760, 700, 410, ink(2), 8),
    ring(760, 700, 310, "#d8c6a4", 5),
    ...peas,
    ...tines,
    stroke(
      [
        [1245, 480],
        [1284, 560],
        [1323, 480],
      ],
      ink(1),
      14,
    ),
    line([1284, 550], [1284, 1080], ink(1), 22, 'stroke-linecap="round"'),
  ].join("");
}

/** A saw, a disc, a plane and nails, cut out of paper. */
export function tools(random: Random, ink: Ink): string {
  const teeth = each(15).flatMap((index): Point[] => [
    [120 + index * 78, 980],
    [159 + index * 78, 1060],
  ]);
  const nails = each(9).map((index) => {
    const x = 180 + index * 130;
    return (
      line([x, 1190], [x + random.between(-14, 14), 1320], ink(2), 14, 'stroke-linecap="round"') +
      box(x - 26, 1176, 52, 16, ink(2), 'rx="6"')
    );
  });
  const spokes = each(12).map((index) =>
    line(around(430, 460, 90, index * 30), around(430, 460, 270, index * 30), ink(0), 10),
  );
  return [
    box(0, 0, SIDE / 2, 700, ink(3)),
    box(SIDE / 2, 0, SIDE / 2, 700, ink(2)),
    circle(430, 460, 310, ink(1)),
    ...spokes,
    circle(430, 460, 92, ink(0)),
    circle(430, 460, 34, ink(2)),
    shape(
      [
        [790, 640],
        [790, 330],
        [1000, 120],
        [1290, 120],
        [1290, 640],
      ],
      ink(0),
    ),
    shape(
      [
        [890, 640],
        [1010, 400],
        [1060, 425],
        [960, 640],
      ],
      ink(1),
    ),
    circle(1170, 300, 78, ink(3)),
    shape([[120, 800], [1290, 760], [1290, 980], ...teeth.reverse(), [120, 980]], ink(2)),
    box(1130, 742, 190, 262, ink(1), 'rx="60"'),
    box(1186, 812, 78, 120, ink(0), 'rx="38"'),
    ...nails,
  ].join("");
}

/** Nine cups seen from above, each drunk to another height. */
export function cups(random: Random, ink: Ink): string {
  const spilled = random.below(9);
  const cup = (index: number) => {
    const [x, y] = [270 + (index % 3) * 430, 270 + Math.floor(index / 3) * 430];
    const handle = random.between(0, 360);
    const [hx, hy] = around(x, y, 150, handle);
    const coffee = random.between(30, 102);
    if (index === spilled)
      return (
        ring(x, y, 138, ink(2), 16, 'opacity="0.85" stroke-dasharray="620 60"') +
        circle(x + 120, y + 96, 14, ink(2)) +
        circle(x + 152, y + 70, 8, ink(2))
      );
    return [
      circle(x, y, 196, index % 2 === 0 ? ink(1) : ink(3)),
      ring(x, y, 170, index % 2 === 0 ? ink(3) : ink(1), 6),
      ring(hx, hy, 40, index % 4 === 1 ? ink(4) : ink(1), 20),
      circle(x, y, 132, index % 4 === 1 ? ink(4) : ink(1)),
      circle(x, y, 110, index % 4 === 1 ? "#1c455f" : "#efe0c8"),
      circle(x + (110 - coffee) * 0.1, y, coffee, ink(2)),
      ring(x - 6, y - 6, coffee * 0.62, "#6d3b36", 5, 'stroke-dasharray="90 400"'),
    ].join("");
  };
  return each(9).map(cup).join("");
}

/** A head and shoulders, for people. */
export function portrait(random: Random, ink: Ink): string {
  const hair = random.below(3);
  const glasses = random.chance(0.4);
  const skin = random.pick(["#e0a98a", "#b97a56", "#8d5a3c", "#f0c6a8"]);
  return [
    circle(700, 640, 620, ink(3)),
    shape(
      [
        [180, 1420],
        [260, 1080],
        [520, 960],
        [880, 960],
        [1140, 1080],
        [1220, 1420],
      ],
      ink(1),
    ),
    box(590, 820, 220, 240, skin, 'rx="90"'),
    box(590, 820, 220, 240, "#3a1d12", 'rx="90" opacity="0.22"'),
    hair === 0 ? circle(700, 520, 330, "#2a1a1f") : "",
    hair === 1
      ? shape(
          [
            [380, 900],
            [400, 420],
            [560, 240],
            [840, 240],
            [1000, 420],
            [1020, 900],
          ],
          "#6b2d1a",
        )
      : "",
    `<ellipse cx="700" cy="620" rx="235" ry="295" fill="${skin}"/>`,
    hair === 2
      ? shape(
          [
            [465, 560],
            [480, 390],
            [620, 290],
            [820, 300],
            [930, 410],
            [936, 560],
            [860, 440],
            [600, 420],
          ],
          "#1f2430",
        )
      : "",
    hair !== 2
      ? shape(
          [
            [465, 600],
            [500, 360],
            [700, 300],
            [900, 360],
            [935, 600],
            [820, 430],
            [600, 440],
          ],
          hair === 0 ? "#2a1a1f" : "#6b2d1a",
        )
      : "",
    ...(glasses ? [ring(605, 620, 70, ink(0), 14), ring(795, 620, 70, ink(0), 14)] : []),
    `<path d="M300 620A400 400 0 0 1 1100 620" fill="none" stroke="${ink(2)}" stroke-width="30"/>`,
    box(270, 560, 74, 180, ink(2), 'rx="36"'),
    box(1056, 560, 74, 180, ink(2), 'rx="36"'),
  ].join("");
}
