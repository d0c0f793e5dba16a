/** The HTML of the search page: results with the words that were found, by kind, filters, and other spellings. */
import { type Html, html } from "../../../platform/http/html.ts";
import type { Piece } from "../../discovery/search/readings/views.ts";
import type { Suggestions } from "../../discovery/search/suggestions/actions.ts";
import { actsButton, type Playable, playLink } from "../../distribution/player/views.ts";
import { joined, tabs } from "../layout/components.ts";
import { fill, type Words } from "../layout/rules.ts";
import { type Browse, browseView } from "./browse.ts";
import { cover, dateOf, lengthOf, pager } from "./views.ts";

export type Kind = "shows" | "episodes";

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
  play?: Playable;
}>;

/** A value of a filter, and how many of the best results have it. */
export type Choice = Readonly<{ value: string; name: string; count: number; chosen: boolean }>;

/** The query in another spelling, and a search for it. */
type Spelling = Readonly<{ q: string; url: string }>;

/** How many were found; `more`: at least. */
type Count = Readonly<{ n: number; more: boolean }>;

export type SearchPage = Readonly<{
  q: string;
  /** The only kind that is listed; null: the best of both. */
  type: Kind | null;
  counts: Readonly<Record<Kind, Count>>;
  tabs: Readonly<Record<Kind | "all", string>>;
  shows: readonly Result[];
  episodes: readonly Result[];
  /** Authors with the query in their name. */
  people: Suggestions["people"];
  languages: readonly Choice[];
  categories: readonly Choice[];
  /** Words that the best result lacks, and a search that finds nothing without them. */
  dropped: readonly string[];
  insist: string;
  /** The query in the spelling of the best result, or of others that follow those as typed, and whether anything listed was found as typed. */
  meant: Spelling | null;
  asTyped: boolean;
  /** The spelling that all results of a kind are for, if only the other kind has any as typed. */
  respelled: Readonly<Record<Kind, Spelling | null>>;
  next: string | null;
  first: string | null;
  /** What leads on if there is no result. */
  browse: Browse | null;
  baseUrl: string;
  words: Words;
}>;

export const searchPage = (found: SearchPage): Html => {
  const { q, browse, baseUrl, words } = found;
  return html`
<h1>${searchTitle(found)}</h1>
${notes(found)}
${browse === null && kinds(found)}
${filters(found)}
${q !== "" && isEmpty(found) && html`<p>${fill(words.found_none, { q })} ${words.found_hint}</p>`}
${people(found)}
${section("shows", found.shows, found)}
${section("episodes", found.episodes, found)}
${pager(found.next, found.first, words)}
${browse !== null && browseView(browse, baseUrl, words)}`;
};

/** What the page shows: results for the query, or for the spelling that something was found in. */
export function searchTitle({ q, meant, asTyped, words }: SearchPage): string {
  if (q === "") return words.search_title;
  return fill(words.results, { q: meant === null || asTyped ? q : meant.q });
}

/** Of the kind that is listed, or of both. */
const isEmpty = ({ type, counts }: SearchPage): boolean =>
  type === null ? counts.shows.n + counts.episodes.n === 0 : counts[type].n === 0;

function kinds({ type, counts, tabs: urls, words }: SearchPage): Html {
  const { shows, episodes } = counts;
  const all = { n: shows.n + episodes.n, more: shows.more || episodes.more };
  return tabs(words.kinds, [
    { href: urls.all, name: words.all, current: type === null, count: countText(all, words) },
    {
      href: urls.shows,
      name: words.shows,
      current: type === "shows",
      count: countText(shows, words),
    },
    {
      href: urls.episodes,
      name: words.episodes,
      current: type === "episodes",
      count: countText(episodes, words),
    },
  ]);
}

const countText = ({ n, more }: Count, { locale }: Words): string =>
  `${n.toLocaleString(locale)}${more ? "+" : ""}`;

/** Among both kinds, each has a heading, and a way to the rest of its results. */
function section(
  kind: Kind,
  list: readonly Result[],
  { q, type, counts, tabs: urls, respelled, words }: SearchPage,
): Html {
  if (list.length === 0) return html``;
  const name = words[kind];
  if (type !== null) return results(list, words, name);
  const { n, more } = counts[kind];
  return html`<section aria-labelledby="${kind}"><div class="shelf-head"><h2 id="${kind}">${name}</h2>
${(more || n > list.length) && html`<a href="${urls[kind]}" aria-label="${fill(words.see_all_named, { name })}">${words.see_all}</a>`}</div>
${respelled[kind] !== null && otherSpelling(q, respelled[kind], words)}
${results(list, words, name)}</section>`;
}

const people = ({ people, words }: SearchPage): Html | false =>
  people.length > 0 &&
  html`<section class="tags" aria-labelledby="people"><h2 id="people">${words.authors}</h2>
<ul>${people.map(({ user_id, name }) => html`<li><a href="/user/${user_id}">${name}</a></li>`)}</ul></section>`;

const marked = (pieces: readonly Piece[]): Html =>
  html`${pieces.map(({ text, found }) => (found ? html`<mark>${text}</mark>` : text))}`;

const results = (list: readonly Result[], words: Words, name: string): Html => html`
<div class="columns"><ol class="rows" aria-label="${name}">${list.map(
  ({ url, image_url, title, author, text, published_at, duration = 0, play }) => html`<li>
${cover(image_url, 64)}
<div><a href="${url}">${marked(title)}</a>
<p class="soft">${joined([marked(author), published_at && dateOf(published_at, words), lengthOf(duration, words)])}</p>
${text !== null && html`<p class="soft why">${marked(text)}</p>`}</div>
${play && html`${actsButton(play, words)}${playLink(play, words)}`}</li>`,
)}</ol></div>`;

/** What the results of one kind are for, beside others for the query as typed. */
const otherSpelling = (q: string, spelling: Spelling, words: Words): Html =>
  html`<p>${fill(words.found_none, { q })} <a href="${spelling.url}">${fill(words.results, { q: spelling.q })}</a></p>`;

function notes({ q, meant, asTyped, respelled, dropped, insist, words }: SearchPage): Html {
  const said = Object.values(respelled).some((spelling) => spelling?.q === meant?.q);
  return html`${meant !== null && !said && (asTyped ? didYouMean(meant, words) : html`<p>${fill(words.found_none, { q })}</p>`)}
${
  dropped.length > 0 &&
  html`<p>${fill(words.dropped, { words: dropped.join(", ") })} <a href="${insist}">${words.insist}</a></p>`
}`;
}

function didYouMean({ q, url }: Spelling, words: Words): Html {
  const [before = "", after = ""] = fill(words.did_you_mean, { q: "\u0000" }).split("\u0000");
  return html`<p>${before}<a href="${url}">${q}</a>${after}</p>`;
}

function filters({ q, type, languages, categories, words }: SearchPage): Html {
  if (languages.length + categories.length === 0) return html``;
  return html`<form class="filters" action="/search" method="get"><input type="hidden" name="q" value="${q}">
${type !== null && html`<input type="hidden" name="type" value="${type}">`}
${select("language", words.language, languages, words)}
${select("category_id", words.category, categories, words)}
<button class="quiet">${words.filter}</button></form>`;
}

const select = (name: string, label: string, choices: readonly Choice[], words: Words): Html =>
  html`<label>${label} <select name="${name}"><option value="">${words.all}</option>${choices.map(
    ({ value, name: text, count, chosen }) =>
      html`<option value="${value}"${chosen && html` selected`}>${text} (${count})</option>`,
  )}</select></label>`;
