/** How distinct listeners are estimated from a sketch; pure. */

/**
 * A sketch keeps so many of the smallest hashes of a set. Smaller sets are told exactly; of
 * larger ones the estimate's standard error is 1/√(size − 2), 3.1 %.
 */
export const SKETCH_SIZE = 1024;
/** A hash is the first 8 bytes of the listener's key, read as a signed big-endian number. */
const HASHES = 2n ** 64n;
const LOWEST = -(2n ** 63n);

/**
 * How many distinct listeners there are, by the number of hashes in their sketch and the largest
 * of them. Sketches are united by uniting the hashes and keeping the `SKETCH_SIZE` smallest.
 */
export function estimateListeners(hashes: number, largest: bigint): number {
  if (hashes < SKETCH_SIZE) return hashes;
  // The k-th smallest of n evenly spread numbers stands at about k / n of their range.
  const reach = largest - LOWEST + 1n;
  return Number((BigInt(SKETCH_SIZE - 1) * HASHES + reach / 2n) / reach);
}

/** The tables of rollups: what is done to whole months is done to both. */
export const ROLLUPS = ["ad_rollups", "audience_rollups"] as const;

/** How the rollups spell spans of time. */
export const SPANS = { day: 1, month: 2 } as const;

type Page = Readonly<{ limit: number; offset: number }>;

/**
 * A page of a totals list, and one id more when there are more: first those that had something, in
 * their order, then `quiet` ones, which it asks for as many as the page has room for.
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
