/** The texts of saved views in English; the other languages have the same keys. */
import type { Texts } from "../../frame/plurals.ts";

export const en = {
  views: "Saved views",
  save_view: "Save this view",
  save_lead:
    "Search, filters, order and columns of the list are kept under this name, for you alone. A view of the same name is replaced.",
  name: "Name of the view",
  cancel: "Cancel",
  delete_view: "Delete this view",
  delete_lead: "The view “{name}” will be deleted. The list itself stays as it is.",
  type_name: "Type the name to confirm",
  wrong_name: "That is not its name.",
  too_many: "You have {n} views of this list, which is the most. Delete one first.",
  view_saved: "View saved.",
  view_deleted: "View deleted.",
} as const;

export type SavedViewsWords = Texts<typeof en>;
