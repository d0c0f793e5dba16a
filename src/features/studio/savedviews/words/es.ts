/** The texts of saved views in Spanish. */
import type { SavedViewsWords } from "./en.ts";

export const es: SavedViewsWords = {
  views: "Vistas guardadas",
  save_view: "Guardar esta vista",
  save_lead:
    "La búsqueda, los filtros, el orden y las columnas de la lista se guardan con este nombre, solo para ti. Una vista con el mismo nombre se reemplaza.",
  name: "Nombre de la vista",
  cancel: "Cancelar",
  delete_view: "Eliminar esta vista",
  delete_lead: "La vista «{name}» se eliminará. La lista queda como está.",
  type_name: "Escribe el nombre para confirmar",
  wrong_name: "Ese no es su nombre.",
  too_many: "Tienes {n} vistas de esta lista, que es el máximo. Elimina una primero.",
  view_saved: "Vista guardada.",
  view_deleted: "Vista eliminada.",
};
