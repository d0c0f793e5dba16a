/** Whom an ad may not stand beside: the strictest of all that have a say wins. */
import type { Booking } from "./booking.ts";

/** Where the other one stands, seen from the place in question. */
type Other = Readonly<{ item: Booking; break_index: number }>;

/** Whether `item` may stand in this break, given those that are placed in the download. */
export const isApart = (item: Booking, break_index: number, placed: readonly Other[]): boolean =>
  placed.every(
    (other) =>
      !(
        excludes(item, other.item, other.break_index === break_index) ||
        excludes(other.item, item, other.break_index === break_index)
      ),
  );

function excludes({ exclusions }: Booking, other: Booking, sameBreak: boolean): boolean {
  if (exclusions === null || (exclusions.scope === "break" && !sameBreak)) return false;
  return (
    exclusions.advertisers.includes(other.advertiser_id) ||
    exclusions.industries.some((code) => other.industries.some((own) => covers(code, own)))
  );
}

/** `iab22` covers `iab22` and `iab22-11`. */
const covers = (code: string, own: string): boolean => own === code || own.startsWith(`${code}-`);
