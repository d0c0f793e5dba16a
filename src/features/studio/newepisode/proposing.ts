/** Proposes when the next episode of a show comes out. */
import type { Executor } from "../../../platform/db/database.ts";
import { clockIn, momentIn } from "../../../platform/text/localtimes.ts";
import { addDays } from "../range/rules.ts";
import { listLastDates } from "./store.ts";

type Show = Readonly<{ show_id: number; timezone: string }>;

const WEEK = 7;
/** Longer pauses are no rhythm. */
const MOST_DAYS = 31;
const FIRST_TIME = "T06:00";
const DAY_MS = 86_400_000;

/** The value of a `datetime-local` field in the time zone. `besides`: an episode that is not counted. */
export async function proposeTime(
  db: Executor,
  { show_id, timezone }: Show,
  { besides, now }: Readonly<{ besides: number | null; now: Date }>,
): Promise<string> {
  const dates = await listLastDates(db, show_id, besides);
  const proposed = nextTime(dates.map(clockIn(timezone)), clockIn(timezone)(now));
  // An hour that the clocks skip becomes the one after it.
  const moment = momentIn(timezone, proposed);
  return moment === null ? proposed : clockIn(timezone)(moment);
}

/**
 * At the time of day of the last episode, as many days after it as it came out after the one before, and after `now`;
 * tomorrow morning for the first one. `last`: what clocks showed at the last two, the newest first. Pure.
 */
export function nextTime([last, before]: readonly string[], now: string): string {
  if (last === undefined) return addDays(now.slice(0, 10), 1) + FIRST_TIME;
  const [day, time] = [last.slice(0, 10), last.slice(10)];
  const gap = before === undefined ? WEEK : daysBetween(before, last);
  const rhythm = Math.min(Math.max(gap, 1), MOST_DAYS);
  const over = Math.max(0, Math.floor(daysBetween(day, now) / rhythm));
  const next = addDays(day, rhythm * Math.max(over, 1)) + time;
  return next > now ? next : addDays(next.slice(0, 10), rhythm) + time;
}

/** Calendar days from one to the other. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS);
