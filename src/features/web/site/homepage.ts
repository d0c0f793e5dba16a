/** The HTML of the home page: a featured show, new episodes, shelves, categories. */
import { type Html, html } from "../../../platform/http/html.ts";
import { inOneLine } from "../../../platform/text/plain.ts";
import { playLink } from "../../distribution/player/views.ts";
import { buttonLink, choices, emptyState, joined } from "../layout/components.ts";
import { fill, type Words } from "../layout/rules.ts";
import {
  type CategoryLink,
  categoryLinks,
  cover,
  dateOf,
  type EpisodeItem,
  episodeRows,
  lengthOf,
  playableOf,
  type ShowCard,
  type ShowSection,
  showSection,
  spoken,
  titled,
} from "./views.ts";

type Featured = Readonly<{ show: ShowCard; description: string; latest: EpisodeItem | null }>;

export type Home = Readonly<{
  featured: Featured | null;
  episodes: readonly EpisodeItem[];
  shelves: readonly ShowSection[];
  categories: readonly CategoryLink[];
  /** The reader's language, and the one that comes first (null: none does); null unless there are shows in several. */
  languages: Readonly<{ own: string; first: string | null }> | null;
  /** How many episodes this browser says it has not heard to their end. */
  heard: number;
  isSignedIn: boolean;
  /** What the operator says of the site; null: what Longwave says. */
  tagline: string | null;
  baseUrl: string;
  words: Words;
}>;

export const homePage = (home: Home): Html => {
  const { featured, episodes, shelves, categories, languages, words } = home;
  return html`
<h1${featured !== null && html` class="kicker"`}>${home.tagline ?? words.welcome}</h1>
${languages !== null && languageChoice(languages, words)}
${featured === null ? emptyDirectory(home.isSignedIn, words) : featuredView(featured, home)}
${heardView(home)}
${episodes.length > 0 && newView(home)}
${shelves.map((shelf) => showSection(shelf, words))}
${categoryLinks(categories, words)}`;
};

const NOTHING = {
  ...{ episode_id: 0, title: "", show_title: "", site_url: "", image_url: null },
  ...{ duration: 0, audio_url: "" },
};

/** Rows that the script fills from what the browser has kept; they take their place from the start. */
const heardView = ({ heard, words }: Home): Html => {
  const row = (play: Html | null) => html`<li><span class="cover none"></span>
<div><a>\u00a0</a><p class="soft">${joined([html`<span class="of">\u00a0</span>`, html`<span data-left></span>`])}</p></div>${play}</li>`;
  return html`
<section class="heard" data-heard aria-labelledby="heard"${heard === 0 && html` hidden`}>
<div class="shelf-head"><h2 id="heard">${words.continue_listening}</h2><button type="button" class="plain" data-forget aria-label="${words.forget_heard}">${words.forget}</button></div>
<div class="columns"><ol class="rows">${Array.from({ length: heard }, () => row(null))}</ol></div>
<template>${row(playLink(NOTHING, words))}</template></section>`;
};

/** What is not in the language that comes first has a heading of its own: together they would look unsorted. */
function newView({ episodes, languages, words, baseUrl }: Home): Html {
  const isOwn = ({ show }: EpisodeItem) => !languages?.first || show?.language === languages.first;
  const [own, others] = [episodes.filter(isOwn), episodes.filter((one) => !isOwn(one))];
  const rows = (some: readonly EpisodeItem[]) =>
    html`<div class="columns">${episodeRows(some, words, { baseUrl })}</div>`;
  return html`<section aria-labelledby="new"><h2 id="new">${words.new_episodes}</h2>
${own.length > 0 && rows(own)}
${others.length > 0 && html`${own.length > 0 && html`<h3>${words.other_languages}</h3>`}${rows(others)}`}</section>`;
}

const languageChoice = ({ own, first }: NonNullable<Home["languages"]>, words: Words): Html => {
  const language = new Intl.DisplayNames(words.lang, { type: "language" }).of(own) ?? own;
  return choices(words.language, [
    { href: "/", name: fill(words.language_first, { language }), current: first !== null },
    { href: "/?languages=all", name: words.all_languages, current: first === null },
  ]);
};

/** Characters of the description: its first sentences if they fit, or else whole words. */
const LEAD = 240;
const SENTENCES = 90;

function leadOf(description: string): string {
  const text = inOneLine(description);
  const points = [...text];
  if (points.length <= LEAD) return text;
  const part = points.slice(0, LEAD).join("");
  const end = Math.max(...[". ", "! ", "? "].map((mark) => part.lastIndexOf(mark)));
  if (end >= SENTENCES) return part.slice(0, end + 1);
  const word = part.lastIndexOf(" ");
  return `${word > 0 ? part.slice(0, word) : part}…`;
}

function featuredView({ show, description, latest }: Featured, { words, baseUrl }: Home): Html {
  const { language } = show;
  return html`
<section class="featured" aria-labelledby="featured">
<a class="face" href="${show.site_url}" tabindex="-1" aria-hidden="true">${cover(show.image_url, 240, show.image_sizes)}</a>
<div><h2 id="featured"><a href="${show.site_url}">${titled(show.title, language, words)}</a></h2>
<p class="by">${titled(show.author_name ?? "", language, words)}</p>
${description !== "" && html`<p class="lead"${spoken(language, words)}>${leadOf(description)}</p>`}
${
  latest !== null &&
  html`<div class="rows latest">${playLink(playableOf(latest, { baseUrl }), words)}
<p><span class="soft">${joined([words.latest_episode, dateOf(latest.published_at, words), lengthOf(latest.duration, words)])}</span>
<a href="${latest.site_url}">${titled(latest.title, language, words)}</a></p></div>`
}
</div></section>`;
}

/** What a site without shows will show, and how to begin. */
export const emptyDirectory = (isSignedIn: boolean, words: Words): Html =>
  emptyState({
    title: words.no_shows,
    text: words.home_empty,
    actions: isSignedIn
      ? buttonLink("/studio", words.home_begin)
      : buttonLink("/sign-in?next=/studio", words.home_sign_in, "quiet"),
  });
