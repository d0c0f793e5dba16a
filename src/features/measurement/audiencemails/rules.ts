/** When mails about a person's own shows are due, and which days stand out. Pure. */
import { addDays, type Day, type DayRange, dayAt } from "../../../platform/statistics/calendar.ts";
import { dayIn, nextTime, type Times } from "../../../platform/text/recurringtimes.ts";

/** The hour of both mails, by the clocks of the person. */
const MORNING = 8;

const everyMonday = (timezone: string): Times => ({
  frequency: "WEEKLY",
  weekday: 1,
  day: null,
  hour: MORNING,
  timezone,
});

/** The next weekly report, and the Monday of the last one that was due, whatever the time zone was before. */
export function weeklyTimes(timezone: string, now: Date): Readonly<{ next: Date; monday: Day }> {
  const times = everyMonday(timezone);
  const next = nextTime(times, now);
  return { next, monday: addDays(dayIn(times, next), -7) };
}

/** The next morning of the person. */
export const nextMorning = (timezone: string, now: Date): Date =>
  nextTime({ frequency: "DAILY", weekday: null, day: null, hour: MORNING, timezone }, now);

/** Days of a weekly report. */
export const WEEK = 7;

/** The last seven days, in UTC as all statistics, that are over at a moment, and the seven before. */
export function weeksBefore(moment: Date): Readonly<{ week: DayRange; both: DayRange }> {
  const to = addDays(dayAt(moment), -1);
  return {
    week: { from: addDays(to, 1 - WEEK), to },
    both: { from: addDays(to, 1 - 2 * WEEK), to },
  };
}

/** A day is compared with so many before it: five weeks, so that a show that comes out monthly has a release among them. */
export const JUMP_DAYS = 35;
/** The median, unlike the mean, is not moved by release days. */
const TIMES_MEDIAN = 3;
/** Release days come again and again, and are no news: a day must also be far above the best one. */
const TIMES_MOST = 1.5;
/** Small shows triple by chance. */
export const JUMP_MORE = 100;
/** After a note, none about the same show for so long: what spreads goes on for days. */
export const JUMP_PAUSE_DAYS = 7;
/** Days that are judged, the last full ones: what logs or recounts bring later is history, and no news. */
export const JUDGED_DAYS = 2;

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}

/** The usual day of a show if `total` stands out from it; otherwise null. `before`: the days before, zeros included. */
export function usualIfJump(total: number, before: readonly number[]): number | null {
  const usual = medianOf(before);
  const isJump =
    total > TIMES_MEDIAN * usual &&
    total > TIMES_MOST * Math.max(...before) &&
    total >= usual + JUMP_MORE;
  return isJump ? Math.round(usual) : null;
}
