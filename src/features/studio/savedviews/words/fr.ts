/** The texts of saved views in French. */
import type { SavedViewsWords } from "./en.ts";

export const fr: SavedViewsWords = {
  views: "Vues enregistrées",
  save_view: "Enregistrer cette vue",
  save_lead:
    "La recherche, les filtres, l’ordre et les colonnes de la liste sont gardés sous ce nom, pour vous seul. Une vue du même nom est remplacée.",
  name: "Nom de la vue",
  cancel: "Annuler",
  delete_view: "Supprimer cette vue",
  delete_lead: "La vue « {name} » sera supprimée. La liste elle-même reste telle quelle.",
  type_name: "Saisissez le nom pour confirmer",
  wrong_name: "Ce n’est pas son nom.",
  too_many: "Vous avez {n} vues de cette liste, c’est le maximum. Supprimez-en une d’abord.",
  view_saved: "Vue enregistrée.",
  view_deleted: "Vue supprimée.",
};
