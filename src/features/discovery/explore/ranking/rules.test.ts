/** Which signals raise or lower a show's score, and how unknown ones are treated. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { RECENT_EPISODES, type Signals, scoreOf, TOP_SCORE, WEIGHED } from "./rules.ts";

const NOW = Date.UTC(2025, 5, 1);
const DAY_MS = 86_400_000;
/** Published every `gap` days, the latest `age` days ago. */
const every = (gap: number, age = 1, count = RECENT_EPISODES) =>
  Array.from({ length: count }, (_, at) => NOW - (age + at * gap) * DAY_MS);

const PLAIN: Signals = {
  listeners: 100,
  completion: 0.5,
  favorites: 10,
  likes: 10,
  published: every(7),
  hasArtwork: true,
  descriptionLength: 200,
};
const score = (changes: Partial<Signals> = {}) => scoreOf({ ...PLAIN, ...changes }, NOW);

const signals: fc.Arbitrary<Signals> = fc.record({
  listeners: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
  completion: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  favorites: fc.nat(),
  likes: fc.nat(),
  // Includes times in the future, because clocks differ.
  published: fc
    .array(fc.integer({ min: 0, max: NOW + 10 * DAY_MS }), { maxLength: RECENT_EPISODES })
    .map((times) => times.sort((a, b) => b - a)),
  hasArtwork: fc.boolean(),
  descriptionLength: fc.nat({ max: 5000 }),
});

const all = <T>(property: fc.IProperty<T>) => fc.assert(property, { seed: 7, numRuns: 1000 });

test("weights sum to 100, and every score is a whole number from 0 to the maximum", () => {
  expect(Object.values(WEIGHED).reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  all(
    fc.property(signals, (show) => {
      const found = scoreOf(show, NOW);
      expect(Number.isInteger(found)).toBe(true);
      expect(found).toBeGreaterThanOrEqual(0);
      expect(found).toBeLessThanOrEqual(TOP_SCORE);
    }),
  );
});

describe("each signal counts", () => {
  test.each<[string, Partial<Signals>]>([
    ["more listeners", { listeners: 5000 }],
    ["a higher completion", { completion: 0.9 }],
    ["more favorites", { favorites: 500 }],
    ["more likes", { likes: 500 }],
    ["a newer episode", { published: every(7, 0) }],
  ])("%s raises it", (_, better) => expect(score(better)).toBeGreaterThan(score()));
  test.each<[string, Partial<Signals>]>([
    ["no artwork", { hasArtwork: false }],
    ["no description", { descriptionLength: 0 }],
    ["a long silence", { published: every(7, 400) }],
    ["gaps that differ", { published: every(7).map((time, at) => time - at ** 3 * DAY_MS) }],
    ["everything published at once", { published: every(0) }],
  ])("%s lowers it", (_, worse) => expect(score(worse)).toBeLessThan(score()));
});

test("a higher value of a positive signal never lowers a score", () => {
  const counts = fc.constantFrom("listeners" as const, "favorites" as const, "likes" as const);
  all(
    fc.property(signals, counts, fc.nat({ max: 1e6 }), (show, what, more) => {
      const now = show[what];
      const better = { ...show, [what]: now === null ? null : now + more };
      expect(scoreOf(better, NOW)).toBeGreaterThanOrEqual(scoreOf(show, NOW));
    }),
  );
});

test("an unknown signal counts as much as the average of the show's other signals", () => {
  all(
    fc.property(
      signals,
      fc.constantFrom("listeners" as const, "completion" as const),
      (show, of) => {
        const unknown = scoreOf({ ...show, [of]: null }, NOW);
        const worst = scoreOf({ ...show, [of]: 0 }, NOW);
        const best = scoreOf({ ...show, [of]: of === "completion" ? 1 : 1e9 }, NOW);
        expect(unknown).toBeGreaterThanOrEqual(worst);
        expect(unknown).toBeLessThanOrEqual(best);
      },
    ),
  );
});

test("a show without listenable episodes scores 0, however much it is liked", () => {
  expect(score({ published: [], favorites: 10_000 })).toBe(0);
});
