/** Random choices that repeat with the seed: every request of a run uses its own stream. */

export type Random = {
  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number;
  /** Whether an event of this probability happens. */
  chance(probability: number): boolean;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** A key of `weights`, in proportion to its weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  /** Lower-case letters and digits. */
  word(length: number): string;
  bytes(length: number): Buffer;
};

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Stream number `index` of `seed` (sfc32, which passes PractRand). */
export function randomFrom(seed: number, index: number): Random {
  const next = sfc32(seed, index);
  const below = (limit: number) => Math.floor((next() / 2 ** 32) * limit);
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error("There is nothing to pick from.");
    return items[below(items.length)] as T;
  };
  return {
    below,
    pick,
    chance: (probability) => next() / 2 ** 32 < probability,
    weighted(weights) {
      const names = Object.keys(weights) as (keyof typeof weights)[];
      let left = (next() / 2 ** 32) * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      return names[0] as (typeof names)[number];
    },
    word: (length) => Array.from({ length }, () => pick([...LETTERS])).join(""),
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

function sfc32(seed: number, index: number): () => number {
  let a = seed | 0;
  let b = index | 0;
  let c = Math.floor(seed / 2 ** 32) | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < 15; round++) next();
  return next;
}
