/** The weeks of a month, and the episodes of each day in a time zone; pure. */

import { clockIn } from "../../../platform/text/localtimes.ts";
import { addDays } from "../range/rules.ts";

export type Day<T> = Readonly<{
  /** `2026-11-23`. */
  day: string;
  isInMonth: boolean;
  isToday: boolean;
  isPast: boolean;
  items: readonly T[];
}>;

type Dated = Readonly<{ date: Date }>;

/** `2026-12` for `2026-11`. */
export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7);
}

/** On which day weeks begin where the reader is: 1 is Monday, 7 is Sunday. */
export function firstWeekday(locale: string): number {
  const info = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
  };
  return info.getWeekInfo?.().firstDay ?? 1;
}

/** The first and the last day that the weeks of a month show. */
export function daysAround(month: string, firstDay: number): { first: string; last: string } {
  const begin = `${month}-01`;
  const end = addDays(`${addMonths(month, 1)}-01`, -1);
  const isFirst = (day: string) => weekdayOf(day) === firstDay;
  const first = [0, 1, 2, 3, 4, 5, 6].map((back) => addDays(begin, -back)).find(isFirst) ?? begin;
  const next = [1, 2, 3, 4, 5, 6, 7].map((on) => addDays(end, on)).find(isFirst) ?? end;
  return { first, last: addDays(next, -1) };
}

/** 1 is Monday, 7 is Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

type Month = Readonly<{ month: string; firstDay: number; timezone: string; now: Date }>;

/** The days of whole weeks, each with what happens on it where the person is. */
export function daysOf<T extends Dated>(
  items: readonly T[],
  { month, firstDay, timezone, now }: Month,
): Day<T>[] {
  const { first, last } = daysAround(month, firstDay);
  const clock = clockIn(timezone);
  const today = clock(now).slice(0, 10);
  const byDay = Map.groupBy(items, ({ date }) => clock(date).slice(0, 10));
  const days: Day<T>[] = [];
  for (let day = first; day <= last; day = addDays(day, 1))
    days.push({
      day,
      isInMonth: day.startsWith(month),
      isToday: day === today,
      isPast: day < today,
      items: byDay.get(day) ?? [],
    });
  return days;
}
