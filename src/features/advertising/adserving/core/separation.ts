/** Competitive separation: which ads may not run together. The strictest rule of all ads involved wins. */
import type { Booking } from "./booking.ts";

/** Another ad of the download and its break. */
type Other = Readonly<{ item: Booking; break_index: number }>;

/** Whether `item` may run in this break, given the ads already placed in the download. */
export const isSeparated = (
  item: Booking,
  break_index: number,
  placed: readonly Other[],
): boolean =>
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
