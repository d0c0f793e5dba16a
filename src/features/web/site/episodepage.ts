/** The page of an episode: player, description, chapters. */
import type { z } from "zod";
import { type Html, html } from "../../../platform/http/html.ts";
import { playerHead, playerView, type Track } from "../../distribution/player/views.ts";
import type { episodeDetail } from "../../publishing/episodes/schema.ts";
import { feedUrlOf } from "../../publishing/shows/views.ts";
import { clockTime, fill, isoDuration, type Words } from "../layout/rules.ts";
import { headOf } from "./head.ts";
import { cover, dateOf, previewNote, prose, tagLinks } from "./views.ts";

type Episode = z.infer<typeof episodeDetail>;

export type EpisodePage = Readonly<{
  episode: Episode;
  /** The show's footer, sanitised. */
  footer: string;
  /** null while the episode has no audio. */
  track: Track | null;
  /** The media type of the audio; for linked audio as declared in its feed, or null if the feed declares none. */
  audio_type: string | null;
  key: string | undefined;
  preview: boolean;
  words: Words;
  baseUrl: string;
}>;

export function episodePage({ episode, footer, track, key, preview, words }: EpisodePage): Html {
  const { show } = episode;
  const query = key === undefined ? "" : `?key=${encodeURIComponent(key)}`;
  return html`
${preview && previewNote(words)}
<article class="sheet">
<header class="hero">${cover(episode.image_url, 120)}
<div><h1>${episode.title}</h1>
<p class="by"><a href="${show.site_url}${query}">${show.title}</a></p>
<p class="facts">${facts(episode, words)}</p></div></header>
${track !== null && playerView([track], words, { chapters: false, heading: false })}
<p class="actions">${episode.download_enabled && track !== null && html`<a href="${episode.download_url}${query}">${words.download}</a>`}</p>
${prose(episode.description_html)}
${prose(footer)}
${track !== null && track.chapters.length > 0 && chapterList(track, words)}
${tagLinks(episode.tags, words)}
</article>`;
}

const KINDS = { FULL: null, TRAILER: "trailer", BONUS: "bonus" } as const;

function facts(episode: Episode, words: Words): Html {
  const kind = KINDS[episode.season_episode_type];
  const { season_number, episode_number, duration } = episode;
  const parts = [
    dateOf(episode.published_at, words),
    duration > 0 && html`${clockTime(duration)}`,
    season_number !== null && html`${fill(words.season, { n: season_number })}`,
    episode_number !== null && html`${fill(words.number, { n: episode_number })}`,
    kind !== null && html`${words[kind]}`,
    episode.explicit && html`<strong>${words.explicit}</strong>`,
  ].filter((part) => part !== false && part.text !== "");
  return html`${parts.map((part, index) => html`${index > 0 && " · "}${part}`)}`;
}

/** Links that start playback at a chapter: through the script, or in the browser's own player (Media Fragments). */
const chapterList = ({ chapters, audio_url }: Track, words: Words): Html => html`
<section aria-labelledby="chapters"><h2 id="chapters">${words.chapters}</h2>
<ol class="chapters">${chapters.map(
  ({ starts_at, title, image_url }) =>
    html`<li>${image_url !== null && cover(image_url, 48)}<a href="${audio_url}#t=${Math.floor(starts_at / 1000)}" data-seek="${starts_at}"><span class="at">${clockTime(starts_at)}</span> ${title}</a></li>`,
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
    baseUrl,
    type: "music.song",
    player: `${baseUrl}/embed?episode_id=${episode.episode_id}`,
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
  })}${track !== null && playerHead()}`;
}

/** The audio as an AudioObject: https://schema.org/AudioObject. */
const audioObjectOf = ({ episode, audio_type }: EpisodePage) => ({
  "@type": "AudioObject",
  contentUrl: episode.playback_url,
  // The duration of linked audio is unknown until its feed declares it.
  ...(episode.duration > 0 && { duration: isoDuration(episode.duration) }),
  ...(audio_type !== null && { encodingFormat: audio_type }),
});
