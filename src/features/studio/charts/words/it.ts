/** The texts of charts in Italian. */
import type { ChartWords } from "./en.ts";

export const it: ChartWords = {
  table: "Mostra come tabella",
  date: "Data",
  hour: "Ora",
  weekday: "Giorno della settimana",
  share: "Quota",
  unfinished: "non ancora concluso",
  event: "evento",
  recount: "ricontato",
  no_data: "Nessun dato",
};
