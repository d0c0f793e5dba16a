/** The texts of the inventory in Spanish. */
import type { AdInventoryWords } from "./en.ts";

export const es: AdInventoryWords = {
  page: "Espacios",
  lead: "Espacios de los pódcast que puedes reservar, por semana. Reservados son los que ocupan las líneas en curso y planificadas de todos los equipos.",
  samples: {
    one: "Calculado a partir de {n} muestra de las peticiones de los últimos 28 días.",
    other: "Calculado a partir de {n} muestras de las peticiones de los últimos 28 días.",
  },
  weeks: { one: "{n} semana", other: "{n} semanas" },
  horizon: "Semanas",
  week: "Semana del",
  show: "Pódcast",
  position: "Posición",
  country: "País",
  preroll: "Antes del episodio",
  midroll: "Durante el episodio",
  postroll: "Después del episodio",
  unknown: "Desconocido",
  forecast: "Previstos",
  booked: "Reservados",
  free: "Libres",
  empty_title: "Aún no hay espacios",
  empty:
    "Esta página muestra los espacios de las próximas semanas en cuanto se descarguen episodios de las redes de tu organización.",
  rounded: "Los totales se redondean una vez; la suma de las filas puede variar un poco.",
};
