/** Money as exact integers of 10⁻⁸ of a currency unit, and in the API's notation; pure. */

const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);

/** With 8 decimals; "0" for zero (contract §10). */
export function decimal(amount: bigint): string {
  if (amount === 0n) return "0";
  const positive = amount < 0n ? -amount : amount;
  const fraction = String(positive % UNIT).padStart(DECIMALS, "0");
  return `${amount < 0n ? "-" : ""}${positive / UNIT}.${fraction}`;
}
