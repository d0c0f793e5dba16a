/** Tests that drawing lazily gives every item of a tier the same chance as judging all items first. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Catalog } from "./catalog.ts";
import { seeded } from "./draw.ts";
import type { Pace } from "./pace.ts";
import { createWeightedSampler } from "./sampler.ts";
import { openTier, type Verdict } from "./tiers.ts";

type Item = Readonly<{ share_of_voice: number | null; price: bigint; urgency: number }>;
const item = (given: Partial<Item>): Item => ({
  share_of_voice: null,
  price: 0n,
  urgency: 0.5,
  ...given,
});

/** How often in `rounds` each item won the first slot; -1: no winner. */
function wins(priority: number, items: readonly Item[], judge: (place: number) => Verdict) {
  const random = seeded(7);
  const catalog = { items } as unknown as Catalog;
  const pace = {
    urgency: Float64Array.from(items, ({ urgency }) => urgency),
    weight: Float64Array.from(items, ({ urgency }) => urgency * 1e6),
  } as unknown as Pace;
  const counts = new Map<number, number>();
  const rounds = 20_000;
  for (let round = 0; round < rounds; round += 1) {
    const won = openTier({ catalog, pace, random }, priority, [...items.keys()])(judge) ?? -1;
    counts.set(won, (counts.get(won) ?? 0) + 1);
  }
  return (place: number) => (counts.get(place) ?? 0) / rounds;
}
const able = (): Verdict => "able";
const without =
  (...refused: readonly number[]) =>
  (place: number): Verdict =>
    refused.includes(place) ? "elsewhere" : "able";

test("shares of voice are shares of all slots, and the rest goes to sponsors without a share", () => {
  const items = [item({ share_of_voice: 30 }), item({ share_of_voice: 20 }), item({})];
  const all = wins(20, items, able);
  expect([all(0), all(1), all(2)].map((share) => Math.round(share * 50))).toEqual([15, 10, 25]);
  const some = wins(20, items, without(0));
  expect([some(0), some(1), some(2)].map((share) => Math.round(share * 50))).toEqual([0, 10, 40]);
  const alone = wins(20, items, without(2));
  expect(Math.round(alone(-1) * 50)).toBe(25);
});

test("sponsors that bought more than 100 % in total split the slots in proportion", () => {
  const items = [60, 60, 30].map((share_of_voice) => item({ share_of_voice }));
  const all = wins(20, items, able);
  expect([all(0), all(1), all(2), all(-1)].map((share) => Math.round(share * 50))).toEqual([
    ...[20, 20, 10, 0],
  ]);
  // Without one of them there is enough for the others.
  const some = wins(20, items, without(1));
  expect([some(0), some(2), some(-1)].map((share) => Math.round(share * 50))).toEqual([30, 15, 5]);
});

test("items at risk come first, then the more urgent item is drawn more often", () => {
  const items = [item({ urgency: 0.2 }), item({ urgency: 0.6 }), item({ urgency: 1.5 })];
  expect(wins(40, items, able)(2)).toBe(1);
  const rest = wins(40, items, without(2));
  expect([rest(0), rest(1)].map((share) => Math.round(share * 40))).toEqual([10, 30]);
  expect(wins(40, items, without(0, 1, 2))(-1)).toBe(1);
});

test("the highest price wins, ties are drawn by lot, and the next price follows if those cannot run", () => {
  const items = [900n, 900n, 900n, 400n].map((price) => item({ price }));
  const all = wins(60, items, able);
  expect([all(0), all(1), all(2), all(3)].map((share) => Math.round(share * 30))).toEqual([
    ...[10, 10, 10, 0],
  ]);
  expect(wins(60, items, without(0, 1, 2))(3)).toBe(1);
});

test("a weighted sampler draws in proportion to weight, also after entries were removed and put back", () => {
  const lots = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(lots, fc.infiniteStream(fc.nat()), (weights, moves) => {
      const sampler = createWeightedSampler(Float64Array.from(weights));
      const left = [...weights];
      for (let step = 0; step < 10; step += 1) {
        const lot = (moves.next().value ?? 0) % weights.length;
        if (left[lot] === 0 && weights[lot] !== 0) {
          sampler.putBack(lot);
          left[lot] = weights[lot] ?? 0;
        } else {
          sampler.putAside(lot);
          left[lot] = 0;
        }
      }
      const total = left.reduce((sum, weight) => sum + weight, 0);
      const drawn = Array.from({ length: total }, (_, n) => sampler.draw(() => (n + 0.5) / total));
      const counts = left.map((_, lot) => drawn.filter((one) => one === lot).length);
      expect(counts).toEqual(left);
      if (total === 0) expect(sampler.draw(() => 0)).toBeUndefined();
    }),
  );
});
