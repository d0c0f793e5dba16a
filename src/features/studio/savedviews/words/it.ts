/** The texts of saved views in Italian. */
import type { SavedViewsWords } from "./en.ts";

export const it: SavedViewsWords = {
  views: "Viste salvate",
  save_view: "Salva questa vista",
  save_lead:
    "Ricerca, filtri, ordine e colonne dell’elenco restano sotto questo nome, solo per te. Una vista con lo stesso nome viene sostituita.",
  name: "Nome della vista",
  cancel: "Annulla",
  delete_view: "Elimina questa vista",
  delete_lead: "La vista “{name}” sarà eliminata. L’elenco resta com’è.",
  type_name: "Scrivi il nome per confermare",
  wrong_name: "Non è il suo nome.",
  too_many: "Hai {n} viste di questo elenco, che è il massimo. Eliminane prima una.",
  view_saved: "Vista salvata.",
  view_deleted: "Vista eliminata.",
};
