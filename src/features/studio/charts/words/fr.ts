/** The texts of charts in French. */
import type { ChartWords } from "./en.ts";

export const fr: ChartWords = {
  table: "Afficher sous forme de tableau",
  date: "Date",
  hour: "Heure",
  weekday: "Jour de la semaine",
  share: "Part",
  unfinished: "pas encore terminé",
  event: "événement",
  recount: "recompté",
  no_data: "Aucune donnée",
};
