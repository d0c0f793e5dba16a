/** The page that changes many line items of the board, after it has shown what would change. */
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { changeLineitems } from "../../advertising/lineitems/bulk/actions.ts";
import type {
  BulkLineitemOutcome,
  BulkLineitemsParams,
} from "../../advertising/lineitems/bulk/schema.ts";
import { listLineitemNames } from "../../advertising/lineitems/store.ts";
import { requireWritableTeams } from "../../people/organizations/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { adLayout } from "../adboard/layout.ts";
import { adBoardWords } from "../adboard/words.ts";
import { stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../frame/layout.ts";
import { bulkForm, type Choice, choiceOf, type Given } from "./schema.ts";
import { planView } from "./views.ts";
import { adBulkWords } from "./words.ts";

/** What the choice would do, with the problems in the language of the page. */
async function tryOut(
  deps: Deps,
  call: StudioCall,
  ids: number[],
  changes: BulkLineitemsParams["changes"],
): Promise<BulkLineitemOutcome[]> {
  const { lang } = adBulkWords(call.locale);
  const params = { ids, changes, dry_run: true };
  const outcomes = await changeLineitems(deps, callerOf(call.session), params);
  return outcomes.map((outcome) => ({
    ...outcome,
    problems: outcome.problems.map(({ field, message }) => {
      const isField = field !== "lineitem_id";
      const fields = isField ? { [field]: message } : {};
      const said = problemsOf(lang, { given: {}, fields, message: isField ? null : message });
      return { field, message: said.fields[field] ?? said.message ?? message };
    }),
  }));
}

async function planPage(
  call: StudioCall,
  deps: Deps,
  { choice, given, refusal }: Readonly<{ choice: Choice; given: Given; refusal: Refusal | null }>,
) {
  const words = adBulkWords(call.locale);
  const teams = await requireWritableTeams(deps.db, callerOf(call.session));
  const { ids, changes, fields } = choice;
  const message = refusal?.message ?? null;
  const team_ids = teams.map(({ team_id }) => team_id);
  return adLayout(call, deps, {
    title: words.title,
    head: stylesheet("episodelist/browser/episodes.css"),
    body: planView({
      words,
      board: adBoardWords(call.locale),
      csrf: call.csrf,
      refusal: problemsOf(words.lang, {
        given,
        fields: { ...fields, ...refusal?.fields },
        message,
      }),
      ids,
      names: await listLineitemNames(deps.db, team_ids, ids),
      outcomes: changes === null ? null : await tryOut(deps, call, ids, changes),
    }),
  });
}

/** The choice without the line items that cannot be changed. */
async function withoutStuck(deps: Deps, call: StudioCall, choice: Choice): Promise<Choice> {
  if (choice.changes === null) return choice;
  const outcomes = await tryOut(deps, call, choice.ids, choice.changes);
  const fit = outcomes.filter(({ problems }) => problems.length === 0);
  return { ...choice, ids: fit.map(({ lineitem_id }) => lineitem_id) };
}

export const adBulkPages = formPage({
  path: "/studio/ads/bulk",
  summary: "Change many line items",
  access: "signed-in",
  body: bulkForm,
  look: STUDIO_LOOK,
  show: (call, refusal, deps: Deps) =>
    planPage(call, deps, { choice: choiceOf(refusal.given), given: refusal.given, refusal }),
  async submit(call, given, deps: Deps) {
    const choice = choiceOf(given);
    const { ids, changes } = choice;
    if (given.step === "apply" && changes !== null) {
      try {
        const params = { ids, changes, dry_run: false };
        await changeLineitems(deps, callerOf(call.session), params);
        return doneAt("/studio/ads", "changed");
      } catch (error) {
        // The plan below lists the problems of each line item.
        if (!(error instanceof Failure) || error.fields === null) throw error;
      }
    }
    const left = given.step === "leave_out" ? await withoutStuck(deps, call, choice) : choice;
    return planPage(call, deps, { choice: left, given, refusal: null });
  },
});
