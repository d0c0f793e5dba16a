/** The weekly rhythm of the inventory that a line item could run on (delivery §5). */
import { hourOfWeekOf } from "../core/zones.ts";

const HOUR = 3_600_000;
const WEEK_HOURS = 168;
const FIRST_MONDAY = 4 * 24 * HOUR;

/** Cumulative sums over the hours of a week from Monday 00:00 UTC: 169 numbers, the first 0. */
export type Rhythm = Float64Array;

/** Observed ad requests by hour of the week. */
export type Hours = Readonly<Float64Array> | readonly number[];

/** A rhythm without information: all hours are equal. */
export const evenHours = (): Float64Array => new Float64Array(WEEK_HOURS).fill(1 / WEEK_HOURS);

/** This many observed ad requests outweigh the prior. */
const PRIOR = 200;

/** Cumulates `seen`, smoothed by `prior` (hours that sum to 1) while there are few observations. */
export function rhythmOf(seen: Hours, prior: Hours = evenHours()): Rhythm {
  const total = sum(seen);
  const rhythm = new Float64Array(WEEK_HOURS + 1);
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) {
    const share = ((seen[hour] ?? 0) + PRIOR * (prior[hour] ?? 0)) / (total + PRIOR);
    rhythm[hour + 1] = (rhythm[hour] ?? 0) + share;
  }
  return rhythm;
}

const ALL_HOURS: readonly number[] = Array.from({ length: WEEK_HOURS }, (_, hour) => hour);

/**
 * The mean week of what was seen from `since` to `until` (ms), times the number of weeks. Hours of the week that have
 * not come yet are assumed to be like the same hours of other days; otherwise the curve of a first week would end with
 * its last observation. `open`: the hours in which anything can be seen.
 */
export function meanWeek(seen: Hours, since: number, until: number, open: Hours): Float64Array {
  const passed = passedHours(since, until);
  const rateOf = (hours: readonly number[]): number | null => {
    const known = hours.filter((hour) => (open[hour] ?? 0) > 0);
    const time = known.reduce((all, hour) => all + (passed[hour] ?? 0), 0);
    return time < 0.5 ? null : known.reduce((all, hour) => all + (seen[hour] ?? 0), 0) / time;
  };
  const usual = rateOf(ALL_HOURS);
  if (usual === null) return Float64Array.from(seen);
  const ofDay = ALL_HOURS.slice(0, 24).map(
    (hour) => rateOf(ALL_HOURS.filter((other) => other % 24 === hour)) ?? usual,
  );
  const weeks = Math.max(1, (until - since) / (WEEK_HOURS * HOUR));
  return Float64Array.from(ALL_HOURS, (hour) => {
    if ((open[hour] ?? 0) === 0) return 0;
    return (rateOf([hour]) ?? ofDay[hour % 24] ?? usual) * weeks;
  });
}

/** How many hours of each hour of the week lie between two moments. */
function passedHours(since: number, until: number): Float64Array {
  const passed = new Float64Array(WEEK_HOURS);
  for (let at = since; at < until; ) {
    const end = Math.min(until, (Math.floor(at / HOUR) + 1) * HOUR);
    const hour = hourOfWeekOf(at);
    passed[hour] = (passed[hour] ?? 0) + (end - at) / HOUR;
    at = end;
  }
  return passed;
}

const sum = (hours: Hours): number => {
  let total = 0;
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) total += hours[hour] ?? 0;
  return total;
};

/** How many mean weeks of inventory lie between two moments (ms); 0 if `to` is not after `from`. */
export function massBetween(rhythm: Rhythm, from: number, to: number): number {
  return to <= from ? 0 : massUntil(rhythm, to) - massUntil(rhythm, from);
}

function massUntil(rhythm: Rhythm, at: number): number {
  const weeks = Math.floor((at - FIRST_MONDAY) / (WEEK_HOURS * HOUR));
  const hour = hourOfWeekOf(at);
  const part = (((at % HOUR) + HOUR) % HOUR) / HOUR;
  const before = rhythm[hour] ?? 0;
  const after = rhythm[hour + 1] ?? before;
  return weeks * (rhythm[WEEK_HOURS] ?? 1) + before + (after - before) * part;
}
