/** The pacing curve of a line item by day, what was delivered of it, and where it may end. */
import type { Deps } from "../../../../deps.ts";
import { bookingOf } from "../bookings/rules.ts";
import { findBooked } from "../bookings/store.ts";
import { openHours } from "../core/dayparts.ts";
import { openZones } from "../core/zones.ts";
import { curveOf } from "./control.ts";
import { findRhythm, listDeliveredDays } from "./store.ts";
import { rhythmOf } from "./traffic.ts";

const DAY = 86_400_000;
/** The days whose slowest and fastest bound the cone. */
const CONE_DAYS = 7;
/** A longer flight is shown by its first days only. */
const MOST_DAYS = 400;

/** Cumulative figures at the end of a day, `YYYY-MM-DD` in the line item's time zone. */
export type OutlookDay = Readonly<{
  day: string;
  /** null: the day has not begun. */
  delivered: number | null;
  due: number;
  /** From today on: if every day, and what is left of today, is like the slowest, or the fastest, of the last week; null: unknown. */
  low: number | null;
  high: number | null;
}>;

/** Every day of the flight; empty without a goal or a line item. */
export async function readOutlook(
  { db, clock }: Pick<Deps, "db" | "clock">,
  lineitem_id: number,
): Promise<OutlookDay[]> {
  const row = await findBooked(db, lineitem_id);
  if (row === undefined || row.goal_impressions === null) return [];
  const [now, zones, goal] = [clock().getTime(), openZones(), row.goal_impressions];
  const item = bookingOf(row, [], zones);
  const rhythm = rhythmOf(await findRhythm(db, lineitem_id), openHours(item, now, zones));
  const due = curveOf(item, goal, rhythm);
  const counts = new Map(
    (await listDeliveredDays(db, lineitem_id)).map(({ day, delivered }) => [day, delivered]),
  );
  const days = daysFrom(row.start_date, item.ends - item.starts);
  const today = Math.floor((now - item.starts) / DAY);
  const leftOfToday = today + 1 - (now - item.starts) / DAY;
  const rates = days
    .slice(Math.max(0, today - CONE_DAYS), Math.max(0, today))
    .map((day) => counts.get(day) ?? 0);
  let delivered = 0;
  return days.map((day, at) => {
    if (at <= today) delivered += counts.get(day) ?? 0;
    const ahead = at - today;
    const cone = (rate: number) =>
      Math.min(goal, Math.round(delivered + rate * (ahead + leftOfToday)));
    const isCone = ahead >= 0 && today >= 0 && rates.length > 0;
    return {
      day,
      delivered: at <= today ? delivered : null,
      due: Math.round(due(item.starts + (at + 1) * DAY)),
      low: isCone ? cone(Math.min(...rates)) : null,
      high: isCone ? cone(Math.max(...rates)) : null,
    };
  });
}

const daysFrom = (first: string, length: number): string[] =>
  Array.from({ length: Math.min(MOST_DAYS, Math.round(length / DAY)) }, (_, at) =>
    new Date(Date.parse(`${first}T00:00:00Z`) + at * DAY).toISOString().slice(0, 10),
  );
