/** Dayparts: the hours of the week in which a line item runs, and when its last open hour ends. */
import { hourOfWeekOf, type Zones } from "./zones.ts";

/** Hours of the week from Monday 00:00 in the line item's own time zone, 0 to 167; null: all. */
export type Dayparts = ReadonlySet<number> | null;

const HOUR = 3_600_000;
const WEEK_HOURS = 168;
/** Offsets of time zones are multiples of this. */
const QUARTER = HOUR / 4;

type Flight = Readonly<{ starts: number; ends: number; timezone: string; hours: Dayparts }>;

/** Until when (ms) a line item can run: `ends`, or the end of its last open hour before `ends`. */
export function closingOf({ starts, ends, timezone, hours }: Flight, zones: Zones): number {
  if (hours === null) return ends;
  const last = zones.hourOfWeek(ends - 1, timezone);
  for (let back = 0; back < WEEK_HOURS; back += 1)
    if (hours.has((last - back + WEEK_HOURS) % WEEK_HOURS)) {
      const close = ends - back * HOUR;
      // Correct for a clock change between the two moments.
      const changed = zones.offset(ends - 1, timezone) - zones.offset(close - 1, timezone);
      return Math.max(starts, close + changed);
    }
  return ends;
}

/** How a line item's time is distributed over the hours of the week from Monday 00:00 UTC; sums to 1. */
export function openHours(
  { timezone, hours }: Pick<Flight, "timezone" | "hours">,
  at: number,
  zones: Zones,
): Float64Array {
  const shares = new Float64Array(WEEK_HOURS).fill(1 / WEEK_HOURS);
  if (hours === null || hours.size === 0) return shares;
  const offset = zones.offset(at, timezone);
  let open = 0;
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) {
    let quarters = 0;
    for (let quarter = 0; quarter < 4; quarter += 1)
      if (hours.has(hourOfWeekOf(MONDAY + hour * HOUR + quarter * QUARTER + offset))) quarters += 1;
    shares[hour] = quarters;
    open += quarters;
  }
  return shares.map((quarters) => quarters / open);
}

/** Any Monday 00:00 UTC. */
const MONDAY = Date.UTC(2026, 0, 5);

export const isOpen = (hours: Dayparts, at: number, zone: string, zones: Zones): boolean =>
  hours === null || hours.has(zones.hourOfWeek(at, zone));
