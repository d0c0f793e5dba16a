/** The texts of lists in German. */
import type { TableWords } from "./en.ts";

export const de: TableWords = {
  search: "Suchen",
  filter: "Anwenden",
  reset: "Filter entfernen",
  all: "Alle",
  columns: "Spalten",
  size: "Zeilen je Seite",
  csv: "CSV herunterladen",
  rows: { one: "{n} Zeile", other: "{n} Zeilen" },
  page: "Seite {page} von {pages}",
  previous: "Vorherige Seite",
  next: "Nächste Seite",
  pages: "Seiten",
  none: "Nichts passt dazu. Entferne einen Filter oder suche nach etwas anderem.",
  choose: "{name} auswählen",
  choose_all: "Alle Zeilen dieser Seite auswählen",
  chosen: "Mit den ausgewählten Zeilen:",
  chosen_n: { one: "{n} Zeile ausgewählt:", other: "{n} Zeilen ausgewählt:" },
  all_rows: "Alle auswählen",
  ascending: "aufsteigend",
  descending: "absteigend",
};
