/** The pages that save and delete a view of a list. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf } from "../../../platform/http/pages.ts";
import { requireReadableTeams } from "../../people/organizations/rights.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { fill } from "../../web/layout/rules.ts";
import { doneAt, STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { AD_PAGES } from "../frame/navigation.ts";
import { deleteView, keepView, requireOwnView } from "./actions.ts";
import { keptParams, type ListKey, VIEWS_OF_USER, viewHref } from "./rules.ts";
import { deleteForm, newViewForm, newViewQuery, viewId } from "./schema.ts";
import { listViews } from "./store.ts";
import { deletionView, newViewView, PATH } from "./views.ts";
import { savedViewsWords } from "./words.ts";

const newPages = formPage({
  path: `${PATH}/new`,
  summary: "Save the view of a list",
  access: "signed-in",
  query: newViewQuery,
  body: newViewForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = savedViewsWords(call.locale);
    const caller = callerOf(call.session);
    await requireReadableTeams(deps.db, caller);
    const { given } = refusal;
    const { list, params } = given.list === undefined ? call.query : newViewQuery.parse(given);
    return studioLayout(call, deps, {
      title: words.save_view,
      narrow: true,
      tabs: AD_PAGES,
      body: newViewView({
        ...{ words, csrf: call.csrf, list, params: keptParams(params) },
        views: await listViews(deps.db, caller.user_id, list),
        refusal: problemsOf(words.lang, refusal),
      }),
    });
  },
  async submit({ session, locale }, value, deps: Deps) {
    const params = await keepView(deps, callerOf(session), value);
    const most = VIEWS_OF_USER.value.toLocaleString(locale);
    if (params === null)
      throw invalid({ name: fill(savedViewsWords(locale).too_many, { n: most }) });
    return doneAt(viewHref(value.list, params), "view_saved");
  },
});

const deletePages = formPage({
  path: `${PATH}/:view_id/delete`,
  summary: "Delete a saved view, after its name was typed",
  access: "signed-in",
  params: viewId,
  body: deleteForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = savedViewsWords(call.locale);
    const { view_id } = call.params;
    const { name, list, params } = await requireOwnView(deps, callerOf(call.session), view_id);
    return studioLayout(call, deps, {
      title: words.delete_view,
      subtitle: name,
      narrow: true,
      tabs: AD_PAGES,
      body: deletionView({
        ...{ words, csrf: call.csrf, view_id, name },
        refusal: problemsOf(words.lang, refusal),
        back: viewHref(list as ListKey, params),
      }),
    });
  },
  async submit({ params: { view_id }, session, locale }, { name }, deps: Deps) {
    const caller = callerOf(session);
    const view = await requireOwnView(deps, caller, view_id);
    if (name.trim() !== view.name) throw invalid({ name: savedViewsWords(locale).wrong_name });
    await deleteView(deps, caller, view_id);
    return doneAt(viewHref(view.list as ListKey, view.params), "view_deleted");
  },
});

export const savedViewPages = [...newPages, ...deletePages];
