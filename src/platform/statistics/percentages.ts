/** Parts of a whole as percentages that sum to exactly 100; pure. */

/**
 * The percentage that each of `counts` is of their sum, with `precision` decimals, by the largest remainder method: all
 * are rounded down, and the rest up to 100 goes to those with the largest remainders, earlier ones first among equals.
 * Counts are non-negative integers; their sum is above 0.
 */
export function percentagesOf(counts: readonly number[], precision: number): number[] {
  const total = counts.reduce((sum, count) => sum + BigInt(count), 0n);
  const scale = 10 ** precision;
  const units = 100n * BigInt(scale);
  const parts = counts.map((count, index) => {
    const exact = BigInt(count) * units;
    return { index, whole: exact / total, lost: exact % total };
  });
  let missing = Number(units - parts.reduce((sum, { whole }) => sum + whole, 0n));
  const byLoss = parts.toSorted((a, b) =>
    a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1,
  );
  const percentages: number[] = counts.map(() => 0);
  for (const { index, whole } of byLoss) {
    percentages[index] = (Number(whole) + (missing > 0 ? 1 : 0)) / scale;
    missing -= 1;
  }
  return percentages;
}
