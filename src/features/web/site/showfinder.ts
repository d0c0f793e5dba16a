/** The ways to find an episode of a show: a search, its seasons, the order. */
import { type Html, html } from "../../../platform/http/html.ts";
import { choices } from "../layout/components.ts";
import type { Words } from "../layout/rules.ts";
import { searchField } from "../layout/views.ts";

type Way = Readonly<{ url: string; current: boolean }>;

export type Finder = Readonly<{
  /** Where the form is sent. */
  action: string;
  key: string | undefined;
  /** What is searched for, "" if nothing; null: the show cannot be searched. */
  q: string | null;
  seasons: readonly (Way & Readonly<{ n: number }>)[];
  all: Way;
  newest: Way;
  oldest: Way;
}>;

/** A search is in the order of its results, so that it has no seasons and no order. */
export const finderView = (finder: Finder, words: Words): Html => html`
<div class="finder">${finder.q !== null && searchIn(finder, finder.q, words)}
${!finder.q && seasonsAndOrder(finder, words)}</div>`;

const searchIn = ({ action, key }: Finder, q: string, words: Words): Html => html`
<form class="search" role="search" aria-label="${words.search_show}" action="${action}">
${key !== undefined && html`<input type="hidden" name="key" value="${key}">`}
${searchField(words, { id: "episode-q", label: words.search_show, q })}</form>`;

const seasonsAndOrder = ({ seasons, all, newest, oldest }: Finder, words: Words): Html => html`
${
  seasons.length > 1 &&
  choices(words.seasons, [
    { name: words.all, href: all.url, current: all.current },
    ...seasons.map(({ n, url, current }) => ({ name: String(n), href: url, current })),
  ])
}
${choices(words.order, [
  { name: words.newest_first, href: newest.url, current: newest.current },
  { name: words.oldest_first, href: oldest.url, current: oldest.current },
])}`;
