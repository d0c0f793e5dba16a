/** The HTML of the player: the browser's own controls, and the data with which the script replaces them. */
import { dataBlock, type Html, html } from "../../../platform/http/html.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import type { Words } from "../../web/layout/rules.ts";
import { assetPath } from "./assets.ts";
import type { ChapterRow } from "./store.ts";

/** An episode as the player's script reads it; times in milliseconds. */
export type Track = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  site_url: string;
  image_url: string | null;
  duration: number;
  audio_url: string;
  waveform_url: string | null;
  transcript_url: string | null;
  chapters: readonly TrackChapter[];
}>;

type TrackChapter = Readonly<{ starts_at: number; title: string; image_url: string | null }>;

type Played = Pick<Track, "episode_id" | "title" | "site_url" | "image_url" | "duration"> &
  Readonly<{ playback_url: string; waveform_url: string | null }>;

/** What the tracks of a player need besides their episodes. */
export type PlayerContent = Readonly<{
  baseUrl: string;
  chapters: readonly ChapterRow[];
  /** URL of the transcript by episode. */
  transcripts: ReadonlyMap<number, string>;
  key: string | undefined;
}>;

/** `episode` is the API's view of it. The key opens its audio and its page. */
export function trackView(episode: Played, show_title: string, stage: PlayerContent): Track {
  const locked = (url: string) =>
    stage.key === undefined ? url : `${url}?key=${encodeURIComponent(stage.key)}`;
  const { episode_id, title, image_url, duration, waveform_url } = episode;
  return {
    episode_id,
    title,
    show_title,
    image_url,
    duration,
    waveform_url,
    site_url: locked(episode.site_url),
    audio_url: locked(episode.playback_url),
    transcript_url: stage.transcripts.get(episode_id) ?? null,
    chapters: stage.chapters
      .filter((chapter) => chapter.episode_id === episode_id)
      .map((chapter) => ({
        starts_at: chapter.starts_at,
        title: chapter.title,
        image_url: imageUrls(chapter, stage.baseUrl).image_url,
      })),
  };
}

export type PlayerOptions = Readonly<{
  autoplay: boolean;
  color: string | null;
  /** Whether panels are collapsed to save space. */
  compact: boolean;
  /** Whether to show the episode's title; not needed where the page has just shown it. */
  heading: boolean;
  playlist: boolean;
  chapters: boolean;
}>;

const PLAIN: PlayerOptions = {
  autoplay: false,
  color: null,
  compact: false,
  heading: true,
  playlist: true,
  chapters: true,
};

/** Texts that the script uses. */
const SPOKEN = [
  "play",
  "pause",
  "rewind",
  "forward",
  "position",
  "speed",
  "share",
  "copied",
  "playlist",
  "chapters",
  "transcript",
  "failed",
] as const;

/** A player of `tracks`; without scripts it plays the first one. */
export function playerView(
  tracks: readonly Track[],
  words: Words,
  options: Partial<PlayerOptions> = {},
): Html {
  const spoken = Object.fromEntries(SPOKEN.map((key) => [key, words[key]]));
  const setup = { ...PLAIN, ...options, tracks, words: spoken };
  return html`
<div class="player" data-player role="region" aria-label="${words.player}">
<audio controls preload="none" src="${tracks[0]?.audio_url}"></audio>
${dataBlock("application/json", setup)}
</div>`;
}

/** The elements for the head of a page with a player. */
export const playerHead = (): Html => html`
<link rel="stylesheet" href="${assetPath("player.css")}">
<script type="module" src="${assetPath("player.js")}"></script>`;
