/** Calendar days in UTC, and date ranges divided into buckets; pure. */

/** A day as `YYYY-MM-DD`, which sorts as text. */
export type Day = string;
/** Both days are included; `from` is not after `to`. */
export type DayRange = Readonly<{ from: Day; to: Day }>;

export const GROUPS = ["day", "week", "month"] as const;
export type Group = (typeof GROUPS)[number];

const DAY_MS = 86_400_000;
const FORM = /^\d{4}-\d\d-\d\d$/;

/** Whole days since 1970-01-01. */
export const numberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOf = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
export const addDays = (day: Day, days: number): Day => dayOf(numberOf(day) + days);
/** The day of the moment `date`. */
export const dayAt = (date: Date): Day => date.toISOString().slice(0, 10);

/** Whether `text` is an existing day: not 30 February. */
export function isDay(text: string): boolean {
  if (!FORM.test(text)) return false;
  const number = numberOf(text);
  // Some engines turn 30 February into a day in March: only a real day reads back unchanged.
  return Number.isInteger(number) && dayOf(number) === text;
}

/** The same day `years` later; 29 February becomes 28 February if that year has none. */
export function addYears(day: Day, years: number): Day {
  const year = String(Number(day.slice(0, 4)) + years).padStart(4, "0");
  const same = `${year}${day.slice(4)}`;
  return isDay(same) ? same : `${year}-02-28`;
}

/** The first day of the bucket that contains `day`; weeks begin on Monday (ISO 8601). */
export function bucketStart(day: Day, group: Group): Day {
  if (group === "day") return day;
  if (group === "month") return `${day.slice(0, 7)}-01`;
  // 1970-01-01 was a Thursday.
  const number = numberOf(day);
  return dayOf(number - ((((number + 3) % 7) + 7) % 7));
}

/** The day after; avoids date arithmetic for most days, because ranges of five years are common. */
function nextDay(day: Day): Day {
  const last = Number(day.slice(8));
  if (last >= 28) return addDays(day, 1);
  return `${day.slice(0, 8)}${last < 9 ? "0" : ""}${last + 1}`;
}

/** The first day of the bucket after the one that begins on `start`. */
function nextBucket(start: Day, group: Group): Day {
  if (group === "day") return nextDay(start);
  if (group === "week") return addDays(start, 7);
  // No month has more than 31 days, and none fewer than 28.
  return bucketStart(addDays(start, 31), "month");
}

const later = (a: Day, b: Day): Day => (a > b ? a : b);

/** Every bucket that overlaps the range, in order: its first day, no earlier than `from`. */
export function bucketsOf({ from, to }: DayRange, group: Group): Day[] {
  const buckets: Day[] = [];
  for (let start = bucketStart(from, group); start <= to; start = nextBucket(start, group))
    buckets.push(later(start, from));
  return buckets;
}

/**
 * One row for every bucket of the range, in order: the one in `rows`, or `empty` for its date. `rows` are dated as in
 * `bucketsOf`, at most one per bucket.
 */
export function fillBuckets<Row extends { date: Day }>(
  rows: readonly Row[],
  range: DayRange,
  group: Group,
  empty: (date: Day) => Row,
): Row[] {
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return bucketsOf(range, group).map((date) => byDate.get(date) ?? empty(date));
}

/** A stretch of whole months or of days, both ends included; for months, their first days. */
export type Stretch = Readonly<{ span: "day" | "month"; first: Day; last: Day }>;

/**
 * Divides the range into whole months before `closedUntil`, which is the first day of a month, and days. There are at
 * most 60 days besides those from `closedUntil` on.
 */
export function coverRange({ from, to }: DayRange, closedUntil: Day): Stretch[] {
  const firstMonth = from.endsWith("-01") ? from : nextBucket(bucketStart(from, "month"), "month");
  const afterLast = bucketStart(addDays(to, 1), "month");
  /** The month after the last whole one. */
  const endMonth = afterLast < closedUntil ? afterLast : closedUntil;
  if (firstMonth >= endMonth) return [{ span: "day", first: from, last: to }];
  const days = (first: Day, last: Day): Stretch[] =>
    first > last ? [] : [{ span: "day", first, last }];
  return [
    ...days(from, addDays(firstMonth, -1)),
    { span: "month", first: firstMonth, last: bucketStart(addDays(endMonth, -1), "month") },
    ...days(endMonth, to),
  ];
}
