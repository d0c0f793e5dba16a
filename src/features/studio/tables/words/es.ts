/** The texts of lists in Spanish. */
import type { TableWords } from "./en.ts";

export const es: TableWords = {
  search: "Buscar",
  filter: "Aplicar",
  reset: "Quitar filtros",
  all: "Todos",
  columns: "Columnas",
  size: "Filas por página",
  csv: "Descargar CSV",
  rows: { one: "{n} fila", other: "{n} filas" },
  page: "Página {page} de {pages}",
  previous: "Página anterior",
  next: "Página siguiente",
  pages: "Páginas",
  none: "Nada coincide. Quita un filtro o busca otra cosa.",
  choose: "Seleccionar {name}",
  choose_all: "Seleccionar todas las filas de esta página",
  chosen: "Con las filas seleccionadas:",
  chosen_n: { one: "{n} fila seleccionada:", other: "{n} filas seleccionadas:" },
  all_rows: "Seleccionar todo",
  ascending: "ascendente",
  descending: "descendente",
};
