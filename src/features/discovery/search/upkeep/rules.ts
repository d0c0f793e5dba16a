/** Decides how documents are divided into levels; pure. */

/** The first levels are small, so that queries with many matches are answered from few documents. */
const FIRST_SIZES = [2_000, 8_000, 30_000, 120_000];
/** The size of all further levels, until half of the letters are used up. */
const LATER_SIZE = 250_000;
const MOST_LEVELS = 16;

/** Sizes of all levels except the last, which holds the rest. Below twice the first size there is only one level. */
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

/** The relative deviation of a level's size beyond which all levels are divided anew. */
const DRIFT = 0.3;

/** Whether levels of these sizes, including the last, are close enough to the ideal ones. */
export function areBalanced(present: readonly number[]): boolean {
  const documents = present.reduce((sum, size) => sum + size, 0);
  const wanted = levelSizes(documents);
  if (wanted.length !== present.length - 1) return false;
  return wanted.every((size, index) => Math.abs((present[index] ?? 0) - size) <= size * DRIFT);
}
