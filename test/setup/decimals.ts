/** Reads amounts of money as statistics write them. */

const DECIMALS = 8;
const UNIT = 10n ** BigInt(DECIMALS);

/** The amount in 10⁻⁸ of a currency unit; decimals may be fewer or missing. */
export function parseDecimal(text: string): bigint {
  const [, minus, whole = "0", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,8}))?$/.exec(text) ?? [];
  const amount = BigInt(whole) * UNIT + BigInt(fraction.padEnd(DECIMALS, "0"));
  return minus === "-" ? -amount : amount;
}
