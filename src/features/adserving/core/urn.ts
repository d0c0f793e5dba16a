/** Drawing one of many by weight, again and again while some are put aside (a Fenwick tree). */
import type { Random } from "./draw.ts";

export type Urn = Readonly<{
  /** A lot, by its place in the weights; undefined when none is left that weighs anything. */
  draw(random: Random): number | undefined;
  /** Only a lot that is in it. */
  putAside(lot: number): void;
  /** Only a lot that was put aside. */
  putBack(lot: number): void;
}>;

/** `weights`: whole numbers from 0, so that sums are exact and nothing is left of what was put aside. */
export function fillUrn(weights: Float64Array): Urn {
  const sums = sumUp(weights);
  const top = 2 ** Math.floor(Math.log2(Math.max(1, weights.length)));
  let total = weights.reduce((sum, weight) => sum + weight, 0);
  const add = (lot: number, by: number) => {
    total += by;
    for (let at = lot + 1; at < sums.length; at += at & -at) sums[at] = (sums[at] ?? 0) + by;
  };
  return {
    draw(random) {
      if (total <= 0) return undefined;
      let left = Math.floor(random() * total);
      let lot = 0;
      for (let step = top; step > 0; step >>= 1) {
        const sum = sums[lot + step];
        if (sum === undefined || sum > left) continue;
        left -= sum;
        lot += step;
      }
      return lot;
    },
    putAside: (lot) => add(lot, -(weights[lot] ?? 0)),
    putBack: (lot) => add(lot, weights[lot] ?? 0),
  };
}

/** At each place from 1 the sum of as many weights before it as the lowest bit of the place says. */
function sumUp(weights: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  sums.set(weights, 1);
  for (let at = 1; at < sums.length; at += 1) {
    const parent = at + (at & -at);
    if (parent < sums.length) sums[parent] = (sums[parent] ?? 0) + (sums[at] ?? 0);
  }
  return sums;
}
