/** The range of dates that a page shows, and the one that it is compared with, as days of a time zone; pure. */

import { localTime, momentIn } from "../../../platform/text/localtimes.ts";
import type { RangeQuery } from "./schema.ts";

/** Days as `YYYY-MM-DD`, both included. */
export type Days = Readonly<{ from: string; to: string }>;

export type Range = Days &
  Readonly<{
    preset: NonNullable<RangeQuery["range"]>;
    /** How many days. */
    length: number;
    compare: RangeQuery["compare"];
    comparison: Days | null;
    /** Whether the last day is today, so that its figures still grow. */
    isUnfinished: boolean;
    timezone: string;
  }>;

const DAY_MS = 86_400_000;
/** Ten years: the longest range of the statistics. */
const MOST_DAYS = 3653;
const DEFAULT = "28";

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** `day` and `days` more. */
export const addDays = (day: string, days: number): string =>
  new Date(timeOf(day) + days * DAY_MS).toISOString().slice(0, 10);

const lengthOf = ({ from, to }: Days): number => (timeOf(to) - timeOf(from)) / DAY_MS + 1;

/** The range that `query` asks for, today included. */
export function rangeOf(
  query: RangeQuery,
  { timezone, now }: { timezone: string; now: Date },
): Range {
  const today = localTime(timezone, now).slice(0, 10);
  const { preset, days } = chosenDays(query, today);
  const length = lengthOf(days);
  return {
    ...days,
    preset,
    length,
    compare: query.compare,
    comparison: comparisonOf(days, length, query.compare),
    isUnfinished: days.to === today,
    timezone,
  };
}

function chosenDays(query: RangeQuery, today: string): { preset: Range["preset"]; days: Days } {
  const { from, to = today } = query;
  const isCustom = query.range === "custom" || query.range === undefined;
  if (isCustom && from !== undefined) {
    const [first, last] = from <= to ? [from, to] : [to, from];
    const earliest = addDays(last, 1 - MOST_DAYS);
    return { preset: "custom", days: { from: first < earliest ? earliest : first, to: last } };
  }
  const preset = query.range === undefined || query.range === "custom" ? DEFAULT : query.range;
  if (preset === "month") return { preset, days: { from: `${today.slice(0, 8)}01`, to: today } };
  return { preset, days: { from: addDays(today, 1 - Number(preset)), to: today } };
}

function comparisonOf({ from, to }: Days, length: number, compare: Range["compare"]): Days | null {
  if (compare === "none") return null;
  // 52 weeks, so that the days of the week are the same.
  const back = compare === "year" ? Math.max(364, Math.ceil(length / 7) * 7) : length;
  return { from: addDays(from, -back), to: addDays(to, -back) };
}

/** The moments at which days begin and end in the time zone; `until` is excluded. */
export const momentsOf = (
  days: Days,
  timezone: string,
): Readonly<{ since: Date; until: Date }> => ({
  since: midnight(days.from, timezone),
  until: midnight(addDays(days.to, 1), timezone),
});

const midnight = (day: string, timezone: string): Date =>
  momentIn(timezone, `${day}T00:00`) ?? new Date(timeOf(day));

/** The range as parameters of a link. */
export function rangeParamsOf({ preset, from, to, compare }: Range): Record<string, string> {
  const days = preset === "custom" ? { from, to } : {};
  return { range: preset, ...days, compare };
}

/** “21 Nov – 4 Dec 2026”. */
export function rangeText({ from, to }: Days, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });
  return format.formatRange(new Date(timeOf(from)), new Date(timeOf(to)));
}
