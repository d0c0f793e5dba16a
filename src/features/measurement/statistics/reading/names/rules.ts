/** Sorts names and combines those that are not listed separately; pure. */
import type { Day } from "../../../../../platform/statistics/calendar.ts";
import { OTHERS } from "../../../../../platform/statistics/names.ts";
import type { NameRow } from "../../schema.ts";

/**
 * Compares by code point, as PostgreSQL's "C" collation and ClickHouse do. Thousands of names may have equal counts.
 */
function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return rankOf(left) - rankOf(right);
  }
  return a.length - b.length;
}

const [SURROGATES, AFTER, UNITS] = [0xd800, 0xe000, 0x10000];
/** Surrogates, which encode code points from U+10000 on, come after all code points of a single UTF-16 unit. */
const rankOf = (unit: number): number => (unit >= SURROGATES && unit < AFTER ? unit + UNITS : unit);

/** The order of `StatisticsEngine.readNames` within a date. */
const byFrequency = (a: NameRow, b: NameRow): number =>
  b.count - a.count || compareTexts(a.name, b.name) || compareTexts(a.kind, b.kind);

/** The row of all names that are not listed separately; none if their count is 0. */
const othersRow = (date: Day | null, count: number): NameRow[] =>
  count === 0 ? [] : [{ date, name: OTHERS, kind: "", count }];

/** `rows` of one date in order. */
export function orderNames(rows: readonly NameRow[]): NameRow[] {
  return rows.toSorted(byFrequency);
}

/** The `most` frequent of `rows`, in order, followed by one row for the others. */
export function keepMostFrequent(rows: readonly NameRow[], most: number): NameRow[] {
  const named = orderNames(rows.filter(({ name }) => name !== OTHERS));
  const kept = named.slice(0, most);
  const sum = (some: readonly NameRow[]) => some.reduce((total, { count }) => total + count, 0);
  return [...kept, ...othersRow(null, sum(rows) - sum(kept))];
}

/** Those of `rows` (of one date) that have one of these names, in order, followed by one row for the others. */
export function keepNames(rows: readonly NameRow[], names: ReadonlySet<string>): NameRow[] {
  const kept: NameRow[] = [];
  let others = 0;
  for (const row of rows)
    if (names.has(row.name) && row.name !== OTHERS) kept.push(row);
    else others += row.count;
  return [...orderNames(kept), ...othersRow(rows[0]?.date ?? null, others)];
}
