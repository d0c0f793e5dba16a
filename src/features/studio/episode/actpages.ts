/** Pages of single acts on an episode: publication, cover, secret link, move. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { findEpisodePayer } from "../../publishing/episodes/rights.ts";
import { episodeView } from "../../publishing/episodes/views.ts";
import { imageField } from "../../publishing/images/actions.ts";
import { listEditableShows } from "../../publishing/shows/editable/store.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { script } from "../frame/assets.ts";
import { doneAt, STUDIO_LOOK } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { newEpisodeWords } from "../newepisode/words.ts";
import { zoneOfEpisode } from "../range/zones.ts";
import { coverView, moveView } from "./actviews.ts";
import { episodeLayout, findOwnEpisode } from "./head.ts";
import { outcomeOf } from "./outcome.ts";
import { publicationParams, publicationView, scheduleOf } from "./publication.ts";
import { coverForm, episodeId, moveForm, publicationForm } from "./schema.ts";
import { episodeWords } from "./words.ts";

const pathOf = (episode_id: number) => `/studio/episodes/${episode_id}`;

const publicationPages = formPage({
  path: "/studio/episodes/:episode_id/publication",
  summary: "Publish or schedule an episode, or change its date",
  access: "signed-in",
  params: episodeId,
  body: publicationForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = episodeWords(call.locale);
    const row = await findOwnEpisode(deps, call.session, call.params.episode_id);
    const body = publicationView({
      words,
      when: newEpisodeWords(call.locale),
      csrf: call.csrf,
      row,
      ...(await scheduleOf(deps, call.session, row)),
      refusal: problemsOf(words.lang, refusal),
    });
    const head = html`${script("episode/browser/publication.js")}`;
    return episodeLayout(call, deps, row, { body, head, narrow: true });
  },
  async submit({ params: { episode_id }, session }, value, deps: Deps) {
    const row = await findOwnEpisode(deps, session, episode_id);
    const { timezone } = zoneOfEpisode(session, row);
    const params = publicationParams(value, row, { timezone, now: deps.clock() });
    const after = await changeEpisode(deps, callerOf(session), episode_id, params, {}, null);
    return doneAt(pathOf(episode_id), outcomeOf(row, after));
  },
});

const coverPages = formPage({
  path: "/studio/episodes/:episode_id/cover",
  summary: "Upload an episode's cover",
  access: "signed-in",
  params: episodeId,
  body: coverForm,
  files: { image_file: imageField },
  payer: ({ episode_id }, caller, deps: Deps) => findEpisodePayer(deps.db, caller, episode_id),
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = episodeWords(call.locale);
    const row = await findOwnEpisode(deps, call.session, call.params.episode_id);
    const { image_url } = episodeView(row, call.baseUrl, true);
    const body = coverView({
      words,
      terms: frameWords(call.locale),
      csrf: call.csrf,
      row,
      refusal: problemsOf(words.lang, refusal),
      image_url,
    });
    const head = html`${script("frame/browser/upload.js")}`;
    return episodeLayout(call, deps, row, { body, head, narrow: true });
  },
  async submit({ params: { episode_id }, session, files }, value, deps: Deps) {
    if (files.image_file === undefined) throw invalid({ image_file: "is required" });
    await changeEpisode(deps, callerOf(session), episode_id, value, files, null);
    return doneAt(pathOf(episode_id), "cover");
  },
});

const movePages = formPage({
  path: "/studio/episodes/:episode_id/show",
  summary: "Move an episode to another show",
  access: "signed-in",
  params: episodeId,
  body: moveForm,
  look: STUDIO_LOOK,
  async show(call, refusal, deps: Deps) {
    const words = episodeWords(call.locale);
    const row = await findOwnEpisode(deps, call.session, call.params.episode_id);
    const shows = await listEditableShows(deps.db, call.session.user_id);
    const shown = { words, csrf: call.csrf, row, refusal: problemsOf(words.lang, refusal), shows };
    return episodeLayout(call, deps, row, { body: moveView(shown), narrow: true });
  },
  async submit({ params: { episode_id }, session }, value, deps: Deps) {
    await changeEpisode(deps, callerOf(session), episode_id, value, {}, null);
    return doneAt(pathOf(episode_id), "moved");
  },
});

export const episodeFormPages = [
  ...publicationPages,
  ...coverPages,
  ...movePages,
  page({
    method: "POST",
    path: "/studio/episodes/:episode_id/secret-link",
    summary: "Make a new secret link for a limited episode",
    access: "signed-in",
    params: episodeId,
    async handle({ params: { episode_id }, session }, deps: Deps) {
      const reset = { limited_key: "reset" } as const;
      await changeEpisode(deps, callerOf(session), episode_id, reset, {}, null);
      return doneAt(pathOf(episode_id), "link");
    },
  }),
];
