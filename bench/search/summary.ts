/** One line for each size of corpus, with the figures that search has aims for. */
import { makeRow, type Row, spreadOf } from "../rows.ts";
import type { BuildTimes } from "./build.ts";
import { HOSTILE, type Measured, number, SUGGEST, wholeMix } from "./measure.ts";
import type { Figures } from "./speed.ts";

/** `filled`: how long the index took; null if the data had been kept from an earlier run. */
export type Summary = Readonly<{
  size: number;
  filled: BuildTimes | null;
  floor: Figures;
  measured: Measured;
}>;

const AIMS = `${"aims".padStart(9)}     600 s${"".padStart(8)}     2.0     8.0    40.0    20.0   200.0`;

/** All times in ms except the filling, in seconds; `cpu` is the median of the processor time. */
export function summaryTable(summaries: readonly Summary[]): string {
  const head = ["floor", "rare", "mix", "mix", "suggest", "any"];
  const unit = ["cpu", "cpu", "p50", "p99", "p99", "max"];
  const titles = (parts: readonly string[]) => parts.map((part) => part.padStart(8)).join("");
  return [
    `${"episodes".padStart(9)}    filled${titles(head)}`,
    `${"".padStart(9)}${"".padStart(10)}${titles(unit)}`,
    ...summaries.map(lineOf),
    AIMS,
  ].join("\n");
}

function lineOf({ size, filled, floor, measured }: Summary): string {
  const of = (name: string) => measured.find((one) => one.name === name)?.figures;
  const mix = wholeMix(measured);
  const took = filled === null ? "kept" : `${(filled.documents + filled.gin).toFixed(0)} s`;
  const figures = [
    floor.cpu50,
    of("one rare word")?.cpu50,
    mix.p50,
    mix.p99,
    of(SUGGEST)?.p99,
    of(HOSTILE)?.max,
  ];
  return `${String(size).padStart(9)}${took.padStart(10)}${figures.map((one) => number(one ?? Number.NaN)).join("")}`;
}

/** The figures with aims; the peer of a rare word is a request that searches nothing. */
export function rowsOf({ size, floor, measured }: Summary): Row[] {
  const of = (name: string) => measured.find((one) => one.name === name)?.figures;
  const mix = wholeMix(measured);
  const row = (name: string, ms: number | undefined, aim: number, rest: Partial<Row> = {}) =>
    makeRow({
      name: `search: ${name}, ${size.toLocaleString("en")} episodes`,
      figure: spreadOf([ms ?? Number.NaN]),
      unit: "ms",
      better: "less",
      aim: { of: "figure", value: aim },
      ...rest,
    });
  const rare = of("one rare word")?.cpu50 ?? Number.NaN;
  const peer = { peer: "a request that searches nothing", ratio: spreadOf([floor.cpu50 / rare]) };
  return [
    row("a rare word, processor", rare, 2, { ...peer, processor: rare * 1000 }),
    row("the mix, p50", mix.p50, 8, { p50: mix.p50, p99: mix.p99, processor: mix.cpu50 * 1000 }),
    row("the mix, p99", mix.p99, 40),
    row("suggestions, p99", of(SUGGEST)?.p99, 20),
    row("any text, slowest", of(HOSTILE)?.max, 200),
  ];
}
