/** Prints the rows of a run as one table. */
import { columns } from "../report.ts";
import type { Row, Spread } from "../rows.ts";
import { type Machine, machineLine } from "./machine.ts";

/** What a run writes with `--json`, and `--compare` reads. */
export type Run = Readonly<{
  /** UTC, ISO 8601. */
  date: string;
  quick: boolean;
  machine: Machine;
  rows: readonly Row[];
  /** Benchmarks that were not run, with the reason. */
  left_out: readonly string[];
}>;

const HEAD = ["", "figure", "unit", "least", "most", "ratio", "least", "most", "peer or limit"];
const REST = ["aim", "", "CPU µs", "MiB", "p50 ms", "p99 ms"];

export function runTable(run: Run): string {
  const rows = run.rows.map((row) => [
    row.name,
    ...spreadCells(row.figure).toSpliced(1, 0, row.unit),
    ...spreadCells(row.ratio),
    row.peer ?? "",
    aimOf(row),
    verdictOf(row),
    ...[row.processor, row.memory, row.p50, row.p99].map(cell),
  ]);
  return [
    `${run.date.slice(0, 16).replace("T", " ")} UTC${run.quick ? ", quick" : ""}; ${machineLine(run.machine)}`,
    "",
    columns([[...HEAD, ...REST], ...rows]),
    ...run.rows
      .filter(({ errors }) => errors > 0)
      .map((row) => `${row.name}: ${row.errors} errors`),
    ...run.left_out.map((what) => `not measured: ${what}`),
  ].join("\n");
}

/** Three significant digits, more in whole numbers: 0.123, 1.23, 12.3, 1,234. */
export function digits(value: number): string {
  // What could not be divided arrives as null: JSON has neither NaN nor infinity.
  if (!Number.isFinite(value)) return "?";
  const size = Math.abs(value);
  const places = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString("en", {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
  });
}

const cell = (value: number | null): string => (value === null ? "" : digits(value));

/** Of one round only the figure. */
function spreadCells(spread: Spread | null): string[] {
  if (spread === null) return ["", "", ""];
  const { median, least, most, rounds } = spread;
  return [digits(median), ...(rounds > 1 ? [digits(least), digits(most)] : ["", ""])];
}

function aimOf({ aim, unit, better }: Row): string {
  if (aim === null) return "";
  const atLeast = aim.of === "ratio" || better === "more";
  return `${atLeast ? "≥" : "≤"} ${digits(aim.value)}${aim.of === "ratio" ? "" : ` ${unit}`}`;
}

function verdictOf({ aim, ratio, figure, better }: Row): string {
  if (aim === null) return "";
  const measured = (aim.of === "ratio" ? ratio : figure)?.median ?? Number.NaN;
  const atLeast = aim.of === "ratio" || better === "more";
  return (atLeast ? measured >= aim.value : measured <= aim.value) ? "met" : "MISSED";
}
