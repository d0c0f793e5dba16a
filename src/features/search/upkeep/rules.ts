/** How documents are divided into levels; pure. */

/** The first levels are small, so that what many documents match is answered from a few. */
const FIRST_SIZES = [2_000, 8_000, 30_000, 120_000];
/** All further ones, until half of the letters are used up. */
const LATER_SIZE = 250_000;
const MOST_LEVELS = 16;

/**
 * Sizes of all levels but the last, which takes the rest. Below twice the first size one level is
 * enough.
 */
export function levelSizes(documents: number): number[] {
  const sizes: number[] = [];
  let rest = documents;
  while (sizes.length < MOST_LEVELS - 1) {
    const size = FIRST_SIZES[sizes.length] ?? Math.max(LATER_SIZE, documents / 10);
    if (rest < 2 * size) break;
    sizes.push(Math.round(size));
    rest -= size;
  }
  return sizes;
}

/** How far a level may be from its size before all are cut anew. */
const DRIFT = 0.3;

/** Whether levels of these sizes, the last included, serve as well as new ones would. */
export function areFair(present: readonly number[]): boolean {
  const documents = present.reduce((sum, size) => sum + size, 0);
  const wanted = levelSizes(documents);
  if (wanted.length !== present.length - 1) return false;
  return wanted.every((size, index) => Math.abs((present[index] ?? 0) - size) <= size * DRIFT);
}
