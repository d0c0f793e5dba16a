/** The pages that upload an episode, follow its processing, and publish it. */
import type { Config } from "../../../config.ts";
import type { Deps } from "../../../deps.ts";
import { formPage } from "../../../platform/http/formpage.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, redirect } from "../../../platform/http/pages.ts";
import { changeEpisode } from "../../publishing/episodes/publishing/actions.ts";
import { episodeState } from "../../publishing/episodes/rules.ts";
import { episodeShowView } from "../../publishing/episodes/views.ts";
import { problemsOf } from "../../web/layout/problems.ts";
import { keepLooking, script } from "../frame/assets.ts";
import { STUDIO_LOOK, studioLayout } from "../frame/layout.ts";
import { frameWords } from "../frame/words.ts";
import { zoneOfEpisode } from "../range/zones.ts";
import { findOwnEpisode, publicationOf } from "./actions.ts";
import { helperPages, uploadPages } from "./newroutes.ts";
import { pickPage } from "./pickpage.ts";
import { proposeTime } from "./proposing.ts";
import { episodeId, publicationForm } from "./schema.ts";
import { episodeTitle, episodeView } from "./views.ts";
import { newEpisodeWords } from "./words.ts";

const progressPages = formPage({
  path: "/studio/episodes/:episode_id/next",
  summary: "Follow the processing of an episode, and publish it",
  access: "signed-in",
  params: episodeId,
  body: publicationForm,
  look: { ...STUDIO_LOOK, audio: true },
  async show(call, refusal, deps: Deps) {
    const { csrf, params, session } = call;
    const words = newEpisodeWords(call.locale);
    const found = await findOwnEpisode(deps, session, params.episode_id);
    const zone = zoneOfEpisode(session, found.episode);
    const body = episodeView({
      csrf,
      refusal: problemsOf(words.lang, refusal),
      words,
      terms: frameWords(call.locale),
      zone,
      proposal: await proposeTime(
        deps.db,
        { show_id: found.episode.show_id, timezone: zone.timezone },
        { besides: params.episode_id, now: deps.clock() },
      ),
      baseUrl: call.baseUrl,
      ...found,
    });
    const { episode } = found;
    return studioLayout(call, deps, {
      title: episodeTitle(words, episode, zone.timezone),
      subtitle: `${episode.show_title} · ${episode.title}`,
      show: episodeShowView(episode, call.baseUrl),
      body,
      head: html`${script("newepisode/browser/when.js")}${episodeState(episode) === "processing" && keepLooking()}`,
      narrow: true,
    });
  },
  async submit({ params: { episode_id }, session }, value, deps: Deps) {
    const { episode } = await findOwnEpisode(deps, session, episode_id);
    const chosen = publicationOf(value, zoneOfEpisode(session, episode).timezone);
    // A time that has come publishes what can be played at once.
    const params = { auto_published_at: deps.clock(), ...chosen };
    await changeEpisode(deps, callerOf(session), episode_id, params, {}, null);
    return redirect(`/studio/episodes/${episode_id}/next`);
  },
});

export const newEpisodePages = (config: Config) => [
  pickPage,
  ...uploadPages(config),
  ...helperPages,
  ...progressPages,
];
