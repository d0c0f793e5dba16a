/** The texts of ranges of dates in Italian. */
import type { RangeWords } from "./en.ts";

export const it: RangeWords = {
  range: "Periodo",
  r7: "Ultimi 7 giorni",
  r28: "Ultimi 28 giorni",
  r90: "Ultimi 90 giorni",
  rmonth: "Questo mese",
  rcustom: "Scegli le date",
  from: "Dal",
  to: "Al",
  compare: "Confronta con",
  before: "I giorni precedenti",
  year: "L’anno precedente",
  none: "Nessun confronto",
  show: "Mostra",
  zone: "Giorni nel fuso orario {zone}.",
  times: "Orari nel fuso orario {zone}.",
  times_of_show: "Orari nel fuso orario del podcast, {zone}.",
  change: "Cambia fuso orario",
  compared: "Confronto con {range}.",
};
