/** The texts of charts in German. */
import type { ChartWords } from "./en.ts";

export const de: ChartWords = {
  table: "Als Tabelle zeigen",
  date: "Datum",
  hour: "Stunde",
  weekday: "Wochentag",
  share: "Anteil",
  unfinished: "noch nicht zu Ende",
  event: "Ereignis",
  recount: "neu gezählt",
  no_data: "Keine Daten",
};
