/** The texts of lists in French. */
import type { TableWords } from "./en.ts";

export const fr: TableWords = {
  search: "Rechercher",
  filter: "Appliquer",
  reset: "Supprimer les filtres",
  all: "Tous",
  columns: "Colonnes",
  size: "Lignes par page",
  csv: "Télécharger en CSV",
  rows: { one: "{n} ligne", other: "{n} lignes" },
  page: "Page {page} sur {pages}",
  previous: "Page précédente",
  next: "Page suivante",
  pages: "Pages",
  none: "Aucune correspondance. Supprimez un filtre ou cherchez autre chose.",
  choose: "Sélectionner {name}",
  choose_all: "Sélectionner toutes les lignes de cette page",
  chosen: "Avec les lignes sélectionnées :",
  chosen_n: { one: "{n} ligne sélectionnée :", other: "{n} lignes sélectionnées :" },
  all_rows: "Tout sélectionner",
  ascending: "croissant",
  descending: "décroissant",
};
