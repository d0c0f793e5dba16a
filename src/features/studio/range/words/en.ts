/** The texts of ranges of dates in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  range: "Range",
  r7: "Last 7 days",
  r28: "Last 28 days",
  r90: "Last 90 days",
  rmonth: "This month",
  rcustom: "Choose dates",
  from: "From",
  to: "To",
  compare: "Compare with",
  before: "The days before",
  year: "The year before",
  none: "Nothing",
  show: "Show",
  zone: "Days in the time zone {zone}.",
  times: "Times in the time zone {zone}.",
  times_of_show: "Times in the show’s time zone, {zone}.",
  change: "Change time zone",
  compared: "Compared with {range}.",
} as const;

export type RangeWords = Texts<typeof en>;
