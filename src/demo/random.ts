/** Random numbers that are the same for the same seed and purpose. */
import { createHash } from "node:crypto";

export type Random = Readonly<{
  /** A number from 0 up to 1. */
  next(): number;
  /** A whole number from 0 up to `count` - 1. */
  below(count: number): number;
  between(least: number, most: number): number;
  chance(share: number): boolean;
  pick<T>(list: readonly T[]): T;
  /** `count` different items of the list, or all of them in another order. */
  some<T>(list: readonly T[], count: number): T[];
}>;

/** The numbers for one purpose. Purposes are independent: more episodes do not change the covers. */
export function openRandom(seed: number, ...purpose: readonly (string | number)[]): Random {
  let state = createHash("sha256")
    .update([seed, ...purpose].join("/"))
    .digest()
    .readUInt32LE();
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  return {
    next,
    below,
    between: (least, most) => least + next() * (most - least),
    chance: (share) => next() < share,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error("there is nothing to pick from");
      return list[below(list.length)] as T;
    },
    some<T>(list: readonly T[], count: number): T[] {
      const rest = [...list];
      const found: T[] = [];
      while (found.length < count && rest.length > 0)
        found.push(...rest.splice(below(rest.length), 1));
      return found;
    },
  };
}
