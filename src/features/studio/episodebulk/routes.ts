/** The page that changes many episodes, after it has shown what would change; and the way back. */
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import type { Refusal } from "../../../platform/http/formpage.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { callerOf, page, type SessionCaller } from "../../../platform/http/pages.ts";
import { changeEpisodes } from "../../publishing/bulk/actions.ts";
import type { BulkOutcome } from "../../publishing/bulk/schema.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { stylesheet } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK, type StudioCall, studioLayout } from "../frame/layout.ts";
import { undoChange } from "./actions.ts";
import { changedAt } from "./changes.ts";
import { backOf, bulkForm, type Choice, choiceOf, type Given, undoForm } from "./schema.ts";
import { findTitles } from "./store.ts";
import { planView } from "./views.ts";
import { episodeBulkWords, type Words } from "./words.ts";

/** The shows to which the person can move episodes, by id. */
async function findShows({ db }: Pick<Deps, "db">, { user_id }: SessionCaller) {
  const rows = await listEditableShows(db, user_id);
  return new Map(rows.map(({ show_id, title }) => [show_id, title]));
}

/** What the choice would do. A choice that is wrong for all of them does nothing; its errors are the form’s. */
async function tryOut(deps: Deps, session: SessionCaller, { ids, changes, fields }: Choice) {
  const run = (wanted: Choice["changes"]) =>
    changeEpisodes(deps, callerOf(session), { ids: [...ids], changes: wanted, dry_run: true });
  try {
    return { outcomes: await run(changes), fields, message: null };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return {
      outcomes: await run({}),
      fields: error.fields ?? {},
      message: error.fields ? null : error.message,
    };
  }
}

const isMine = ({ problems }: BulkOutcome): boolean =>
  !problems.some(({ field }) => field === "episode_id");

async function planPage(call: StudioCall, deps: Deps, given: Given, refusal?: Refusal) {
  const words = episodeBulkWords(call.locale);
  const choice = choiceOf(given);
  const tried = await tryOut(deps, call.session, choice);
  const said = (fields: Refusal["fields"], message: string | null = null) => {
    const refused = problemsOf(words.lang, { given, fields, message });
    const written: Refusal["fields"] = { ...refused.fields, ...breakFaults(words, fields) };
    return { ...refused, fields: written };
  };
  const outcomes = tried.outcomes.map((outcome) => ({
    ...outcome,
    problems: outcome.problems.map(({ field, message }) => ({
      field,
      message: said({ [field]: message }, null).fields[field] ?? message,
    })),
  }));
  const mine = tried.outcomes.filter(isMine).map(({ episode_id }) => episode_id);
  const isChosen = Object.keys(choice.changes).length > 0;
  const isBlank = given.step === "preview" && !isChosen && Object.keys(choice.fields).length === 0;
  const message = refusal?.message ?? tried.message ?? (isBlank ? words.nothing : null);
  const body = planView({
    words,
    csrf: call.csrf,
    back: backOf(given.back),
    refusal: said({ ...tried.fields, ...refusal?.fields }, message),
    outcomes,
    titles: await findTitles(deps.db, mine),
    shows: await findShows(deps, call.session),
    isChosen: isChosen && Object.keys(tried.fields).length === 0 && tried.message === null,
  });
  const head = stylesheet("episodelist/browser/episodes.css");
  return studioLayout(call, deps, { title: words.title, body, head });
}

/** What is wrong with ad breaks, which the form itself reads. */
function breakFaults(words: Words, { breaks, break_times }: Refusal["fields"]) {
  return {
    ...(breaks === "no_place" && { breaks: words.no_place }),
    ...(break_times === "not_a_time" && { break_times: words.not_a_time }),
  };
}

/** The form without the episodes that the choice cannot be made for. */
async function withoutProblems(deps: Deps, session: SessionCaller, given: Given): Promise<Given> {
  const { outcomes } = await tryOut(deps, session, choiceOf(given));
  const stuck = outcomes.filter(({ problems }) => problems.length > 0);
  const names = stuck.map(({ episode_id }) => `id.${episode_id}`);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes(name)));
}

export const episodeBulkPages = [
  ...formPage({
    path: "/studio/episodes/bulk",
    summary: "Change many episodes",
    access: "signed-in",
    body: bulkForm,
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps) => planPage(call, deps, refusal.given, refusal),
    async submit(call, given, deps: Deps) {
      const { session } = call;
      if (given.step === "leave_out")
        return planPage(call, deps, await withoutProblems(deps, session, given));
      const choice = choiceOf(given);
      const [first] = choice.ids;
      if (given.step !== "apply" || first === undefined || Object.keys(choice.changes).length === 0)
        return planPage(call, deps, given);
      const { changes } = choice;
      const params = { ids: [...choice.ids], changes, dry_run: false };
      const outcomes = await changeEpisodes(deps, callerOf(session), params);
      const changed = outcomes.find((one) => Object.keys(one.changes).length > 0);
      if (changed === undefined) return planPage(call, deps, given);
      const { episode_id } = changed;
      return changedAt(deps, call, { back: backOf(given.back), name: "changed", episode_id });
    },
  }),
  page({
    method: "POST",
    path: "/studio/episodes/undo",
    summary: "Undo a change of episodes",
    access: "signed-in",
    body: undoForm,
    async handle({ form, session }, deps: Deps) {
      if (!form.ok) return doneAt("/studio/episodes", "not_undone");
      const { change, back } = form.value;
      const isUndone = await undoChange(deps, session, change);
      return doneAt(backOf(back), isUndone ? "undone" : "not_undone");
    },
  }),
];
