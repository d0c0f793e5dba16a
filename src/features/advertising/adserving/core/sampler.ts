/** A weighted sampler whose entries can be removed and put back between draws (a Fenwick tree). */
import type { Random } from "./draw.ts";

export type WeightedSampler = Readonly<{
  /** Draws an entry and returns its index in the weights; undefined if the total weight is 0. */
  draw(random: Random): number | undefined;
  /** Removes an entry that is in the sampler. */
  putAside(lot: number): void;
  /** Puts back an entry that was removed. */
  putBack(lot: number): void;
}>;

/** `weights`: non-negative integers, so that sums are exact and a removed entry leaves no remainder. */
export function createWeightedSampler(weights: Float64Array): WeightedSampler {
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

/** Entry `n` (from 1) holds the sum of the last `lowbit(n)` weights up to it. */
function sumUp(weights: Float64Array): Float64Array {
  const sums = new Float64Array(weights.length + 1);
  sums.set(weights, 1);
  for (let at = 1; at < sums.length; at += 1) {
    const parent = at + (at & -at);
    if (parent < sums.length) sums[parent] = (sums[parent] ?? 0) + (sums[at] ?? 0);
  }
  return sums;
}
