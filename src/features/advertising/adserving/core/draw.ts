/** Weighted random draws, with a random generator that can be seeded. */

/** Returns a number in [0, 1). The caller supplies it, so that a run can be repeated. */
export type Random = () => number;

/** One of `candidates` with a chance proportional to its weight; undefined if all weights are 0. */
export function sampleWeighted<T>(
  candidates: readonly T[],
  weightOf: (candidate: T) => number,
  random: Random,
): T | undefined {
  let total = 0;
  for (const candidate of candidates) total += weightOf(candidate);
  if (!(total > 0)) return undefined;
  let left = random() * total;
  let last: T | undefined;
  for (const candidate of candidates) {
    const weight = weightOf(candidate);
    if (weight <= 0) continue;
    left -= weight;
    if (left < 0) return candidate;
    last = candidate;
  }
  // Rounding can leave a remainder after the last candidate.
  return last;
}

/** Random numbers that repeat with the seed (xorshift on 32 bits, mixed once at the start). */
export function seeded(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 0x1_0000_0000;
  };
}
