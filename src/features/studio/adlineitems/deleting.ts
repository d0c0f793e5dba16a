/** The page on which a line item is deleted. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { deleteLineitem, readLineitem } from "../../advertising/lineitems/actions.ts";
import { buttonLink } from "../../web/layout/components.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { deletionView } from "../adclients/forms.ts";
import { isItsName } from "../adclients/values.ts";
import { adClientsWords } from "../adclients/words.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { BOARD, ONE, pathOf } from "./links.ts";
import { deleteForm, lineitemId } from "./schema.ts";
import { adLineItemsWords } from "./words.ts";

export const deletePages = formPage({
  path: `${ONE}/delete`,
  summary: "Delete a line item, after its name was typed",
  access: "signed-in",
  params: lineitemId,
  body: deleteForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adLineItemsWords(call.locale);
    const { lineitem_id } = call.params;
    const row = await readLineitem(deps, callerOf(call.session), lineitem_id, "write");
    const back = pathOf(row);
    return adLayout(call, deps, {
      title: words.delete_item,
      subtitle: row.name,
      narrow: true,
      actions: buttonLink(back, words.cancel, "quiet"),
      body: deletionView({
        words: adClientsWords(call.locale),
        csrf: call.csrf,
        refusal: problemsOf(words.lang, refusal),
        action: `${back}/delete`,
        back,
        name: row.name,
        lead: words.delete_lead,
      }),
    });
  },
  async submit({ params: { lineitem_id }, session, locale }, { name }, deps: Deps) {
    const caller = callerOf(session);
    const row = await readLineitem(deps, caller, lineitem_id, "write");
    if (!isItsName(name, row)) throw invalid({ name: adClientsWords(locale).wrong_name });
    await deleteLineitem(deps, caller, lineitem_id, null);
    return doneAt(BOARD, "deleted");
  },
});
