/** The page on which an editor hears an episode as a listener in a country and on a device would. */
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import { html } from "../../../platform/http/html.ts";
import { callerOf, page } from "../../../platform/http/pages.ts";
import { verbatim } from "../../../platform/http/params.ts";
import { makePreview } from "../../listening/playback/preview/actions.ts";
import { type Preview, previewParams } from "../../listening/playback/preview/schema.ts";
import type { Playback } from "../../listening/playback/schema.ts";
import { emptyState } from "../../web/layout/components.ts";
import { clockTime, fill } from "../../web/layout/rules.ts";
import { choice, field } from "../../web/layout/views.ts";
import { episodeLayout, findOwnEpisode } from "../episode/head.ts";
import { deviceName } from "../frame/devices.ts";
import { STUDIO_LOOK } from "../frame/layout.ts";
import { newEpisodeWords, type Words } from "../newepisode/words.ts";
import { episodeId } from "./schema.ts";

const DEVICES = ["Mobile", "Desktop", "Tablet", "Smart speaker", "Car", "TV", "Watch", "Others"];
const text = () => verbatim({ max: 30 }).catch("").prefault("");

export const previewPages = [
  page({
    method: "GET",
    path: "/studio/episodes/:episode_id/preview",
    summary: "Hear an episode as a listener would",
    access: "signed-in",
    params: episodeId,
    query: z.object({ country: text(), device: text() }),
    look: { ...STUDIO_LOOK, audio: true },
    async handle(call, deps: Deps & Readonly<{ playback: Playback }>) {
      const { session, params, query } = call;
      const words = newEpisodeWords(call.locale);
      const episode = await findOwnEpisode(deps, session, params.episode_id);
      const chosen = previewParams.safeParse({
        country: query.country,
        ...(DEVICES.includes(query.device) && { device: query.device }),
      });
      const preview =
        episode.media_key === null
          ? null
          : await makePreview(
              deps.playback,
              callerOf(session),
              episode.episode_id,
              chosen.data ?? {},
              call.baseUrl,
            );
      const country = chosen.success ? undefined : words.country_hint;
      return episodeLayout(call, deps, episode, {
        body: html`<h2>${words.preview}</h2><p class="soft">${words.preview_hint}</p>
${preview === null ? emptyState({ title: words.preview_none, text: words.audio_none }) : previewView(words, preview)}
<form method="get" action="/studio/episodes/${episode.episode_id}/preview" class="column">
${field({ label: words.country, name: "country", value: query.country, hint: words.country_hint, error: country, maxlength: 2 })}
${choice({ label: words.device, name: "device", value: query.device || "Mobile", options: DEVICES.map((name) => [name, deviceName(call.locale, name)]) })}
<p class="actions"><button type="submit">${words.preview_again}</button> <a class="button quiet" href="/episode/${episode.episode_id}">${words.preview_page}</a></p>
</form>`,
      });
    },
  }),
];

const previewView = (words: Words, { audio_url, duration, breaks }: Preview) => {
  const heard = breaks.filter(({ ads }) => ads.length > 0);
  return html`
<p><audio class="wide" controls preload="metadata" src="${audio_url}"></audio></p>
<p>${fill(words.preview_length, { length: clockTime(duration) })}</p>
${heard.length === 0 ? html`<p class="soft">${words.no_ads}</p>` : html`<ol>${heard.map(({ starts_at, ads }) => html`<li>${clockTime(starts_at)}: ${ads.map(({ advertiser_name, lineitem_name }, at) => `${at === 0 ? "" : ", "}${lineitem_name ?? advertiser_name ?? "–"}`)}</li>`)}</ol>`}`;
};
