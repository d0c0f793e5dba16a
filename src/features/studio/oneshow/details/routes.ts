/** The pages of a show's details: the form, and the choice between what two people wrote. */
import { z } from "zod";
import type { Deps } from "../../../../deps.ts";
import { invalid } from "../../../../platform/failure.ts";
import { formPage } from "../../../../platform/http/formpage.ts";
import { callerOf, page } from "../../../../platform/http/pages.ts";
import type { ShowEditing } from "../../../publishing/shows/actions.ts";
import { showSummaryView } from "../../../publishing/shows/views.ts";
import { buttonLink } from "../../../web/layout/components.ts";
import { problemsOf } from "../../../web/layout/problems.ts";
import { wordsOf } from "../../../web/layout/rules.ts";
import { layout } from "../../../web/layout/views.ts";
import {
  chosenValues,
  type Difference,
  differencesOf,
  isMergeable,
  type Values,
} from "../../drafts/rules.ts";
import { baseOf, mergeForm } from "../../drafts/schema.ts";
import { keepHead, kept, mergeView } from "../../drafts/views.ts";
import { draftWords } from "../../drafts/words.ts";
import { doneAt, STUDIO_LOOK, type StudioCall } from "../../frame/layout.ts";
import { showId } from "../schema.ts";
import { findOwnShow, showLayout, showPath } from "../showlayout.ts";
import { findValues, saveDetails } from "./actions.ts";
import { choicesOf, chosenText } from "./fields.ts";
import { detailsForm } from "./schema.ts";
import { sentValues } from "./values.ts";
import { detailsView } from "./views.ts";
import { detailsWords } from "./words.ts";

async function findShown(call: StudioCall, deps: Deps, show_id: number) {
  const { show } = await findOwnShow(deps, call, show_id);
  const { image_url } = showSummaryView(show, call.baseUrl);
  return {
    csrf: call.csrf,
    words: detailsWords(call.locale),
    locale: call.locale,
    show,
    image_url,
    values: await findValues(deps, show),
    keeper: kept({
      words: draftWords(call.locale),
      user_id: call.session.user_id,
      name: showPath(show_id),
    }),
  };
}

type Compared = Readonly<{ base: Values; yours: Values; problems?: Values }>;

/** The page on which the person chooses between what they wrote and what is saved now (412). */
async function showMerge(
  call: StudioCall,
  deps: Deps,
  show_id: number,
  { base, yours, problems = {} }: Compared,
) {
  const { show, values, words, csrf } = await findShown(call, deps, show_id);
  const terms = { ...draftWords(call.locale), fields: words.fields };
  const differences = differencesOf(base, yours, values);
  const options = choicesOf(words, call.locale);
  call.reply.code(412);
  const body = mergeView({
    words: terms,
    csrf,
    user_id: call.session.user_id,
    action: showPath(show_id, "/merge"),
    revision: show.revision,
    differences,
    problems,
    shown: (name, value) => chosenText(name, value, options),
  });
  return layout({
    ...call,
    title: terms.merge,
    body,
    words: wordsOf(call.locale),
    head: keepHead(),
    narrow: true,
  });
}

const isYours = ({ changedBy }: Difference): boolean => changedBy === "you";
const named = ({ name }: Difference): string => name;

const formPages = formPage({
  path: "/studio/shows/:show_id",
  summary: "Edit a show's details",
  access: "signed-in",
  params: showId,
  body: detailsForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps & ShowEditing) {
    const shown = await findShown(call, deps, call.params.show_id);
    const { words, show } = shown;
    return showLayout(call, deps, show, {
      title: words.page,
      actions: buttonLink(`/show/${show.show_id}`, words.open_page, "quiet"),
      body: detailsView(shown, problemsOf(words.lang, refusal)),
      head: keepHead(),
      done: { saved: words.saved },
    });
  },
  async submit(call, value, deps: Deps & ShowEditing) {
    const { show_id } = call.params;
    const { show, values } = await findShown(call, deps, show_id);
    const { given } = call.form;
    const base = baseOf(given);
    const yours = sentValues(base, given);
    const differences = differencesOf(base, yours, values);
    if (!isMergeable(differences)) return showMerge(call, deps, show_id, { base, yours });
    const names = differences.filter(isYours).map(named);
    const { revision } = show;
    const caller = callerOf(call.session);
    const isSaved = await saveDetails(deps, caller, show_id, { value, names, revision });
    if (!isSaved) return showMerge(call, deps, show_id, { base, yours });
    return doneAt(showPath(show_id), "saved");
  },
});

const mergePage = page({
  method: "POST",
  path: "/studio/shows/:show_id/merge",
  summary: "Merge two versions of a show's details",
  access: "signed-in",
  params: showId,
  body: mergeForm,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps & ShowEditing) {
    const { show_id } = call.params;
    const { given } = call.form;
    await findOwnShow(deps, call, show_id);
    const yours = chosenValues(given);
    const parsed = detailsForm.safeParse(yours);
    if (!parsed.success) {
      const problems = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
      );
      return showMerge(call, deps, show_id, { base: {}, yours, problems });
    }
    const revision = z.coerce.number().int().safeParse(given.revision);
    if (!revision.success) throw invalid({ revision: "is required" });
    const isSaved = await saveDetails(deps, callerOf(call.session), show_id, {
      value: parsed.data,
      names: Object.keys(yours),
      revision: revision.data,
    });
    if (!isSaved) return showMerge(call, deps, show_id, { base: {}, yours });
    return doneAt(showPath(show_id), "saved");
  },
});

export const showDetailsPages = [...formPages, mergePage];
