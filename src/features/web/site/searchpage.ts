/** The HTML of the search page: results with the words that were found, filters, and other spellings. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Piece } from "../../discovery/search/readings/views.ts";
import { clockTime, fill, type Words } from "../layout/rules.ts";
import { cover, dateOf, pager } from "./views.ts";

/** A show or an episode; `author`: of an episode, its show. */
export type Result = Readonly<{
  url: string;
  image_url: string | null;
  title: readonly Piece[];
  author: readonly Piece[];
  text: readonly Piece[] | null;
  /** Of an episode. */
  published_at?: string | null;
  duration?: number;
}>;

/** A value of a filter, and how many of the best results have it. */
export type Choice = Readonly<{ value: string; name: string; count: number; chosen: boolean }>;

export type SearchPage = Readonly<{
  q: string;
  shows: readonly Result[];
  episodes: readonly Result[];
  languages: readonly Choice[];
  categories: readonly Choice[];
  /** Words that the best result lacks, and a search that finds nothing without them. */
  dropped: readonly string[];
  insist: string;
  /** The query in the spelling of the best result, and a search for it. */
  meant: Readonly<{ q: string; url: string }> | null;
  next: string | null;
  first: string | null;
  words: Words;
}>;

export const searchPage = (found: SearchPage): Html => {
  const { q, shows, episodes, words } = found;
  return html`
<h1>${q === "" ? words.search_title : fill(words.results, { q })}</h1>
${notes(found)}
${filters(found)}
${q !== "" && shows.length + episodes.length === 0 && html`<p>${fill(words.found_none, { q })} ${words.found_hint}</p>`}
${shows.length > 0 && html`<section aria-labelledby="shows"><h2 id="shows">${words.shows}</h2>${results(shows, words)}</section>`}
${episodes.length > 0 && html`<section aria-labelledby="episodes"><h2 id="episodes">${words.episodes}</h2>${results(episodes, words)}</section>`}
${pager(found.next, found.first, words)}`;
};

const marked = (pieces: readonly Piece[]): Html =>
  html`${pieces.map(({ text, found }) => (found ? html`<mark>${text}</mark>` : text))}`;

const results = (list: readonly Result[], words: Words): Html => html`
<ol class="rows">${list.map(
  ({ url, image_url, title, author, text, published_at, duration = 0 }) => html`<li>
${cover(image_url, 64)}
<div><a href="${url}">${marked(title)}</a>
<p class="soft">${marked(author)}${published_at && html` · ${dateOf(published_at, words)}`}${duration > 0 && html` · ${clockTime(duration)}`}</p>
${text !== null && html`<p class="soft">${marked(text)}</p>`}</div></li>`,
)}</ol>`;

function notes({ meant, dropped, insist, words }: SearchPage): Html {
  const [before = "", after = ""] = fill(words.did_you_mean, { q: "\u0000" }).split("\u0000");
  return html`${meant !== null && html`<p>${before}<a href="${meant.url}">${meant.q}</a>${after}</p>`}
${
  dropped.length > 0 &&
  html`<p>${fill(words.dropped, { words: dropped.join(", ") })} <a href="${insist}">${words.insist}</a></p>`
}`;
}

function filters({ q, languages, categories, words }: SearchPage): Html {
  if (languages.length + categories.length === 0) return html``;
  return html`<form class="filters" action="/search" method="get"><input type="hidden" name="q" value="${q}">
${select("language", words.language, languages, words)}
${select("category_id", words.category, categories, words)}
<button class="quiet">${words.filter}</button></form>`;
}

const select = (name: string, label: string, choices: readonly Choice[], words: Words): Html =>
  html`<label>${label} <select name="${name}"><option value="">${words.all}</option>${choices.map(
    ({ value, name: text, count, chosen }) =>
      html`<option value="${value}"${chosen && html` selected`}>${text} (${count})</option>`,
  )}</select></label>`;
