/** The HTML of the player: its controls, the data that the script needs, and the browser's own controls without scripts. */
import { dataBlock, type Html, html } from "../../../platform/http/html.ts";
import { imageUrls } from "../../publishing/images/views.ts";
import { clockTime, fill, type Words } from "../../web/layout/rules.ts";
import {
  aheadButton,
  backButton,
  iconButton,
  playToggle,
  seekBar,
  speedChoice,
  upNextButton,
  volumeSlider,
} from "./controls.ts";
import { icon } from "./icons.ts";
import type { ChapterRow } from "./store.ts";

export { icon } from "./icons.ts";

/** An episode as the player's script reads it; times in milliseconds. */
export type Track = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  site_url: string;
  image_url: string | null;
  /** Sizes to choose from, as of `srcset`. */
  image_sizes: string | null;
  duration: number;
  audio_url: string;
  waveform_url: string | null;
  transcript_url: string | null;
  chapters: readonly TrackChapter[];
}>;

type TrackChapter = Readonly<{ starts_at: number; title: string; image_url: string | null }>;

type Played = Pick<
  Track,
  "episode_id" | "title" | "site_url" | "image_url" | "image_sizes" | "duration"
> &
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
  const { episode_id, title, image_url, image_sizes, duration, waveform_url } = episode;
  return {
    episode_id,
    title,
    show_title,
    image_url,
    image_sizes,
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
  /** Whether to show the episode's cover and title; not needed where the page has just shown them. */
  heading: boolean;
  /** Whether the chapters or the playlist are open from the start if there is room for them. */
  open: boolean;
  playlist: boolean;
  chapters: boolean;
  /** In a frame on another site: the name of this one. Links leave the frame. */
  site: string | null;
  /** The user whose episodes play. */
  owner: Readonly<{ name: string; url: string }> | null;
}>;

const PLAIN: PlayerOptions = {
  autoplay: false,
  color: null,
  heading: true,
  open: false,
  playlist: true,
  chapters: true,
  site: null,
  owner: null,
};

/** A player of `tracks`; without scripts the browser's own controls play the first one, and the others are links. */
export function playerView(
  tracks: readonly [Track, ...Track[]],
  words: Words,
  options: Partial<PlayerOptions> = {},
): Html {
  const setup = { ...PLAIN, ...options };
  const { autoplay, color, open, playlist, chapters } = setup;
  const [first] = tracks;
  const data = { autoplay, color, open, playlist, chapters, owner: setup.owner?.name, tracks };
  return html`
<div class="player${!setup.heading && " headless"}" data-player${opensList(tracks, setup) && html` data-open`} role="region" aria-label="${words.player}">
${setup.heading && headingOf(first, setup, words)}
<div class="deck">${seekBar(words, "wave")}
<div class="controls">${backButton(words)}${playToggle(words)}${aheadButton(words)}
<span class="times">0:00</span>
<span class="lists">${panelButtons(tracks, words, setup)}</span>
${speedChoice(words)}${setup.site === null && html`${volumeSlider(words)}${upNextButton(words)}`}${iconButton("share", "share", words.share)}</div>
<p class="status" role="status"></p></div>
<div class="drawer" hidden><div class="title"><p></p>${iconButton("close", "close", words.close)}</div><div class="list"></div></div>
<noscript><audio controls preload="none" src="${first.audio_url}"></audio>${plainList(tracks, setup)}</noscript>
${dataBlock("application/json", data)}
</div>`;
}

/** Whether a list is open from the start, for which the first layout leaves room. */
const opensList = (tracks: readonly [Track, ...Track[]], setup: PlayerOptions): boolean =>
  setup.open &&
  ((setup.playlist && tracks.length > 1) || (setup.chapters && tracks[0].chapters.length > 0));

function headingOf(track: Track, setup: PlayerOptions, words: Words): Html {
  const { title, show_title, site_url, image_url, image_sizes: sizes } = track;
  const target = setup.site !== null && html` target="_top"`;
  const { owner, site } = setup;
  return html`${
    image_url === null
      ? html`<span class="art none"></span>`
      : html`<img class="art" src="${image_url}"${sizes !== null && html` srcset="${sizes}" sizes="${setup.site === null ? 88 : 160}px"`} alt="" width="200" height="200">`
  }
<p class="what"><a class="name" href="${site_url}"${target}>${title}</a>
<span class="by"><span class="show">${show_title}</span>${owner !== null && html`<a class="owner" href="${owner.url}"${target}>${owner.name}</a>`}${site !== null && html`<a class="site" href="${site_url}" target="_top" aria-label="${fill(words.listen_on, { site })}">${site}</a>`}</span></p>`;
}

/** Buttons for the lists of a player; those that the current track lacks are hidden. */
function panelButtons(
  tracks: readonly [Track, ...Track[]],
  words: Words,
  setup: PlayerOptions,
): Html {
  const [first] = tracks;
  const hasChapters = ({ chapters }: Track) => setup.chapters && chapters.length > 0;
  const hasTranscript = ({ transcript_url }: Track) => transcript_url !== null;
  return html`${setup.playlist && tracks.length > 1 && panelButton("playlist", words.playlist, true)}${
    tracks.some(hasChapters) && panelButton("chapters", words.chapters, hasChapters(first))
  }${tracks.some(hasTranscript) && panelButton("transcript", words.transcript, hasTranscript(first))}`;
}

type PanelName = "playlist" | "chapters" | "transcript";

const panelButton = (name: PanelName, label: string, shown: boolean): Html =>
  html`<button type="button" class="tool" data-panel="${name}" aria-expanded="false" aria-label="${label}" title="${label}" disabled${!shown && html` hidden`}>${icon(name)}</button>`;

/** Links for browsers without scripts: to the other episodes, or to the chapters of the only one. */
function plainList(tracks: readonly [Track, ...Track[]], setup: PlayerOptions): Html {
  const target = setup.site !== null && html` target="_top"`;
  const [only] = tracks;
  if (tracks.length > 1 && setup.playlist)
    return html`<ol class="plain">${tracks.map(
      ({ site_url, title, show_title }) =>
        html`<li><a href="${site_url}"${target}>${title}</a>${setup.owner !== null && html` <span class="show">${show_title}</span>`}</li>`,
    )}</ol>`;
  if (setup.site === null || !setup.chapters || only.chapters.length === 0) return html``;
  return html`<ol class="plain">${only.chapters.map(
    ({ starts_at, title }) =>
      html`<li><a href="${only.audio_url}#t=${Math.floor(starts_at / 1000)}">${clockTime(starts_at)} ${title}</a></li>`,
  )}</ol>`;
}

/** What a play button in a list needs to know of an episode; `audio_url` opens it without scripts, too. */
export type Playable = Readonly<{
  episode_id: number;
  title: string;
  show_title: string;
  site_url: string;
  image_url: string | null;
  duration: number;
  audio_url: string;
}>;

/** A round play button for a row of a list: without scripts, a link to the audio. */
export const playLink = (episode: Playable, words: Words): Html =>
  html`<a class="go" href="${episode.audio_url}" data-play="${JSON.stringify(episode)}" aria-label="${fill(words.play_named, { title: episode.title })}">${icon("play")}${icon("pause")}</a>`;

/** Opens the menu of what one can do with the episode of a row besides playing it; it needs scripts. */
export const actsButton = ({ title }: Pick<Playable, "title">, words: Words): Html =>
  html`<button type="button" class="acts-button" data-acts aria-haspopup="true" aria-expanded="false" aria-label="${fill(words.acts_named, { title })}">${icon("dots")}</button>`;

/** Put the episode that a page is about into the queue; they need scripts. */
export const queueButtons = (words: Words): Html =>
  html`<div class="queue-acts"><button type="button" data-queue="first">${words.play_next}</button><button type="button" data-queue="last">${words.play_last}</button></div>`;

/** A play button with its name, for a page about one episode: without scripts, a link to the audio. */
export const playButton = (episode: Playable, words: Words): Html =>
  html`<a class="button play-button" href="${episode.audio_url}" data-play="${JSON.stringify(episode)}">${icon("play")}${icon("pause")}<span class="when-paused">${words.play}</span><span class="when-playing">${words.pause}</span></a>`;

/** The address of an episode's audio, of this server or behind it. */
export const audioUrlOf = (baseUrl: string, episode_id: number, key?: string): string =>
  `${baseUrl}/v2/episodes/${episode_id}/play.mp3${key === undefined ? "" : `?key=${encodeURIComponent(key)}`}`;
