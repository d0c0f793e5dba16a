/** The texts of lists in Italian. */
import type { TableWords } from "./en.ts";

export const it: TableWords = {
  search: "Cerca",
  filter: "Applica",
  reset: "Rimuovi i filtri",
  all: "Tutti",
  columns: "Colonne",
  size: "Righe per pagina",
  csv: "Scarica CSV",
  rows: { one: "{n} riga", other: "{n} righe" },
  page: "Pagina {page} di {pages}",
  previous: "Pagina precedente",
  next: "Pagina successiva",
  pages: "Pagine",
  none: "Nessuna corrispondenza. Rimuovi un filtro o cerca altro.",
  choose: "Seleziona {name}",
  choose_all: "Seleziona tutte le righe di questa pagina",
  chosen: "Con le righe selezionate:",
  chosen_n: { one: "{n} riga selezionata:", other: "{n} righe selezionate:" },
  all_rows: "Seleziona tutto",
  ascending: "in ordine crescente",
  descending: "in ordine decrescente",
};
