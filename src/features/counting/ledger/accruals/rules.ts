/** How a flat price accrues over the days of a flight (contract §10); pure. Money in whole 10⁻⁸. */

export type Flight = Readonly<{
  /** In 10⁻⁸ of the currency, for all of it. */
  price: bigint;
  /** Days from the first to the last. */
  days: number;
  /** null: none. */
  goal: number | null;
}>;

/**
 * What is due at the end of day `day` (from 1) since the start: without a goal an equal share of
 * the price each day; with one, the delivered share of it, at most all. Rounded down, so that the
 * whole is due exactly when all of it is.
 */
export function dueBy({ price, days, goal }: Flight, day: number, delivered: number): bigint {
  if (goal !== null) return (price * BigInt(Math.max(0, Math.min(delivered, goal)))) / BigInt(goal);
  return (price * BigInt(Math.min(day, days))) / BigInt(days);
}
