/** The moments of what recurs on days of a time zone, whatever its clocks do; pure. */
import { addDays, type Day } from "../statistics/calendar.ts";
import { localTime, momentIn } from "./localtimes.ts";

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY"] as const;
type Frequency = (typeof FREQUENCIES)[number];

export type Times = Readonly<{
  frequency: Frequency;
  /** From 1 (Monday) to 7; null unless the frequency is `WEEKLY`. */
  weekday: number | null;
  /** The day of the month; null unless the frequency is `MONTHLY`. */
  day: number | null;
  /** From 0 to 23, as clocks in `timezone` show it. */
  hour: number;
  timezone: string;
}>;

/** From 1 (Monday) to 7. */
const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const isLastOfMonth = (day: Day): boolean => addDays(day, 1).endsWith("-01");

function isDue({ frequency, weekday, day }: Times, date: Day): boolean {
  if (frequency === "DAILY") return true;
  if (frequency === "WEEKLY") return weekdayOf(date) === weekday;
  const number = Number(date.slice(8));
  return number === day || (isLastOfMonth(date) && number < (day ?? 0));
}

/** The day of a moment in the time zone of the schedule. */
export const dayIn = ({ timezone }: Pick<Times, "timezone">, at: Date): Day =>
  localTime(timezone, at).slice(0, 10);

/** No two of a schedule's days are further apart. */
const MOST_DAYS = 32;

/** The next moment after `after`. Each day of the schedule has one, whatever clocks skip or repeat on it. */
export function nextTime(times: Times, after: Date): Date {
  const hour = `T${String(times.hour).padStart(2, "0")}:00`;
  const today = dayIn(times, after);
  for (let n = 0; n <= MOST_DAYS; n += 1) {
    const date = addDays(today, n);
    const at = isDue(times, date) ? momentIn(times.timezone, `${date}${hour}`) : null;
    if (at !== null && at > after) return at;
  }
  throw new Error(`a schedule without a next time: ${JSON.stringify(times)}`);
}

/** The last moment not after `now`, from a moment of the schedule that has come: servers may have been off for weeks. */
export function latestTime(times: Times, due: Date, now: Date): Date {
  const next = nextTime(times, due);
  return next > now ? due : latestTime(times, next, now);
}
