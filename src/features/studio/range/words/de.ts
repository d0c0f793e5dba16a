/** The texts of ranges of dates in German. */
import type { RangeWords } from "./en.ts";

export const de: RangeWords = {
  range: "Zeitraum",
  r7: "Letzte 7 Tage",
  r28: "Letzte 28 Tage",
  r90: "Letzte 90 Tage",
  rmonth: "Dieser Monat",
  rcustom: "Daten wählen",
  from: "Von",
  to: "Bis",
  compare: "Vergleichen mit",
  before: "den Tagen davor",
  year: "dem Jahr davor",
  none: "nichts",
  show: "Anzeigen",
  zone: "Tage in der Zeitzone {zone}.",
  times: "Zeiten in der Zeitzone {zone}.",
  times_of_show: "Zeiten in der Zeitzone des Podcasts, {zone}.",
  change: "Zeitzone ändern",
  compared: "Verglichen mit {range}.",
};
