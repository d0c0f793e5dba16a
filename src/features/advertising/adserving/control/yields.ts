/** Estimates how many reserved ads are delivered, and when. */

/** Boundaries in ms between the age classes of reservations. */
export const AGES: readonly number[] = [1, 5, 15, 60, 180, 360, 720, 1080].map(
  (minutes) => minutes * 60_000,
);

export const ageClass = (age: number): number => {
  const found = AGES.findIndex((limit) => age < limit);
  return found === -1 ? AGES.length : found;
};

/** Counts by age class. */
export type ByAge = readonly number[];

/** For delivered ads, the share delivered before each class begins; starts at 0 and grows. */
export type Delays = readonly number[];

/** The prior: rather too slow than too fast, so that too little is held rather than too much. */
const PRIOR_DELAYS: ByAge = [12, 12, 10, 6, 4, 4, 4, 2.5, 1];

/** Delays computed from the ages at which ads were recently delivered. */
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
 * The chance that a reservation of this age is still delivered. It falls with age, because most deliveries happen
 * early.
 */
function chanceOf(yieldShare: number, delays: Delays, age: number): number {
  // Part of the class has passed already, so take its middle.
  const passed = ((delays[age] ?? 0) + (delays[age + 1] ?? 1)) / 2;
  const left = yieldShare * (1 - passed);
  return left <= 0 ? 0 : left / (1 - yieldShare * passed);
}

/** The expected number of deliveries among the reservations, and the variance of that number. */
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

/** The prior for a new line item: as if this many ads had been held and delivered. */
const PRIOR = { held: 20, delivered: 16 };

/**
 * The share of reservations that are delivered: past and expected deliveries divided by all reservations. `previous` is
 * the last result; repeated calls converge. `lasting` and `released` exclude reservations that nobody has begun to
 * fetch and those of suspects, because a client that only asks must not influence the yield.
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
