/** Estimates the number of distinct listeners from a sketch; pure. */

/**
 * A sketch keeps this many of a set's smallest hashes. Smaller sets are counted exactly; for larger ones the standard
 * error of the estimate is 1/√(size − 2), 3.1 %.
 */
export const SKETCH_SIZE = 1024;
/** A hash is the first 8 bytes of the listener's key, read as a signed big-endian number. */
const HASHES = 2n ** 64n;
const LOWEST = -(2n ** 63n);

/**
 * The number of distinct listeners, from the number of hashes in their sketch and the largest of them. The union of
 * sketches keeps the `SKETCH_SIZE` smallest hashes of all.
 */
export function estimateListeners(hashes: number, largest: bigint): number {
  if (hashes < SKETCH_SIZE) return hashes;
  // The k-th smallest of n evenly distributed numbers is at about k / n of their range.
  const reach = largest - LOWEST + 1n;
  return Number((BigInt(SKETCH_SIZE - 1) * HASHES + reach / 2n) / reach);
}

/** The rollup tables; operations on whole months apply to both. */
export const ROLLUPS = ["ad_rollups", "audience_rollups"] as const;

/** The key of an hour's plays or downloads in the packed column `hours`. */
export const hourKey = (hour: number, isPlay: boolean): number => 2 * hour + (isPlay ? 0 : 1);
export const ofHourKey = (key: number) => ({ hour: key >> 1, isPlay: key % 2 === 0 });

/** The values of the column `span`. */
export const SPANS = { day: 1, month: 2 } as const;

type Page = Readonly<{ limit: number; offset: number }>;

/**
 * A page of ids in a totals list, and one more id if there are more: first children with figures, in order, then
 * inactive ones, of which `quiet` supplies as many as the page has room for.
 */
export async function pageOfChildren(
  loud: readonly number[],
  { limit, offset }: Page,
  quiet: (page: Page) => Promise<number[]>,
): Promise<number[]> {
  const shown = loud.slice(offset, offset + limit + 1);
  const room = limit + 1 - shown.length;
  if (room === 0) return shown;
  return [...shown, ...(await quiet({ limit: room, offset: Math.max(0, offset - loud.length) }))];
}
