/** When mails about new episodes are due, and their bounds. Pure. */
import type { Limit } from "../../../../platform/limits.ts";
import { addDays } from "../../../../platform/statistics/calendar.ts";
import { clockIn, momentIn } from "../../../../platform/text/localtimes.ts";
import { nextTime } from "../../../../platform/text/recurringtimes.ts";

export const MAIL_FREQUENCIES = ["OFF", "AT_ONCE", "DAILY", "WEEKLY"] as const;

export type MailTimes = Readonly<{
  frequency: (typeof MAIL_FREQUENCIES)[number];
  /** From 1 (Monday) to 7. */
  weekday: number;
  hour: number;
  /** Hours from 0 to 23; null: never quiet. */
  quiet_from: number | null;
  quiet_to: number | null;
  timezone: string;
  mailed_at: Date | null;
}>;

const MINUTE = 60_000;

export const MAIL_PAUSE: Limit = {
  name: "episode-mail-pause",
  value: 15 * MINUTE,
  unit: "ms",
  bounds: "Time between two mails about new episodes to one person.",
  beyond: "What is published meanwhile is in the next mail.",
};

export const EPISODES_IN_MAIL: Limit = {
  name: "episodes-in-mail",
  value: 50,
  unit: "episodes",
  bounds: "Episodes that one mail names.",
  beyond: "The mail says how many more there are.",
};

const hourText = (hour: number): string => `T${String(hour).padStart(2, "0")}:00`;

/** The end of the quiet hours that `moment` is in; otherwise `moment`. */
export function afterQuiet(
  { quiet_from, quiet_to, timezone }: Pick<MailTimes, "quiet_from" | "quiet_to" | "timezone">,
  moment: Date,
): Date {
  if (quiet_from === null || quiet_to === null) return moment;
  const local = clockIn(timezone)(moment);
  const [today, hour] = [local.slice(0, 10), Number(local.slice(11, 13))];
  const isOverNight = quiet_from > quiet_to;
  const isQuiet = isOverNight
    ? hour >= quiet_from || hour < quiet_to
    : hour >= quiet_from && hour < quiet_to;
  if (!isQuiet) return moment;
  const day = isOverNight && hour >= quiet_from ? addDays(today, 1) : today;
  return momentIn(timezone, `${day}${hourText(quiet_to)}`) ?? moment;
}

/** When something that waits since `now` is mailed. */
export function dueTime(times: MailTimes, now: Date): Date {
  const { frequency, weekday, hour, timezone, mailed_at } = times;
  if (frequency === "DAILY" || frequency === "WEEKLY") {
    const ofWeek = frequency === "WEEKLY" ? weekday : null;
    return nextTime({ frequency, weekday: ofWeek, day: null, hour, timezone }, now);
  }
  const free = (mailed_at?.getTime() ?? 0) + MAIL_PAUSE.value;
  return afterQuiet(times, new Date(Math.max(now.getTime(), free)));
}
