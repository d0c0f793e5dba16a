/** The page on which a line item is deleted. */
import { deleteLineitem, readLineitem } from "../../advertising/lineitems/actions.ts";
import { deletionPages } from "../adclients/deletion.ts";
import { BOARD, ONE, pathOf } from "./links.ts";
import { lineitemId } from "./schema.ts";
import { adLineItemsWords } from "./words.ts";

export const deletePages = deletionPages({
  path: ONE,
  summary: "Delete a line item, after its name was typed",
  params: lineitemId,
  pathOf,
  list: BOARD,
  read: (deps, caller, { lineitem_id }) => readLineitem(deps, caller, lineitem_id, "write"),
  remove: (deps, caller, { lineitem_id }) => deleteLineitem(deps, caller, lineitem_id, null),
  texts(locale) {
    const { delete_item, delete_lead } = adLineItemsWords(locale);
    return { title: delete_item, lead: delete_lead };
  },
});
