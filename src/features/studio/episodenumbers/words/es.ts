/** The texts of the numbers of an episode in Spanish. */
import type { EpisodeNumbersWords } from "./en.ts";

export const es: EpisodeNumbersWords = {
  none: "Todavía no hay números",
  none_text:
    "Las reproducciones y descargas aparecen aquí alrededor de una hora después de la publicación.",
  measure: "Reproducciones y descargas",
  at_age: "En sus primeros días",
  at_age_text: "Cómo fue el episodio en sus primeros días, junto a la mediana del podcast.",
  first_1: "Primeras 24 horas",
  first_7: "Primeros 7 días",
  first_30: "Primeros 30 días",
  first_90: "Primeros 90 días",
  so_far: "hasta ahora",
  unknown: "no contado aquí",
  median: "Mediana del podcast: {n}",
  above: "{p} por encima de la mediana",
  below: "{p} por debajo de la mediana",
  equal: "Igual que la mediana",
  by_day: "Por día",
  total: "{n} reproducciones y descargas.",
  more: "{n} reproducciones y descargas, un {p} más que en los días anteriores.",
  fewer: "{n} reproducciones y descargas, un {p} menos que en los días anteriores.",
  source: "Aplicaciones y sitios",
  source_kind: "Aplicación o sitio",
  device: "Dispositivos",
  device_kind: "Dispositivo",
  os: "Sistemas operativos",
  os_kind: "Sistema operativo",
  most: "Primero está {name}, con un {p}.",
  nothing: "En estos días no se contó nada.",
  others: "Otros",
};
