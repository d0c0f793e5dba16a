/** What becomes of ads that are held: how many are delivered, and when. */

/** Ages in ms that part reservations into classes. */
export const AGES: readonly number[] = [1, 5, 15, 60, 180, 360, 720, 1080].map(
  (minutes) => minutes * 60_000,
);

export const ageClass = (age: number): number => {
  const found = AGES.findIndex((limit) => age < limit);
  return found === -1 ? AGES.length : found;
};

/** Counts by age class. */
export type ByAge = readonly number[];

/** Of ads that are delivered, the share that is before each class begins: 0 at first, growing. */
export type Delays = readonly number[];

/** Assumed before anything is known; rather too slow than too fast, so that nothing is held in excess. */
const PRIOR_DELAYS: ByAge = [12, 12, 10, 6, 4, 4, 4, 2.5, 1];

/** From the ages at which ads were delivered lately. */
export function delaysOf(settled: ByAge): Delays {
  const counts = PRIOR_DELAYS.map((prior, at) => prior + (settled[at] ?? 0));
  const total = counts.reduce((sum, count) => sum + count, 0);
  let before = 0;
  return counts.map((count) => {
    const share = before / total;
    before += count;
    return share;
  });
}

/**
 * The chance that one held for so long is still delivered. Whoever has waited for hours mostly waits
 * in vain: those that are delivered mostly were by then.
 */
export function chanceOf(yieldShare: number, delays: Delays, age: number): number {
  // The middle of the class: some of it has passed.
  const passed = ((delays[age] ?? 0) + (delays[age + 1] ?? 1)) / 2;
  const left = yieldShare * (1 - passed);
  return left <= 0 ? 0 : left / (1 - yieldShare * passed);
}

/** How many of those that are held are expected to be delivered, and the variance of that number. */
export type Expected = Readonly<{ expected: number; variance: number }>;

export function expectedOf(yieldShare: number, delays: Delays, outstanding: ByAge): Expected {
  let expected = 0;
  let variance = 0;
  for (let age = 0; age < outstanding.length; age += 1) {
    const count = outstanding[age] ?? 0;
    if (count === 0) continue;
    const chance = chanceOf(yieldShare, delays, age);
    expected += count * chance;
    variance += count * chance * (1 - chance);
  }
  return { expected, variance };
}

/** Before anything is known of a line item: as if so many had been held, so many delivered. */
const PRIOR = { held: 20, delivered: 16 };

/**
 * The share of what is held that is delivered: those that were, and those that are still expected
 * to be, of all. `previous` is the last answer; asked again and again it settles. `lasting` and `released`
 * leave out what nobody has begun to fetch and what is held for suspects: who only asks teaches nothing.
 */
export function learnYield(
  previous: number,
  delays: Delays,
  { delivered, released, lasting }: { delivered: number; released: number; lasting: ByAge },
): number {
  const held = lasting.reduce((sum, count) => sum + count, 0);
  const { expected } = expectedOf(previous, delays, lasting);
  const share =
    (delivered + expected + PRIOR.delivered) / (delivered + released + held + PRIOR.held);
  return Math.min(1, Math.max(0.02, share));
}
