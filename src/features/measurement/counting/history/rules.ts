/** Months of the history: their names, bounds, and when they are closed; pure. */
import { addDays, bucketStart, type Day } from "../../../../platform/statistics/calendar.ts";
import type { Part } from "./schema.ts";

/**
 * A month can be archived this many days after its end: by then recounts of unrealistic addresses, and signals of the
 * last seven days, no longer read it.
 */
const CLOSED_DAYS = 8;

/** The first day of the month after `month`, its first day. */
export const monthAfter = (month: Day): Day => bucketStart(addDays(month, 31), "month");

export const isClosed = (month: Day, today: Day): boolean =>
  addDays(monthAfter(month), CLOSED_DAYS) <= today;

/** Whether `month` is older than the last `kept` closed months. */
export function isOlderThan(month: Day, kept: number, today: Day): boolean {
  let first = bucketStart(today, "month");
  for (let count = 0; count < kept; count += 1) first = bucketStart(addDays(first, -1), "month");
  return month < first;
}

/** `2026-08` as its first day; null for any other text. */
export const monthOf = (text: string): Day | null =>
  /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text) ? `${text}-01` : null;

/** The first day of a month as `2026-08`. */
export const nameOf = (month: Day): string => month.slice(0, 7);

/** The months of the days from `first` to `last` (ms). */
export function monthsBetween(first: number, last: number): Day[] {
  const months: Day[] = [];
  const end = new Date(last).toISOString().slice(0, 10);
  for (let month = bucketStart(new Date(first).toISOString().slice(0, 10), "month"); month <= end; )
    month = monthAfter(months[months.push(month) - 1] ?? month);
  return months;
}

/** The partition of a part, as `ensure_partition` names it. */
export const partitionOf = ({ ledger, day }: Part): string =>
  `${ledger}_${(ledger === "media_parcels" ? day : nameOf(day)).replaceAll("-", "")}`;

/** The bounds of that partition. */
export const boundsOf = ({ ledger, day }: Part): readonly [Day, Day] =>
  ledger === "media_parcels" ? [day, addDays(day, 1)] : [day, monthAfter(day)];
