/** Proposes when the next episode of a show comes out, and says why. */
import type { Executor } from "../../../platform/db/database.ts";
import { clockIn, momentIn } from "../../../platform/text/localtimes.ts";
import { addDays } from "../range/rules.ts";
import { listLastDates } from "./store.ts";

type Show = Readonly<{ show_id: number; timezone: string }>;

/** Why a moment is proposed. `first`: nothing has come out yet; `only`: one episode has; `gap`: as after the last one. */
type Reason = "first" | "only" | "weekday" | "daily" | "gap";

/** Moments are values of a `datetime-local` field, in the show's time zone. */
export type Proposal = Readonly<{
  at: string;
  /** Tomorrow at the time of day at which the show usually comes out. */
  tomorrow: string;
  reason: Reason;
  /** The days since the episode before. */
  gap: number;
  /** When the last one comes out that is scheduled; null if none is. */
  planned: string | null;
}>;

const WEEK = 7;
/** Longer pauses are no rhythm. */
const MOST_DAYS = 31;
const FIRST_TIME = "T06:00";
const DAY_MS = 86_400_000;

/** `besides`: an episode that is not counted. */
export async function proposeTime(
  db: Executor,
  { show_id, timezone }: Show,
  { besides, now }: Readonly<{ besides: number | null; now: Date }>,
): Promise<Proposal> {
  const dates = await listLastDates(db, show_id, besides);
  const clock = clockIn(timezone);
  const proposal = proposalOf(dates.map(clock), clock(now));
  // An hour that the clocks skip becomes the one after it.
  const shown = (local: string) => {
    const moment = momentIn(timezone, local);
    return moment === null ? local : clock(moment);
  };
  return { ...proposal, at: shown(proposal.at), tomorrow: shown(proposal.tomorrow) };
}

/** The proposal with its reason. `dates`: what clocks showed at the last episodes, the newest first. Pure. */
export function proposalOf(dates: readonly string[], now: string): Proposal {
  const [last, before] = dates;
  const today = now.slice(0, 10);
  const usual = usualWeekday(dates);
  const time = usual?.time ?? last?.slice(10) ?? FIRST_TIME;
  const tomorrow = addDays(today, 1) + time;
  if (last === undefined) return { at: tomorrow, tomorrow, reason: "first", gap: 1, planned: null };
  const gap = before === undefined ? WEEK : rhythmOf(last, before);
  const planned = last > now ? last : null;
  const next = nextTime(dates, now);
  if (before === undefined) return { at: next, tomorrow, reason: "only", gap, planned };
  if (usual === null)
    return { at: next, tomorrow, reason: gap === 1 ? "daily" : "gap", gap, planned };
  // After an exception, back to the usual day.
  const day = next.slice(0, 10);
  const at =
    weekdayOf(day) === usual.weekday
      ? next
      : addDays(day, (usual.weekday - weekdayOf(day) + WEEK) % WEEK) + usual.time;
  return { at, tomorrow, reason: "weekday", gap, planned };
}

/** The weekday on which at least two thirds of the last episodes came out, with the time of the newest of them. */
function usualWeekday(dates: readonly string[]): { weekday: number; time: string } | null {
  for (const date of dates) {
    const weekday = weekdayOf(date);
    const same = dates.filter((one) => weekdayOf(one) === weekday);
    if (same.length >= 2 && 3 * same.length >= 2 * dates.length)
      return { weekday, time: date.slice(10) };
  }
  return null;
}

const weekdayOf = (date: string): number => new Date(date.slice(0, 10)).getUTCDay();

const rhythmOf = (last: string, before: string): number =>
  Math.min(Math.max(daysBetween(before, last), 1), MOST_DAYS);

/**
 * At the time of day of the last episode, as many days after it as it came out after the one before, and after `now`;
 * tomorrow morning for the first one. `last`: what clocks showed at the last two, the newest first. Pure.
 */
export function nextTime([last, before]: readonly string[], now: string): string {
  if (last === undefined) return addDays(now.slice(0, 10), 1) + FIRST_TIME;
  const [day, time] = [last.slice(0, 10), last.slice(10)];
  const rhythm = before === undefined ? WEEK : rhythmOf(last, before);
  const over = Math.max(0, Math.floor(daysBetween(day, now) / rhythm));
  const next = addDays(day, rhythm * Math.max(over, 1)) + time;
  return next > now ? next : addDays(next.slice(0, 10), rhythm) + time;
}

/** Calendar days from one to the other. */
const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / DAY_MS);
