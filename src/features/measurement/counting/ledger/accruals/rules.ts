/** How a flat price accrues over the days of a flight (contract §10); pure. Money in whole 10⁻⁸. */

export type Flight = Readonly<{
  /** The total price in 10⁻⁸ of the currency. */
  price: bigint;
  /** Number of days of the flight. */
  days: number;
  /** null: no goal. */
  goal: number | null;
}>;

/**
 * The amount due from the start to the end of day `day` (from 1). Without a goal an equal share of the price accrues
 * each day; with a goal, the delivered share of it, at most all. Rounded down, so that the whole price is due exactly
 * at the end.
 */
export function dueBy({ price, days, goal }: Flight, day: number, delivered: number): bigint {
  if (goal !== null) return (price * BigInt(Math.max(0, Math.min(delivered, goal)))) / BigInt(goal);
  return (price * BigInt(Math.min(day, days))) / BigInt(days);
}
