/** The page on which a proposed change is compared with today, and applied. */
import type { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { changeLineitem, readLineitem } from "../../advertising/lineitems/actions.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { adBoardWords } from "../adboard/words.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { trialView } from "./changeview.ts";
import { ONE, pathOf } from "./links.ts";
import { compare, paramsOf } from "./proposing.ts";
import { applyForm, editQuery, lineitemId } from "./schema.ts";
import { adLineItemsWords } from "./words.ts";

/** What the link says, or the form that was refused. */
const chosenIn = (given: Readonly<Record<string, string>>, query: z.output<typeof editQuery>) =>
  given.change === undefined ? query : editQuery.parse(given);

export const changePages = formPage({
  path: `${ONE}/change`,
  summary: "Compare a line item with a change, and apply it",
  access: "signed-in",
  params: lineitemId,
  query: editQuery,
  body: applyForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = adLineItemsWords(call.locale);
    const caller = callerOf(call.session);
    const row = await readLineitem(deps, caller, call.params.lineitem_id, "write");
    const { change, country } = chosenIn(refusal.given, call.query);
    const params = change === undefined ? null : paramsOf(change, row, country);
    // Somebody may have made this very change since.
    if (change === undefined || params === null)
      return doneAt(`${pathOf(row)}?simulate=1`, "changes_nothing", "help");
    const { revision = String(row.revision) } = refusal.given;
    const isStale = revision !== String(row.revision);
    return adLayout(call, deps, {
      title: words.try_title,
      subtitle: row.name,
      body: trialView({
        ...{ words, board: adBoardWords(call.locale), csrf: call.csrf, row, params },
        ...{ change, country },
        ...(await compare(deps, caller, row, params)),
        currency: null,
        message: isStale ? words.stale_change : problemsOf(words.lang, refusal).message,
      }),
    });
  },
  async submit({ params: { lineitem_id }, session }, { change, country, revision }, deps: Deps) {
    const caller = callerOf(session);
    const row = await readLineitem(deps, caller, lineitem_id, "write");
    // A change that is of an earlier revision is refused before it is looked at.
    const params = row.revision === revision ? paramsOf(change, row, country) : {};
    if (params === null) throw invalid({ change: "changes nothing" });
    await changeLineitem(deps, caller, lineitem_id, params, undefined, [revision]);
    return doneAt(pathOf(row), "applied");
  },
});
