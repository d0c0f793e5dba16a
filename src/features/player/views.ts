/** The player as markup: the browser's own controls, and what the script needs to replace them. */
import { dataBlock, type Html, html } from "../../platform/http/html.ts";
import { imageUrls } from "../images/views.ts";
import type { Words } from "../layout/rules.ts";
import { assetPath } from "./assets.ts";
import type { ChapterRow } from "./store.ts";

/** One episode as the player's script reads it; times in milliseconds. */
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

/** What surrounds the episodes of one player. */
export type Stage = Readonly<{
  baseUrl: string;
  chapters: readonly ChapterRow[];
  /** Episode → address of its transcript. */
  transcripts: ReadonlyMap<number, string>;
  key: string | undefined;
}>;

/** `episode` is what the API says of it. A key opens its audio and its page as well. */
export function trackView(episode: Played, show_title: string, stage: Stage): Track {
  const locked = (url: string) =>
    stage.key === undefined ? url : `${url}?key=${encodeURIComponent(stage.key)}`;
  const { episode_id, title, image_url, duration, waveform_url } = episode;
  return {
    ...{ episode_id, title, show_title, image_url, duration, waveform_url },
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
  /** Folded panels: there is little room. */
  compact: boolean;
  /** Names the episode; not where the page has just done so. */
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

/** Words that the script says. */
const SPOKEN = [
  ...(["play", "pause", "rewind", "forward", "position", "speed", "share", "copied"] as const),
  ...(["playlist", "chapters", "transcript", "failed"] as const),
] as const;

/** A player of `tracks`; without scripts it plays the first of them. */
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

/** What the head of a page with a player needs. */
export const playerHead = (): Html => html`
<link rel="stylesheet" href="${assetPath("player.css")}">
<script type="module" src="${assetPath("player.js")}"></script>`;
