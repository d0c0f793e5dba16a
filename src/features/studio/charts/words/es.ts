/** The texts of charts in Spanish. */
import type { ChartWords } from "./en.ts";

export const es: ChartWords = {
  table: "Mostrar como tabla",
  date: "Fecha",
  hour: "Hora",
  weekday: "Día de la semana",
  share: "Proporción",
  unfinished: "sin terminar",
  event: "suceso",
  recount: "recontado",
  no_data: "Sin datos",
};
