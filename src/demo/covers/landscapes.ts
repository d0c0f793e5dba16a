/** Covers that show a place: night skies, rivers, waves, soil. */
import type { Random } from "../random.ts";
import {
  around,
  box,
  circle,
  each,
  ground,
  line,
  profile,
  ring,
  SIDE,
  shape,
  stroke,
} from "./shapes.ts";

export type Ink = (index: number) => string;

const stars = (random: Random, ink: string, count: number, below: number): string =>
  each(count)
    .map(() =>
      circle(random.between(0, SIDE), random.between(0, below), random.between(1.5, 4.5), ink),
    )
    .join("");

/** The dial of a receiver rises like a moon over lit windows. */
export function dial(random: Random, ink: Ink): string {
  const [x, y] = [700, 930];
  const ticks = each(61).map((index) => {
    const degrees = 180 + index * 3;
    const long = index % 5 === 0;
    return line(
      around(x, y, long ? 560 : 592, degrees),
      around(x, y, 625, degrees),
      ink(2),
      long ? 9 : 4,
    );
  });
  const needle = 180 + random.between(35, 145);
  const roofs = each(15).map((index) => {
    const height = random.between(120, 300);
    const left = index * 96 - 10;
    const windows = each(6)
      .filter(() => random.chance(0.3))
      .map((row) =>
        box(left + 22 + 34 * random.below(2), SIDE - height + 30 + row * 44, 20, 26, ink(1)),
      );
    return box(left, SIDE - height, 98, height, "#0a1526") + windows.join("");
  });
  return [
    stars(random, ink(2), 90, 800),
    circle(x, y, 690, ink(3), 'opacity="0.35"'),
    circle(x, y, 520, ink(1)),
    ring(x, y, 440, ink(0), 3, 'opacity="0.5"'),
    ring(x, y, 360, ink(0), 3, 'opacity="0.5"'),
    ring(x, y, 280, ink(0), 3, 'opacity="0.5"'),
    ...ticks,
    line([x, y], around(x, y, 640, needle), "#d7263d", 12, 'stroke-linecap="round"'),
    ...roofs,
  ].join("");
}

/** Bands of water between two banks; a rope and a boat across. */
export function river(random: Random, ink: Ink): string {
  const bend = random.between(0, 6);
  const middle = (y: number) => 700 + 190 * Math.sin(y / 330 + bend) + (y - 700) * 0.16;
  const band = (from: number, to: number, fill: string, more = "") => {
    const rows = each(101).map((index) => index * 14);
    const left = rows.map((y) => [middle(y) + from * (0.55 + y / 1500), y] as const);
    const right = rows.map((y) => [middle(y) + to * (0.55 + y / 1500), y] as const);
    return shape([...left, ...right.reverse()], fill, more);
  };
  const bands = each(9).map((index) =>
    band(-330 + index * 74, -298 + index * 74, ink(2), `opacity="${0.2 + 0.08 * (index % 4)}"`),
  );
  const reeds = each(70).map(() => {
    const y = random.between(60, 1380);
    const side = random.chance(0.5) ? -1 : 1;
    const x = middle(y) + side * (random.between(370, 560) * (0.55 + y / 1500));
    return line(
      [x, y],
      [x + random.between(-8, 8), y - random.between(24, 60)],
      ink(0),
      5,
      'stroke-linecap="round" opacity="0.55"',
    );
  });
  const across = 800 + random.between(-80, 80);
  const boat = middle(across) + random.between(-120, 120);
  return [
    box(0, 0, SIDE, SIDE, ink(1)),
    band(-380, 390, ink(0)),
    ...bands,
    ...reeds,
    circle(random.between(180, 330), 230, 120, "#e76f51"),
    line([0, across - 30], [SIDE, across + 34], ink(2), 5),
    shape(
      [
        [boat - 86, across - 22],
        [boat + 86, across - 14],
        [boat + 50, across + 34],
        [boat - 54, across + 28],
      ],
      "#e76f51",
    ),
    line([boat, across - 20], [boat + 6, across - 110], ink(2), 8),
  ].join("");
}

/** Rows of scales, as old prints draw the sea, below a low sun. */
export function waves(random: Random, ink: Ink): string {
  const radius = 118;
  const rows = each(11).map((row) => {
    const y = 600 + row * 84;
    const shift = row % 2 === 0 ? 0 : radius;
    return each(8)
      .map((column) => {
        const x = column * radius * 2 - radius + shift;
        const base = random.chance(0.12) ? ink(4) : ink(row % 3 === 0 ? 3 : 1);
        return (
          circle(x, y, radius, base) +
          ring(x, y, radius - 22, ink(0), 7) +
          ring(x, y, radius - 50, ink(0), 7) +
          ring(x, y, radius - 78, ink(0), 7) +
          ring(x, y, radius, ink(0), 9)
        );
      })
      .join("");
  });
  const lines = each(7).map((index) =>
    line(
      [0, 90 + index * 62],
      [SIDE, 90 + index * 62],
      ink(3),
      3,
      `opacity="${0.15 + index * 0.07}"`,
    ),
  );
  return [...lines, circle(random.between(430, 970), 470, 300, ink(2)), ...rows].join("");
}

/** Layers of earth; the roots of a seedling are the bars of a sound. */
export function strata(random: Random, ink: Ink): string {
  const layer = (top: number, fill: string) => {
    const [long, short] = [random.between(0, 6), random.between(0, 6)];
    return ground((x) => top + 26 * Math.sin(x / 210 + long) + 9 * Math.sin(x / 61 + short), fill);
  };
  const stones = each(46).map(
    () =>
      `<ellipse cx="${random.below(SIDE)}" cy="${Math.round(random.between(900, 1390))}" rx="${Math.round(random.between(8, 34))}" ry="${Math.round(random.between(6, 18))}" fill="${ink(1)}" opacity="0.28"/>`,
  );
  const roots = each(29).map((index) => {
    const x = 308 + index * 28;
    const size = 300 * Math.exp(-(((index - 14) / 9) ** 2)) * random.between(0.35, 1) + 18;
    return line([x, 640], [x, 640 + size], ink(4), 12, 'stroke-linecap="round"');
  });
  const leaf = (side: number) =>
    `<path d="M700 330 C ${700 + side * 40} 190, ${700 + side * 250} 170, ${700 + side * 280} 230 C ${700 + side * 220} 350, ${700 + side * 90} 370, 700 330Z" fill="${ink(3)}"/>`;
  return [
    box(0, 0, SIDE, SIDE, ink(4)),
    circle(1090, 250, 105, ink(2)),
    layer(600, ink(0)),
    layer(860, "#3a2a20"),
    layer(1050, ink(2)),
    layer(1230, "#5b3a29"),
    ...stones,
    ...roots,
    stroke(
      [
        [700, 650],
        [694, 520],
        [702, 420],
        [700, 330],
      ],
      ink(3),
      20,
    ),
    leaf(-1),
    leaf(1),
  ].join("");
}

/** A lit train below layers of mountains. */
export function train(random: Random, ink: Ink): string {
  const ridge = (top: number, rough: number) => {
    const phases = each(4).map(() => random.between(0, 6));
    return (x: number) =>
      top +
      phases.reduce(
        (sum, phase, index) =>
          sum + (rough / (index + 1)) * Math.sin((x * (index + 1.3)) / 260 + phase),
        0,
      );
  };
  const track = (x: number) => 1085 + 60 * Math.sin(x / 420);
  const cars = each(7).map((index) => {
    const left = 40 + index * 190;
    const slope = (track(left + 170) - track(left)) / 170;
    const windows = each(5)
      .map((place) => box(16 + place * 31, 22, 20, 32, random.chance(0.75) ? ink(4) : ink(3)))
      .join("");
    return `<g transform="translate(${left} ${Math.round(track(left) - 104)}) skewY(${((Math.atan(slope) * 180) / Math.PI).toFixed(2)})">${box(0, 0, 176, 92, ink(1), 'rx="14"')}${windows}</g>`;
  });
  return [
    stars(random, ink(2), 120, 700),
    circle(random.between(900, 1150), 300, 150, ink(4)),
    ...[ridge(560, 120), ridge(740, 90)].map(
      (height, index) =>
        ground(height, ink(0)) + ground(height, ink(3), `opacity="${0.6 + index * 0.3}"`),
    ),
    ground(ridge(900, 60), "#2b2350"),
    ground(track, "#0e0e22"),
    stroke(profile(track), ink(2), 6),
    ...cars,
    ...each(8).map((index) =>
      line(
        [0, 1190 + index * 28],
        [SIDE, 1170 + index * 30],
        ink(1),
        2,
        `opacity="${0.4 - index * 0.045}"`,
      ),
    ),
  ].join("");
}

/** A mast on an island sends rings over a black sea. */
export function beacon(random: Random, ink: Ink): string {
  const x = random.between(620, 780);
  const rings = each(9).map((index) =>
    ring(
      x,
      420,
      70 + index * 92,
      index % 3 === 2 ? ink(3) : ink(1),
      10,
      `opacity="${1 - index * 0.1}"`,
    ),
  );
  const gleams = each(44).map(() => {
    const y = random.between(1010, 1390);
    const spread = (y - 960) * 0.9;
    const at = x + random.between(-spread, spread);
    return line(
      [at, y],
      [at + random.between(20, 120), y],
      ink(1),
      6,
      `stroke-linecap="round" opacity="${random.between(0.25, 0.9).toFixed(2)}"`,
    );
  });
  return [
    stars(random, ink(2), 60, 900),
    ...rings,
    box(0, 980, SIDE, 420, ink(4)),
    ...gleams,
    shape(
      [
        [x - 420, 985],
        [x - 250, 900],
        [x - 60, 872],
        [x + 120, 880],
        [x + 300, 930],
        [x + 460, 985],
      ],
      "#05090d",
    ),
    shape(
      [
        [x - 66, 890],
        [x - 12, 420],
        [x + 12, 420],
        [x + 66, 890],
      ],
      ink(2),
    ),
    ...each(5).map((index) =>
      line(
        [x - 54 + index * 8, 800 - index * 82],
        [x + 54 - index * 8, 752 - index * 82],
        "#05090d",
        7,
      ),
    ),
    circle(x, 410, 34, ink(3)),
  ].join("");
}
