/** The pages that publish, unschedule or delete one episode of a list, after a question. */
import type { Deps } from "../../../deps.ts";
import { invalid } from "../../../platform/failure.ts";
import { formPage, type Refusal } from "../../../platform/http/formpage.ts";
import type { Html } from "../../../platform/http/html.ts";
import { callerOf, redirect } from "../../../platform/http/pages.ts";
import { changeEpisode, deleteEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { requireEpisodeEditableBy } from "../../publishing/episodes/rights.ts";
import { findEpisode } from "../../publishing/episodes/store.ts";
import { episodeShowView } from "../../publishing/episodes/views.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { changedAt } from "../episodebulk/changes.ts";
import { backOf } from "../episodebulk/schema.ts";
import { doneAt, STUDIO_LOOK, type StudioCall, studioLayout } from "../frame/layout.ts";
import { zoneOfEpisode } from "../range/zones.ts";
import { actQuery, deleteForm, episodeId, publishForm, unscheduleForm } from "./schema.ts";
import { type Act, deleteView, publishView, unscheduleView } from "./views.ts";
import { episodeActsWords, type Words } from "./words.ts";

type ActCall = StudioCall &
  Readonly<{ params: { episode_id: number }; query: { back?: string | undefined } }>;

/** The question, for those who may edit the episode. */
async function askPage(
  call: ActCall,
  deps: Deps,
  refusal: Refusal,
  { title, view }: Readonly<{ title: (words: Words) => string; view: (act: Act) => Html }>,
) {
  const { session, csrf, params, query } = call;
  const words = episodeActsWords(call.locale);
  const row = await findEpisode(deps.db, params.episode_id);
  const { episode } = await requireEpisodeEditableBy(deps.db, callerOf(session), row);
  const body = view({
    words,
    csrf,
    refusal: problemsOf(words.lang, refusal),
    back: backOf(refusal.given.back ?? query.back ?? `/studio/shows/${episode.show_id}/episodes`),
    timezone: zoneOfEpisode(session, episode).timezone,
    episode,
  });
  return studioLayout(call, deps, {
    title: title(words),
    subtitle: `${episode.show_title} · ${episode.title}`,
    show: episodeShowView(episode, call.baseUrl),
    body,
    narrow: true,
  });
}

/** Pages show several spaces as one. */
const plain = (text: string): string => text.trim().replace(/\s+/g, " ");

export const episodeActPages = [
  ...formPage({
    path: "/studio/episodes/:episode_id/publish",
    summary: "Publish an episode now",
    access: "signed-in",
    params: episodeId,
    query: actQuery,
    body: publishForm,
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps) =>
      askPage(call, deps, refusal, { title: (words) => words.publish_title, view: publishView }),
    async submit({ params, session }, { back }, deps: Deps) {
      // A time that has come publishes what can be played at once.
      const now = { auto_published_at: deps.clock() };
      await changeEpisode(deps, callerOf(session), params.episode_id, now, {}, null);
      return doneAt(backOf(back), "published");
    },
  }),
  ...formPage({
    path: "/studio/episodes/:episode_id/unschedule",
    summary: "Keep a scheduled episode as a draft",
    access: "signed-in",
    params: episodeId,
    query: actQuery,
    body: unscheduleForm,
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps) =>
      askPage(call, deps, refusal, {
        title: (words) => words.unschedule_title,
        view: unscheduleView,
      }),
    async submit(call, { back }, deps: Deps) {
      const { episode_id } = call.params;
      const caller = callerOf(call.session);
      const row = await findEpisode(deps.db, episode_id);
      const { episode } = await requireEpisodeEditableBy(deps.db, caller, row);
      // Whoever comes too late finds it published in the list.
      if (episode.auto_published_at === null || episode.published_at !== null)
        return redirect(backOf(back));
      await changeEpisode(deps, caller, episode_id, { auto_published_at: null }, {}, null);
      return changedAt(deps, call, { back: backOf(back), name: "unscheduled", episode_id });
    },
  }),
  ...formPage({
    path: "/studio/episodes/:episode_id/delete",
    summary: "Delete an episode, after its title was typed",
    access: "signed-in",
    params: episodeId,
    query: actQuery,
    body: deleteForm,
    look: STUDIO_LOOK,
    show: (call, refusal, deps: Deps) =>
      askPage(call, deps, refusal, { title: (words) => words.delete_title, view: deleteView }),
    async submit({ params, session, locale }, { back, name }, deps: Deps) {
      const caller = callerOf(session);
      const row = await findEpisode(deps.db, params.episode_id);
      const { episode } = await requireEpisodeEditableBy(deps.db, caller, row);
      if (plain(name) !== plain(episode.title))
        throw invalid({ name: episodeActsWords(locale).wrong_name });
      await deleteEpisode(deps, caller, params.episode_id, null);
      return doneAt(backOf(back), "deleted");
    },
  }),
];
