/** Periods of campaign reports, what they are broken down by, and their effective price; pure. */
import type { Limit } from "../../../platform/limits.ts";
import {
  addDays,
  bucketStart,
  type Day,
  type DayRange,
  dayAt,
  type Group,
} from "../../../platform/statistics/calendar.ts";
import { MOST_ROWS } from "../statistics/reports/store.ts";

/** `custom`: from one day to another. All others are whole UTC days before today, except `this_month`. */
export const PERIODS = [
  "custom",
  "yesterday",
  "last_7_days",
  "last_30_days",
  "last_week",
  "this_month",
  "last_month",
] as const;
export type Period = (typeof PERIODS)[number];
export type RelativePeriod = Exclude<Period, "custom">;

export const DIMENSIONS = [
  "day",
  "week",
  "month",
  "advertiser",
  "campaign",
  "lineitem",
  "show",
  "creative",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const REPORT_ROWS: Limit = {
  name: "campaign-report-rows",
  value: MOST_ROWS,
  unit: "rows",
  bounds: "Rows of one campaign report, as JSON or as CSV.",
  beyond: "400 on `dimensions`: choose fewer dimensions, a shorter range, or one campaign.",
};

/** The days of a period at a moment. `this_month` includes today; weeks begin on Monday. */
export function daysOf(period: RelativePeriod, now: Date): DayRange {
  const today = dayAt(now);
  const yesterday = addDays(today, -1);
  const before = (start: Day, group: Group): DayRange => {
    const to = addDays(start, -1);
    return { from: bucketStart(to, group), to };
  };
  if (period === "yesterday") return { from: yesterday, to: yesterday };
  if (period === "last_7_days") return { from: addDays(today, -7), to: yesterday };
  if (period === "last_30_days") return { from: addDays(today, -30), to: yesterday };
  if (period === "last_week") return before(bucketStart(today, "week"), "week");
  const month = bucketStart(today, "month");
  return period === "this_month" ? { from: month, to: today } : before(month, "month");
}

const GROUPED: readonly Group[] = ["day", "week", "month"];

/** The buckets of a report; null if its dimensions have no date. */
export const groupOf = (dimensions: readonly Dimension[]): Group | null =>
  GROUPED.find((group) => dimensions.includes(group)) ?? null;

/**
 * The revenue of a thousand impressions, both exact, in 10⁻⁸ rounded half away from zero; null without impressions.
 * Corrections may make either figure negative.
 */
export function ecpmOf(impressions: number, revenue: bigint): bigint | null {
  if (impressions === 0) return null;
  const [above, below] = [revenue * 1000n, BigInt(impressions)];
  const isNegative = above < 0n !== below < 0n;
  const [size, per] = [above < 0n ? -above : above, below < 0n ? -below : below];
  const rounded = (2n * size + per) / (2n * per);
  return isNegative ? -rounded : rounded;
}
