/** Saves an episode's draft while somebody writes, and merges it with what another person wrote meanwhile. */
import type { Deps } from "../../../deps.ts";
import { Failure } from "../../../platform/failure.ts";
import { PageData } from "../../../platform/http/pagedata.ts";
import { page } from "../../../platform/http/pages.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { findDraft, requireUnpublished, saveAt } from "./actions.ts";
import { draftFieldsOf, draftForm, draftValues } from "./episode.ts";
import { showMerge } from "./merging.ts";
import { chosenValues, differencesOf, isMergeable } from "./rules.ts";
import { baseOf, episodeId, mergeForm } from "./schema.ts";

const autosave = page({
  method: "POST",
  path: "/studio/episodes/:episode_id/autosave",
  summary: "Save an episode's draft while it is written",
  access: "signed-in",
  params: episodeId,
  body: draftForm,
  async handle(call, deps: Deps) {
    const { form, session, params, reply } = call;
    requireUnpublished(await findDraft(deps, session, params.episode_id));
    if (!form.ok) {
      reply.code(400);
      return new PageData({ fields: form.fields });
    }
    const { revision, ...fields } = form.value;
    const { isSaved, episode } = await saveAt(deps, session, params.episode_id, revision, fields);
    const values = draftValues(episode);
    if (isSaved) return new PageData({ revision: episode.revision, values });
    const differences = differencesOf(baseOf(form.given), draftFieldsOf(form.given), values);
    // The record changed in other fields only, such as by the audio that became ready meanwhile.
    if (isMergeable(differences)) {
      const again = await saveAt(deps, session, params.episode_id, episode.revision, fields);
      const { episode: merged } = again;
      if (again.isSaved)
        return new PageData({ revision: merged.revision, values: draftValues(merged) });
    }
    reply.code(412);
    return new PageData({ revision: episode.revision, values, differences });
  },
});

const merge = page({
  method: "POST",
  path: "/studio/episodes/:episode_id/merge",
  summary: "Merge two versions of an episode's draft",
  access: "signed-in",
  params: episodeId,
  body: mergeForm,
  look: STUDIO_LOOK,
  async handle(call, deps: Deps) {
    const { params, session, form } = call;
    const { given } = form;
    if (given.merged === undefined)
      return showMerge(call, deps, { base: baseOf(given), yours: draftFieldsOf(given) });
    const yours = draftFieldsOf(chosenValues(given));
    const parsed = draftForm.safeParse({ ...yours, revision: given.revision });
    if (!parsed.success) {
      const problems = Object.fromEntries(
        parsed.error.issues.map(({ path, message }) => [String(path[0]), message]),
      );
      return showMerge(call, deps, { base: {}, yours, problems });
    }
    const { revision, ...fields } = parsed.data;
    try {
      const { isSaved } = await saveAt(deps, session, params.episode_id, revision, fields);
      if (isSaved) return doneAt(`/studio/episodes/${params.episode_id}`, "saved");
    } catch (error) {
      if (!(error instanceof Failure) || error.fields === null) throw error;
      return showMerge(call, deps, { base: {}, yours, problems: error.fields });
    }
    return showMerge(call, deps, { base: {}, yours });
  },
});

export const draftPages = [autosave, merge];
