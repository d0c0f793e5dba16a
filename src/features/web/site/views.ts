/** The components that public pages share: covers, show cards, episode rows, pagination. */
import { type Html, html, trusted } from "../../../platform/http/html.ts";
import { inOneLine } from "../../../platform/text/plain.ts";
import {
  actsButton,
  audioUrlOf,
  type Playable,
  playLink,
} from "../../distribution/player/views.ts";
import { buttonLink, emptyState, joined } from "../layout/components.ts";
import { agoIn, dateIn, fill, lengthText, type Words } from "../layout/rules.ts";

/**
 * A decorative image with an empty `alt`, because the title is beside it; without a URL, a plain square. `sizes`: other
 * sizes to choose from, as of `srcset`.
 */
export const cover = (url: string | null, size: number, sizes: string | null = null): Html =>
  url === null
    ? html`<span class="cover none" data-size="${size}"></span>`
    : html`<img class="cover" src="${url}"${sizes !== null && html` srcset="${sizes}" sizes="${size}px"`} alt="" width="${size}" height="${size}" loading="lazy" decoding="async">`;

/** The picture of a person or an organization; without one, the initials of the name. */
export const portrait = (url: string | null, name: string, size: number): Html =>
  url === null
    ? html`<span class="cover none initials" aria-hidden="true">${initialsOf(name)}</span>`
    : cover(url, size);

/** The first letters of the first and the last word: `AL` of Ada King Lovelace. */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? "")
    .filter((letter) => letter !== "");
  return [letters[0], letters.length > 1 ? letters.at(-1) : ""].join("").toUpperCase();
}

/** What people wrote, in their language and direction: attributes of the element around it. */
export const spoken = (language: string | undefined, words: Words): Html =>
  html`${language !== undefined && language !== words.lang && html` lang="${language}"`} dir="auto"`;

/** A title within other text, set apart from it. */
export const titled = (title: string, language: string | undefined, words: Words): Html =>
  html`<bdi${language !== undefined && language !== words.lang && html` lang="${language}"`}>${title}</bdi>`;

/** A show as covers show it. */
export type ShowCard = Readonly<{
  site_url: string;
  title: string;
  image_url: string | null;
  image_sizes?: string | null;
  author_name?: string;
  language?: string;
}>;

const showCard = (show: ShowCard, words: Words): Html => html`<li><a href="${show.site_url}">
${cover(show.image_url, 176, show.image_sizes)}<span>${titled(show.title, show.language, words)}</span></a>
${show.author_name !== undefined && html`<p class="soft">${titled(show.author_name, show.language, words)}</p>`}</li>`;

/** Shows in a grid. */
export const showGrid = (shows: readonly ShowCard[], words: Words): Html =>
  html`<ul class="grid">${shows.map((show) => showCard(show, words))}</ul>`;

/** Shows by rank in rows with their numbers, the first of which is `from` + 1. */
export const rankedShows = (shows: readonly ShowCard[], from: number, words: Words): Html =>
  html`<div class="columns"><ol class="rows ranked" start="${from + 1}">${shows.map(
    ({ site_url, title, image_url, image_sizes, author_name, language }, at) => html`<li>
<span class="rank">${(from + at + 1).toLocaleString(words.locale)}</span>${cover(image_url, 64, image_sizes)}
<div><a href="${site_url}">${titled(title, language, words)}</a>
${author_name !== undefined && html`<p class="soft">${titled(author_name, language, words)}</p>`}</div></li>`,
  )}</ol></div>`;

/** Shows in one row that scrolls sideways. */
const showRow = (shows: readonly ShowCard[], words: Words): Html =>
  html`<ul class="grid shelf">${shows.map((show) => showCard(show, words))}</ul>`;

/** A row of shows, and the page with all of them. */
export type ShowSection = Readonly<{
  id: string;
  name: string;
  subtitle: string | null;
  href: string;
  shows: readonly ShowCard[];
}>;

export const showSection = (
  { id, name, subtitle, href, shows }: ShowSection,
  words: Words,
): Html => html`
<section aria-labelledby="${id}"><div class="shelf-head"><h2 id="${id}"><bdi>${name}</bdi></h2>
<a href="${href}" aria-label="${fill(words.see_all_named, { name })}">${words.see_all}</a></div>
${subtitle !== null && html`<p class="soft" dir="auto">${subtitle}</p>`}
${showRow(shows, words)}</section>`;

/** A category, by the name of its page. */
export type CategoryLink = Readonly<{ permalink: string; name: string }>;

/** The ways to the shows of each category. */
export const categoryLinks = (categories: readonly CategoryLink[], words: Words): Html =>
  html`${
    categories.length > 0 &&
    html`<nav class="tags" aria-labelledby="categories"><h2 id="categories">${words.categories}</h2>
<ul>${categories.map(({ permalink, name }) => html`<li><a href="/category/${permalink}">${name}</a></li>`)}</ul></nav>`
  }`;

/** What a list without anything says, with a way on. */
export const nothingYet = (title: string, words: Words): Html =>
  emptyState({ title, text: "", actions: buttonLink("/popular", words.browse, "quiet") });

/** An episode in a list. */
export type EpisodeItem = Readonly<{
  episode_id: number;
  site_url: string;
  title: string;
  duration: number;
  published_at: string | null;
  image_url?: string | null;
  season_number?: number | null;
  episode_number?: number | null;
  /** The start of what its page says of it. */
  notes?: string;
  show?: Readonly<{ title: string; site_url?: string; language?: string }> | undefined;
}>;

/** Where the episodes of a list are played from. */
export type Listening = Readonly<{
  baseUrl: string;
  /** Opens what is LIMITED. */
  key?: string | undefined;
  /** The show of all episodes that do not name theirs, and its language. */
  show_title?: string;
  language?: string;
  /** The cover of the page: rows do not repeat it, and have their own after the text, so that titles have one edge. */
  cover_url?: string | null;
  /** How far the reader has listened, as far as their account knows. */
  progress?: ReadonlyMap<number, Progress>;
  /** What one can do with an episode without scripts. */
  acts?: (episode: EpisodeItem) => Html;
}>;

type Progress = Readonly<{ position_ms: number; is_played: boolean }>;

/** An address with the key that opens what is LIMITED. */
export const locked = (url: string, key: string | undefined): string =>
  key === undefined ? url : `${url}?key=${encodeURIComponent(key)}`;

/** What the play button of an episode plays. */
export const playableOf = (episode: EpisodeItem, from: Listening): Playable => ({
  episode_id: episode.episode_id,
  title: episode.title,
  show_title: episode.show?.title ?? from.show_title ?? "",
  site_url: locked(episode.site_url, from.key),
  image_url: episode.image_url ?? null,
  duration: episode.duration,
  audio_url: audioUrlOf(from.baseUrl, episode.episode_id, from.key),
});

/** A list of episodes, each with a link to its page and a play button. */
export const episodeRows = (
  episodes: readonly EpisodeItem[],
  words: Words,
  listening: Listening,
): Html => {
  const { cover_url } = listening;
  return html`
<ol class="rows">${episodes.map((episode) => {
    const { title, show, published_at, duration, image_url = null, notes = "" } = episode;
    const language = show?.language ?? listening.language;
    const isOwn = cover_url !== undefined && image_url !== null && image_url !== cover_url;
    return html`<li>
${cover_url === undefined && cover(image_url, 64)}
<div><a href="${locked(episode.site_url, listening.key)}">${titled(title, language, words)}</a>
<p class="soft">${joined([show && showName(show, language, words), ...numbersOf(episode, words), dateOf(published_at, words), leftOf(duration, listening.progress?.get(episode.episode_id), words)])}</p>
${notes.trim() !== "" && html`<p class="notes"${spoken(language, words)}>${inOneLine(notes)}</p>`}${listening.acts?.(episode)}</div>
${isOwn && cover(image_url, 64)}
${actsButton(episode, words)}${playLink(playableOf(episode, listening), words)}</li>`;
  })}</ol>`;
};

/** The season and the number of an episode, as far as it has them. */
const numbersOf = ({ season_number, episode_number }: EpisodeItem, words: Words) => [
  season_number != null && fill(words.season, { n: season_number }),
  episode_number != null && fill(words.number, { n: episode_number }),
];

type Show = Readonly<{ title: string; site_url?: string }>;

const showName = ({ title, site_url }: Show, language: string | undefined, words: Words): Html =>
  site_url === undefined
    ? titled(title, language, words)
    : html`<a class="of" href="${site_url}">${titled(title, language, words)}</a>`;

/**
 * The length of an episode in a row. The script replaces it by what is left to hear, for which there is room from the
 * start: a row that grew by a line would move all rows below it.
 */
export const lengthOf = (duration: number, words: Words): Html =>
  html`${duration > 0 && roomFor(duration, lengthText(duration, words), words)}`;

/** The same for somebody whose account knows how far they have listened. */
function leftOf(duration: number, progress: Progress | undefined, words: Words): Html {
  if (progress?.is_played) return roomFor(duration, words.played, words);
  const rest = duration - (progress?.position_ms ?? 0);
  if (progress === undefined || progress.position_ms === 0 || rest <= 0)
    return lengthOf(duration, words);
  return roomFor(duration, fill(words.left, { time: lengthText(rest, words) }), words);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `text` in the room that the widest text of an episode of this length takes: of 59 minutes if it has hours. */
function roomFor(duration: number, text: string, words: Words): Html {
  const hours = Math.floor(duration / HOUR_MS);
  const most = hours > 0 ? hours * HOUR_MS + 59 * MINUTE_MS : Math.max(MINUTE_MS, duration);
  const widest = fill(words.left, { time: lengthText(most, words) });
  return html`<span data-left data-room="${widest}">${text}</span>`;
}

const momentOf = (wire: string): Date => new Date(`${wire.replace(" ", "T")}Z`);

/** An API time as a date for readers. */
export const dateText = (wire: string | null, words: Words): string =>
  wire === null ? "" : dateIn(momentOf(wire), words, "long");

/** The same as an element that machines read, too; "medium" in lists, where the last days are “3 days ago”. */
export const dateOf = (
  wire: string | null,
  words: Words,
  style: "long" | "medium" = "medium",
): Html => html`${wire !== null && timeOf(momentOf(wire), words, style)}`;

function timeOf(moment: Date, words: Words, style: "long" | "medium"): Html {
  const ago = style === "medium" ? agoIn(moment, words) : null;
  return html`<time datetime="${moment.toISOString()}"${ago !== null && html` title="${dateIn(moment, words, "long")}"`}>${ago ?? dateIn(moment, words, style)}</time>`;
}

/** The pagination links below a list. */
export const pager = (next: string | null, first: string | null, words: Words): Html =>
  html`${
    (next !== null || first !== null) &&
    html`<nav class="pager" aria-label="${words.more}">
${first !== null && html`<a href="${first}">${words.back}</a>`}
${next !== null && html`<a rel="next" href="${next}">${words.older}</a>`}</nav>`
  }`;

/** HTML that was sanitised before it was stored. */
export const prose = (sanitised: string, language: string | undefined, words: Words): Html =>
  html`${sanitised !== "" && html`<div class="prose"${spoken(language, words)}>${trusted(sanitised)}</div>`}`;

/** Text that is longer than this many characters is folded; a paragraph or a line counts as much as 60. */
const FOLDED_FROM = 700;
const LINE_CHARACTERS = 60;

/** The same, of which only the beginning shows if it is long, so that what follows is not far away. */
export function folded(sanitised: string, language: string | undefined, words: Words): Html {
  const breaks = sanitised.match(/<(?:p|li|br|h\d)\b/g)?.length ?? 0;
  const text = sanitised.replace(/<[^<>]*>/g, "");
  const whole = prose(sanitised, language, words);
  if (text.length + breaks * LINE_CHARACTERS < FOLDED_FROM) return whole;
  return html`<details class="folded"><summary><span class="when-folded">${words.show_more}</span><span class="when-unfolded">${words.show_less}</span></summary>${whole}</details>`;
}

export const previewNote = (words: Words): Html =>
  html`<p class="notice plain" role="status">${words.preview}</p>`;

export const tagLinks = (tags: readonly string[], words: Words): Html =>
  html`${
    tags.length > 0 &&
    html`<nav class="tags" aria-label="${words.tags}"><ul>${tags.map(
      (tag) => html`<li><a href="/tag/${encodeURIComponent(tag)}"><bdi>${tag}</bdi></a></li>`,
    )}</ul></nav>`
  }`;

export const byLine = (name: string, url: string, language: string, words: Words): Html => {
  const [before = "", after = ""] = fill(words.by, { name: "\u0000" }).split("\u0000");
  return html`<p class="by">${before}<a href="${url}">${titled(name, language, words)}</a>${after}</p>`;
};
