/** The page of an episode: player, description, chapters. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { listeningHead } from "../../distribution/player/dockview.ts";
import { PLAYER_HEIGHTS } from "../../distribution/player/oembed.ts";
import { playerView, type Track } from "../../distribution/player/views.ts";
import { episodeState } from "../../publishing/episodes/rules.ts";
import type { episodeDetail } from "../../publishing/episodes/schema.ts";
import { feedUrlOf } from "../../publishing/shows/views.ts";
import type { Words as DraftWords } from "../../studio/newepisode/words.ts";
import { buttonLink, joined } from "../layout/components.ts";
import { clockTime, counted, fill, isoDuration, lengthText, type Words } from "../layout/rules.ts";
import {
  actionsView,
  type EpisodeContext,
  messagesView,
  moreView,
  peopleView,
  type Reader,
} from "./episodeparts.ts";
import { headOf, tintLink } from "./head.ts";
import { cover, dateOf, dateText, previewNote, prose, spoken, tagLinks, titled } from "./views.ts";

type Episode = z.infer<typeof episodeDetail>;

export type EpisodePage = Readonly<{
  episode: Episode;
  /** The show's footer, sanitised. */
  footer: string;
  /** null while the episode has no audio. */
  track: Track | null;
  /** The picture for links to this page; null unless strangers may see it. */
  card_url: string | null;
  /** The media type of the audio; for linked audio as declared in its feed, or null if the feed declares none. */
  audio_type: string | null;
  key: string | undefined;
  preview: boolean;
  /** Its state, for those who can edit it. */
  draft: Draft | null;
  context: EpisodeContext;
  /** The signed-in person with their marks; null for visitors. */
  reader: Reader | null;
  /** Sizes of the cover, and the colour that stands out in it. */
  image_sizes: string | null;
  tint: string | null;
  words: Words;
  baseUrl: string;
}>;

type Draft = Readonly<{ words: DraftWords; progress: number; error: string | null }>;

export function episodePage(page: EpisodePage): Html {
  const { episode, track, key, preview, words, context, baseUrl } = page;
  const { show } = episode;
  const { language } = context;
  const query = key === undefined ? "" : `?key=${encodeURIComponent(key)}`;
  const hasAudio = track !== null;
  const from = { baseUrl, key, show_title: show.title, language };
  return html`
${preview && previewNote(words)}
<article class="sheet">
<header class="hero">${cover(episode.image_url, 200, page.image_sizes)}
<div><h1>${titled(episode.title, language, words)}</h1>
<p class="by"><a href="${show.site_url}${query}">${titled(show.title, language, words)}</a></p>
<p class="facts">${facts(episode, words)}</p>
${page.draft !== null && draftView(episode, page.draft, words)}
${actionsView({ episode, context, hasAudio, preview, key, baseUrl, words, reader: page.reader })}</div></header>
${hasAudio && playerView([track], words, { chapters: false, heading: false })}
${hasAudio && track.chapters.length > 0 && chapterList(track, language, words)}
${prose(episode.description_html, language, words)}
${prose(page.footer, language, words)}
${transcriptPart(page)}
${tagLinks(episode.tags, words)}
${peopleView(context, words)}
${!preview && messagesView({ episode_id: episode.episode_id, messages: context.messages, key, reader: page.reader, words })}
${moreView(context, from, words)}
</article>`;
}

/** The text, which the script fetches from its own page when it is opened; of what other servers keep, the file. */
function transcriptPart({ track, baseUrl, episode, key, words }: EpisodePage): Html {
  if (track === null || track.transcript_url === null) return html``;
  if (!track.transcript_url.startsWith(`${baseUrl}/media/`))
    return html`<p><a href="${track.transcript_url}">${words.read_transcript}</a></p>`;
  const query = key === undefined ? "" : `?key=${encodeURIComponent(key)}`;
  const url = `${episode.site_url}/transcript${query}`;
  return html`<section aria-labelledby="transcript"><h2 id="transcript">${words.transcript}</h2>
<details class="reading" data-reading="${url}"><summary>${words.show_transcript}</summary>
<div class="box"><p><a href="${url}">${words.own_page}</a></p></div></details></section>`;
}

/** How far a draft is, and the page where it is edited and published. */
function draftView(episode: Episode, { words: terms, progress, error }: Draft, words: Words): Html {
  const state = episodeState(episode);
  const text = {
    processing: fill(terms.encoding, { n: progress }),
    failed: terms.audio_error,
    scheduled: fill(terms.will_schedule, { date: dateText(episode.auto_published_at, words) }),
    draft: terms.will_draft,
    published: null,
  }[state];
  return html`<div class="state">${text !== null && html`<p role="status">${text}</p>`}
${state === "failed" && error !== null && html`<p lang="en">${error}</p>`}
<p class="actions">${buttonLink(`/studio/episodes/${episode.episode_id}`, words.edit_publish)}</p></div>`;
}

const KINDS = { FULL: null, TRAILER: "trailer", BONUS: "bonus" } as const;

function facts(episode: Episode, words: Words): Html {
  const kind = KINDS[episode.season_episode_type];
  const { season_number, episode_number, duration } = episode;
  return joined([
    dateOf(episode.published_at, words, "long"),
    duration > 0 && html`${lengthText(duration, words)}`,
    season_number !== null && html`${fill(words.season, { n: season_number })}`,
    episode_number !== null && html`${fill(words.number, { n: episode_number })}`,
    kind !== null && html`${words[kind]}`,
    episode.explicit && html`<strong>${words.explicit}</strong>`,
    episode.likes_count > 0 && html`${counted(words, "likes", episode.likes_count)}`,
    episode.messages_count > 0 &&
      html`<a href="#messages">${counted(words, "messages", episode.messages_count)}</a>`,
  ]);
}

/** Links that start playback at a chapter: through the script, or in the browser's own player (Media Fragments). */
const chapterList = ({ chapters, audio_url }: Track, language: string, words: Words): Html => html`
<section aria-labelledby="chapters"><h2 id="chapters">${words.chapters}</h2>
<ol class="chapters" data-seeks${spoken(language, words)}>${chapters.map(
  ({ starts_at, title, image_url }) =>
    html`<li>${image_url !== null && cover(image_url, 48)}<a href="${audio_url}#t=${Math.floor(starts_at / 1000)}" data-seek="${starts_at}"><span class="at">${clockTime(starts_at)}</span> <span>${title}</span></a></li>`,
)}</ol></section>`;

export function episodeHead(page: EpisodePage): Html {
  const { episode, track, key, preview, baseUrl } = page;
  const { title, description, site_url: url, show } = episode;
  const image = episode.image_medium_url ?? episode.image_url;
  // Like the page itself, the feed is advertised only to readers who need no key.
  const isListed = !preview && key === undefined;
  return html`${headOf({
    title,
    description,
    url,
    image,
    card: page.card_url,
    baseUrl,
    type: "music.song",
    player: {
      url: `${baseUrl}/embed?episode_id=${episode.episode_id}`,
      height: PLAYER_HEIGHTS.episode,
    },
    ...(track === null ? {} : { audio: episode.playback_url }),
    unlisted: !isListed,
    ...(isListed && { feed: { title: show.title, url: feedUrlOf(show.site_url) } }),
    data: {
      "@type": "PodcastEpisode",
      name: title,
      description,
      url,
      image,
      ...(episode.published_at && { datePublished: episode.published_at.slice(0, 10) }),
      ...(episode.episode_number !== null && { episodeNumber: episode.episode_number }),
      timeRequired: isoDuration(episode.duration),
      partOfSeries: { "@type": "PodcastSeries", name: show.title, url: show.site_url },
      ...(track !== null && { associatedMedia: audioObjectOf(page) }),
    },
  })}${tintLink(page.tint)}${listeningHead(page.words)}`;
}

/** The audio as an AudioObject: https://schema.org/AudioObject. */
const audioObjectOf = ({ episode, audio_type }: EpisodePage) => ({
  "@type": "AudioObject",
  contentUrl: episode.playback_url,
  // The duration of linked audio is unknown until its feed declares it.
  ...(episode.duration > 0 && { duration: isoDuration(episode.duration) }),
  ...(audio_type !== null && { encodingFormat: audio_type }),
});
