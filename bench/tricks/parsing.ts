/** What counting and the database driver read and write in numbers: lines, patterns, integers, times, ranges. */
import pg from "pg";
import crawlers from "../../db/reference/useragents/crawler-user-agents.json" with { type: "json" };
import { union } from "../../src/features/measurement/counting/aggregation/ranges.ts";
import type { Comparison, Variant } from "./turns.ts";

let sink: unknown;
const repeat =
  (operation: (time: number) => unknown): Variant =>
  (times) => {
    for (let time = 0; time < times; time += 1) sink = operation(time);
    return sink;
  };

const hex = "0123456789abcdef".repeat(4);
const fields = [1, 2, hex, "GET", 206, "play", 0, [0, 1_000_000], hex, null, null, "Overcast/3.0"];
const lines = Array.from({ length: 1000 }, () => JSON.stringify(fields));

const patterns = crawlers.map(({ pattern }) => new RegExp(pattern));
const combined = new RegExp(crawlers.map(({ pattern }) => `(?:${pattern})`).join("|"));
const agent = "AppleCoreMedia/1.0.0.21F90 (iPhone; U; CPU OS 17_5_1 like Mac OS X; en_us)";

const view = new DataView(new ArrayBuffer(8));
const HIGH = 2 ** 32;
function writeWide(value: number): void {
  const high = Math.floor(value / HIGH);
  view.setInt32(0, high);
  view.setUint32(4, value - high * HIGH);
}

const parseAnyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ);
const USUAL_TIME = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00$/;
const time = "2026-11-22 12:34:56.789+00";
function parseUsualTime(text: string): Date {
  const [, day, clock] = USUAL_TIME.exec(text) ?? [];
  return new Date(`${day}T${clock}Z`);
}

type Pair = readonly [number, number];
function unionOfPairs(a: readonly Pair[], b: readonly Pair[]): Pair[] {
  const merged: [number, number][] = [];
  for (const [first, after] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const last = merged.at(-1);
    if (last === undefined || last[1] < first) merged.push([first, after]);
    else last[1] = Math.max(last[1], after);
  }
  return merged;
}

export const parsingComparisons = (): Comparison[] => [
  {
    name: "lines",
    what: "parse 1,000 lines of a journal",
    variants: {
      "each line": repeat(() => lines.map((line) => JSON.parse(line))),
      "all lines": repeat(() => JSON.parse(`[${lines.join(",")}]`)),
    },
  },
  {
    name: "patterns",
    what: `test ${patterns.length} patterns of crawlers`,
    variants: {
      "each pattern": repeat(() => patterns.some((pattern) => pattern.test(agent))),
      combined: repeat(() => combined.test(agent)),
    },
  },
  {
    name: "wide",
    what: "write an integer in eight bytes",
    variants: {
      setBigInt64: repeat((value) => view.setBigInt64(0, BigInt(value * 1_000_003))),
      "two halves": repeat((value) => writeWide(value * 1_000_003)),
    },
  },
  {
    name: "time",
    what: "parse a timestamptz",
    variants: {
      pg: repeat(() => parseAnyTime(time)),
      "as ISO 8601": repeat(() => parseUsualTime(time)),
    },
  },
  {
    name: "union",
    what: "merge two ranges with one",
    variants: {
      pairs: repeat((at) =>
        unionOfPairs(
          [
            [0, 10],
            [20, 30],
          ],
          [[10, at]],
        ),
      ),
      numbers: repeat((at) => union([0, 10, 20, 30], [10, at])),
    },
  },
];
