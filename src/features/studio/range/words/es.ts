/** The texts of ranges of dates in Spanish. */
import type { RangeWords } from "./en.ts";

export const es: RangeWords = {
  range: "Periodo",
  r7: "Últimos 7 días",
  r28: "Últimos 28 días",
  r90: "Últimos 90 días",
  rmonth: "Este mes",
  rcustom: "Elegir fechas",
  from: "Desde",
  to: "Hasta",
  compare: "Comparar con",
  before: "Los días anteriores",
  year: "El año anterior",
  none: "Sin comparar",
  show: "Mostrar",
  zone: "Días en la zona horaria {zone}.",
  times: "Horas en la zona horaria {zone}.",
  times_of_show: "Horas en la zona horaria del pódcast, {zone}.",
  change: "Cambiar zona horaria",
  compared: "Comparado con {range}.",
};
