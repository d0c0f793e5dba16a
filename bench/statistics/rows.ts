/** The figures of one size as rows: one for the queries that share a bound. */
import { makeRow, median, type Row, spreadOf } from "../rows.ts";
import type { Figures } from "./measure.ts";
import { AD_QUESTIONS, AUDIENCE_QUESTIONS, BOUNDS } from "./questions.ts";

const KINDS = { sums: "sums of ads", year: "a year of ads by day", audience: "audience" } as const;

/** The figure is the 99th percentile of the slowest kind of query, which the bound is for. */
export const rowsOf = (events: number, figures: ReadonlyMap<string, Figures>): Row[] =>
  (["sums", "year", "audience"] as const).map((kind) => {
    const own = [...AD_QUESTIONS, ...AUDIENCE_QUESTIONS]
      .filter(({ bound }) => bound === BOUNDS[kind])
      .flatMap(({ name }) => figures.get(name) ?? []);
    const p99 = Math.max(...own.map((each) => each.p99));
    return makeRow({
      name: `statistics: ${KINDS[kind]}, ${events.toLocaleString("en")} events`,
      figure: spreadOf([p99]),
      unit: "ms p99",
      better: "less",
      aim: { of: "figure", value: BOUNDS[kind] },
      p50: median(own.map((each) => each.p50)),
      p99,
      errors: own.reduce((sum, { errors }) => sum + errors, 0),
    });
  });
