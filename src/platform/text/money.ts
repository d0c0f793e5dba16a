/** Exact amounts: integers of a small unit internally, decimal texts in the API; pure. */
import { withoutTrailing } from "./plain.ts";

const DECIMAL = /^(\d{1,18})(?:\.(\d+))?$/;

/**
 * `text` in units of 10⁻ᵖˡᵃᶜᵉˢ. null if it is not a plain decimal (no sign, exponent or grouping) or has more than
 * `places` decimals, not counting trailing zeros.
 */
export function parseDecimal(text: string, places: number): bigint | null {
  const [, whole, fraction = ""] = DECIMAL.exec(text.trim()) ?? [];
  const kept = withoutTrailing(fraction, "0");
  if (whole === undefined || kept.length > places) return null;
  return BigInt(whole + kept.padEnd(places, "0"));
}

/** Units of 10⁻ᵖˡᵃᶜᵉˢ as a decimal with all its places: `12.34500`. */
export function formatDecimal(units: bigint, places: number): string {
  const digits = String(units < 0n ? -units : units).padStart(places + 1, "0");
  const at = digits.length - places;
  return `${units < 0n ? "-" : ""}${digits.slice(0, at)}${places === 0 ? "" : `.${digits.slice(at)}`}`;
}
