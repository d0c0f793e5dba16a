/** When saved reports are mailed, and the bounds of mails; pure. */
import type { Limit } from "../../../platform/limits.ts";
import { addDays, type Day } from "../../../platform/statistics/calendar.ts";
import { localTime, momentIn } from "../../../platform/text/localtimes.ts";

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

const MINUTE = 60_000;
/** The pauses between attempts at a mail server that does not take a mail now. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 180 * MINUTE] as const;

/** How long to wait after `attempts` in ms; null: there is no further one. */
export const pauseAfter = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** After this time a process that has not handed a mail over is taken for dead. */
export const CLAIM_MS = 2 * MINUTE;

export const MAIL_ATTEMPTS: Limit = {
  name: "report-mail-attempts",
  value: PAUSES.length + 1,
  unit: "attempts",
  bounds: "Attempts to send one mail with a report, over about four hours.",
  beyond: "The mail has failed; the page of the report says why.",
};

export const RECIPIENTS: Limit = {
  name: "report-recipients",
  value: 50,
  unit: "members",
  bounds: "Recipients of one saved report.",
  beyond: "400 on `recipients`.",
};

export const TEST_MAILS: Limit = {
  name: "report-test-mails",
  value: 10,
  unit: "mails",
  bounds: "Mails with one saved report that its owner asks for within an hour.",
  beyond: "429 `busy` with `Retry-After`",
};

export const ATTACHED_BYTES: Limit = {
  name: "report-mail-attachment",
  value: 2 ** 20,
  unit: "bytes",
  bounds: "The CSV that is attached to a mail with a report.",
  beyond: "The mail has a link to the CSV instead.",
};

/** Rows in the text of a mail. */
export const SHOWN_ROWS = 10;
