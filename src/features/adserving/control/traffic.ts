/** The weekly rhythm of the inventory that a line item could run on (delivery §5). */
import { hourOfWeekOf } from "../core/zones.ts";

const HOUR = 3_600_000;
const WEEK_HOURS = 168;
const FIRST_MONDAY = 4 * 24 * HOUR;

/** Sums over the hours of a week from Monday 00:00 UTC: 169 numbers, the first 0. */
export type Rhythm = Float64Array;

/** Seen opportunities by hour of the week. */
export type Hours = Readonly<Float64Array> | readonly number[];

/** A rhythm that knows nothing: every hour alike. */
export const evenHours = (): Float64Array => new Float64Array(WEEK_HOURS).fill(1 / WEEK_HOURS);

/** How many seen opportunities outweigh what is assumed before any are seen. */
const PRIOR = 200;

/** Adds up `seen`, smoothed by `prior` (hours that sum to 1) as long as little is seen. */
export function rhythmOf(seen: Hours, prior: Hours = evenHours()): Rhythm {
  const total = sum(seen);
  const rhythm = new Float64Array(WEEK_HOURS + 1);
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) {
    const share = ((seen[hour] ?? 0) + PRIOR * (prior[hour] ?? 0)) / (total + PRIOR);
    rhythm[hour + 1] = (rhythm[hour] ?? 0) + share;
  }
  return rhythm;
}

const sum = (hours: Hours): number => {
  let total = 0;
  for (let hour = 0; hour < WEEK_HOURS; hour += 1) total += hours[hour] ?? 0;
  return total;
};

/** `hours` so that they sum to 1; even ones when there is nothing to go by. */
export function normal(hours: Hours): Float64Array {
  const total = sum(hours);
  return total > 0 ? Float64Array.from(hours, (count) => count / total) : evenHours();
}

/** How many mean weeks of inventory lie between two moments (ms); 0 when `to` is not after `from`. */
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
