/** HTML of the upload of an episode, its processing, and how it ended; pure. */
import type { Refusal } from "../../../platform/http/formpage.ts";
import { type Html, html } from "../../../platform/http/html.ts";
import { localTime } from "../../../platform/text/localtimes.ts";
import { zoneText } from "../../../platform/text/timezones.ts";
import { type EpisodeState, episodeState } from "../../publishing/episodes/rules.ts";
import { fill } from "../../web/layout/rules.ts";
import { form, notice, submit } from "../../web/layout/views.ts";
import { audioFault } from "../frame/audiofaults.ts";
import type { Words as FrameWords } from "../frame/words.ts";
import type { Zone } from "../range/zones.ts";
import { whenField } from "./fields.ts";
import type { Proposal } from "./proposing.ts";
import type { Words } from "./words.ts";

/** A number of bytes in megabytes, as the language writes it. */
export const sizeOf = (bytes: number, lang: string): string =>
  new Intl.NumberFormat(lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 0 }).format(
    bytes / 1_000_000,
  );

type Episode = Readonly<{
  episode_id: number;
  show_id: number;
  title: string;
  type: string;
  encoding_status: string;
  encoding_error: string | null;
  encoding_progress: number;
  published_at: Date | null;
  auto_published_at: Date | null;
  publish_when_ready: boolean;
  show_title: string;
}>;

/** The title of the page: how far the episode is. */
export function episodeTitle(words: Words, episode: Episode, timezone: string): string {
  const { auto_published_at } = episode;
  const date = auto_published_at && dateText(auto_published_at, timezone, words.lang);
  const titles: Record<EpisodeState, string> = {
    processing: words.needs_you,
    failed: words.audio_error,
    published: words.is_live,
    scheduled: fill(words.is_scheduled, { date: date ?? "" }),
    draft: words.is_draft,
  };
  return titles[episodeState(episode)];
}

type EpisodeShown = Readonly<{
  csrf: string;
  refusal: Refusal;
  words: Words;
  terms: FrameWords;
  episode: Episode;
  zone: Zone;
  proposal: Proposal;
  /** Whether everybody may hear it, now that it is published. */
  isOpen: boolean;
  baseUrl: string;
}>;

export function episodeView(shown: EpisodeShown): Html {
  const state = episodeState(shown.episode);
  const body = {
    processing: () => encodingView(shown),
    failed: () => brokenView(shown),
    published: () => liveView(shown),
    scheduled: () => waitingView(shown),
    draft: () => waitingView(shown),
  };
  return body[state]();
}

const encodingView = ({ words, episode, zone }: EpisodeShown): Html => html`
<div data-live>
<p>${
  episode.encoding_status === "PENDING"
    ? words.waiting
    : fill(words.encoding, { n: episode.encoding_progress })
}</p>
<progress class="wide" max="100" value="${episode.encoding_progress}" aria-label="${fill(words.encoding, { n: episode.encoding_progress })}"></progress>
</div>
<p class="soft">${words.encoding_hint} ${whatComes(words, episode, zone.timezone)}</p>`;

function whatComes(words: Words, episode: Episode, timezone: string): string {
  const { auto_published_at, published_at, publish_when_ready } = episode;
  if (published_at !== null) return "";
  if (auto_published_at !== null)
    return fill(words.will_schedule, { date: dateText(auto_published_at, timezone, words.lang) });
  return publish_when_ready ? words.will_publish : words.will_draft;
}

const dateText = (date: Date, timeZone: string, lang: string): string =>
  new Intl.DateTimeFormat(lang, { dateStyle: "long", timeStyle: "short", timeZone }).format(date);

const brokenView = ({ words, terms, episode }: EpisodeShown): Html => html`
${notice(audioFault(terms, episode.encoding_error), "problem")}
<p class="actions"><a class="button" href="/studio/shows/${episode.show_id}/episodes/new">${words.audio_again}</a></p>`;

const liveView = ({ words, episode, isOpen, baseUrl }: EpisodeShown): Html => html`
${isOpen && html`<audio controls preload="metadata" src="/v2/episodes/${episode.episode_id}/play.mp3"></audio>`}
<p class="actions">
<a class="button" href="/episode/${episode.episode_id}">${words.listen}</a>
<a class="button quiet" href="/studio/shows/${episode.show_id}/episodes/new">${words.another}</a>
</p>
<p class="field"><label for="share">${words.share}</label>
<input id="share" readonly value="${baseUrl}/episode/${episode.episode_id}"></p>
<p class="soft"><a href="/studio/episodes/${episode.episode_id}">${words.to_episode}</a> · <a href="/studio/calendar">${words.to_calendar}</a> · <a href="/studio/episodes/${episode.episode_id}/audio">${words.audio_marks}</a></p>
<p class="soft">${words.feed}: <a href="/show/${episode.show_id}/episodes/feed">/show/${episode.show_id}/episodes/feed</a></p>`;

/** What was chosen, where to go on, and a way to choose again. */
const waitingView = (shown: EpisodeShown): Html => {
  const { words, episode, zone } = shown;
  const path = `/studio/episodes/${episode.episode_id}`;
  const isScheduled = episode.auto_published_at !== null;
  return html`
<p>${isScheduled ? fill(words.zone, { zone: zoneText(zone.timezone) }) : words.will_draft}</p>
<p class="actions"><a class="button" href="${path}">${words.to_episode}</a>
<a class="button quiet" href="/studio/calendar">${words.to_calendar}</a></p>
<p class="soft"><a href="${path}/preview">${words.preview_audio}</a> · <a href="${path}/audio">${words.audio_marks}</a></p>
${changeView(shown)}`;
};

/** Open at once only after a choice that was refused. */
function changeView({ csrf, refusal, words, episode, zone, proposal }: EpisodeShown): Html {
  const { auto_published_at } = episode;
  const isRefused = refusal.message !== null || Object.keys(refusal.fields).length > 0;
  return html`
${notice(refusal.message, "problem")}
<details${isRefused && html` open`}><summary>${words.change}</summary>
${form(
  `/studio/episodes/${episode.episode_id}/next`,
  csrf,
  html`
${whenField({
  words,
  refusal,
  zone,
  proposal,
  chosen: auto_published_at === null ? "draft" : "later",
  at: auto_published_at === null ? null : localTime(zone.timezone, auto_published_at),
  now: words.when_publish,
})}
${submit(words.save)}`,
)}
</details>`;
}
