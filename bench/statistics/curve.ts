/** Shows how the cost of each query changes with the number of events. */
import { type Figures, number } from "./measure.ts";

/** The figures of all queries at one size, by name. */
export type Point = Readonly<{ events: number; figures: ReadonlyMap<string, Figures> }>;

/** p50 and p99 at each size, and the ratio of the last size to the first. */
export function curveTable(points: readonly Point[]): string {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return "";
  const titles = points.flatMap(({ events }) => [`${millions(events)} p50`, "p99"]);
  const head = [...titles, "× p50", "× p99"].map((title) => title.padStart(10)).join("");
  const lines = [...first.figures].map(([name, start]) => {
    const figures = points.flatMap(({ figures: own }) => {
      const { p50 = Number.NaN, p99 = Number.NaN } = own.get(name) ?? {};
      return [p50, p99];
    });
    const end = last.figures.get(name) ?? start;
    const times = [end.p50 / start.p50, end.p99 / start.p99];
    return `${name.padEnd(42)}${[...figures, ...times].map((value) => ` ${number(value)}`).join("")}`;
  });
  return [`${"ms".padEnd(42)}${head}`, ...lines].join("\n");
}

const millions = (events: number): string => `${events / 1_000_000}M`;
