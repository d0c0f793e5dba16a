/** Compares a third party's figures with ours, day by day and line item by line item; pure, exact. */
import type { Day } from "../../../platform/statistics/calendar.ts";
import { type Figures, placeOf } from "./reading/sums.ts";

/** `sold`: what we counted; `reported`: what the report says. Revenue in 10⁻⁸. */
export type Pair = Readonly<{
  sold: Figures;
  reported: Figures;
  /** Whether either differs too much. */
  isMarked: boolean;
  marks: Readonly<{ impressions: boolean; revenue: boolean }>;
}>;
export type Compared = Pair & Readonly<{ date: Day; lineitem_id: number }>;

/** Differences above a twentieth of our figure are marked: 5 %. */
const TOLERANCE = 20n;
/** Reports round their amounts to a cent, in 10⁻⁸: a smaller difference is no difference of counting. */
const CENT = 1_000_000n;

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
const isAbove = (difference: bigint, base: bigint): boolean =>
  absolute(difference) * TOLERANCE > absolute(base);

/** `hasRevenue`: the report has amounts, too. */
function compare(sold: Figures, reported: Figures, hasRevenue: boolean): Pair {
  const money = reported.revenue - sold.revenue;
  const marks = {
    impressions: isAbove(BigInt(reported.impressions - sold.impressions), BigInt(sold.impressions)),
    revenue: hasRevenue && absolute(money) > CENT && isAbove(money, sold.revenue),
  };
  return { sold, reported, isMarked: marks.impressions || marks.revenue, marks };
}

type Sold = Figures & Readonly<{ date: Day; lineitem_id: number }>;

const NOTHING: Figures = { impressions: 0, revenue: 0n };

/** Every day and line item that one of the two has, by date and then by id. */
export function compareAll(
  sold: readonly Sold[],
  reported: ReadonlyMap<string, Figures>,
  hasRevenue: boolean,
): Compared[] {
  const ours = new Map(sold.map((row) => [placeOf(row.date, row.lineitem_id), row]));
  const places = new Set([...ours.keys(), ...reported.keys()]);
  const rows = Array.from(places, (place): Compared => {
    const [date = "", id] = place.split(" ");
    const pair = compare(ours.get(place) ?? NOTHING, reported.get(place) ?? NOTHING, hasRevenue);
    return { date, lineitem_id: Number(id), ...pair };
  });
  return rows.sort((a, b) => compareTexts(a.date, b.date) || a.lineitem_id - b.lineitem_id);
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The sums of all rows, marked by themselves. */
export function sumAll(rows: readonly Compared[], hasRevenue: boolean): Pair {
  const sold: Figures = { impressions: 0, revenue: 0n };
  const reported: Figures = { impressions: 0, revenue: 0n };
  for (const row of rows) {
    sold.impressions += row.sold.impressions;
    sold.revenue += row.sold.revenue;
    reported.impressions += row.reported.impressions;
    reported.revenue += row.reported.revenue;
  }
  return compare(sold, reported, hasRevenue);
}

/** Marked rows first, then the largest differences of impressions. */
export const worstFirst = (rows: readonly Compared[]): Compared[] =>
  rows.toSorted(
    (a, b) =>
      Number(b.isMarked) - Number(a.isMarked) ||
      Math.abs(b.reported.impressions - b.sold.impressions) -
        Math.abs(a.reported.impressions - a.sold.impressions),
  );

/** The difference in percent of our figure with two decimals, rounded half away from zero; null if ours is 0. */
export function percentOf(sold: bigint, reported: bigint): string | null {
  if (sold === 0n) return null;
  const difference = (reported - sold) * (sold < 0n ? -1n : 1n);
  const hundredths = (absolute(difference) * 20_000n + absolute(sold)) / (absolute(sold) * 2n);
  const text = `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, "0")}`;
  return difference < 0n && hundredths > 0n ? `-${text}` : text;
}
