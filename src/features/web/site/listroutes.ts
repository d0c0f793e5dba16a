/** The pages that are lists: home, search, categories, tags. */
import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../platform/failure.ts";
import { type PageCall, page } from "../../../platform/http/pages.ts";
import { readItems, readRanked } from "../../discovery/explore/actions.ts";
import { listLists } from "../../discovery/explore/store.ts";
import { findBest } from "../../discovery/search/actions.ts";
import { q as searchable } from "../../discovery/search/schema.ts";
import { readEpisodes, readShows } from "../../discovery/search/store.ts";
import { episodeItem } from "../../discovery/search/views.ts";
import { listTagged } from "../../discovery/tags/store.ts";
import { taggedEpisodeView } from "../../discovery/tags/views.ts";
import { findListPosition } from "../../publishing/episodes/store.ts";
import { CATEGORIES } from "../../publishing/reference/rules.ts";
import { categoryView, categoryViews, contentLanguage } from "../../publishing/reference/views.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { fill, type Words, wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { homePage, type ListSection, listPage, searchPage } from "./listpages.ts";
import { categoryQuery, placeParams, placeQuery, searchPageQuery } from "./schema.ts";
import { episodeRows, pager, showGrid } from "./views.ts";

const SHELVES = 6;
const ON_SHELF = 12;
const PAGE = 24;

export const listPages = [
  page({
    ...{
      method: "GET",
      path: "/",
      summary: "Show the home page",
      access: "anyone",
      query: placeQuery,
    },
    async handle({ session, locale, baseUrl }, deps: Deps) {
      const words = wordsOf(locale);
      const shelves = await shelvesOf(deps, baseUrl, words);
      const categories = categoryViews(contentLanguage(locale));
      const body = homePage({ shelves, categories, words });
      return layout({ title: words.shows, session, words, body });
    },
  }),
  page({
    ...{ method: "GET", path: "/search", summary: "Search shows and episodes", access: "anyone" },
    query: searchPageQuery,
    async handle({ session, locale, baseUrl, query }, deps: Deps) {
      const words = wordsOf(locale);
      const found = await search(deps, query, baseUrl);
      const title = query.q === "" ? words.search_title : fill(words.results, { q: query.q });
      const body = searchPage({ ...found, q: query.q, words });
      return layout({ title, session, words, body, q: query.q });
    },
  }),
  page({
    ...{ method: "GET", path: "/category/:name", summary: "Show the shows of a category" },
    ...{ access: "anyone", params: placeParams, query: categoryQuery },
    handle: (call, deps: Deps) => categoryPage(deps, call),
  }),
  page({
    ...{ method: "GET", path: "/tag/:name", summary: "Show the latest episodes with a tag" },
    ...{ access: "anyone", params: placeParams, query: placeQuery },
    handle: (call, deps: Deps) => tagPage(deps, call),
  }),
];

/** The curated lists; without any, the highest-ranked shows. */
async function shelvesOf(deps: Deps, baseUrl: string, words: Words): Promise<ListSection[]> {
  const lists = await listLists(deps.db, { country: undefined, before: undefined, limit: SHELVES });
  const shelves = await Promise.all(
    lists.slice(0, SHELVES).map(async (list) => {
      const { rows } = await readItems(deps, list, { limit: ON_SHELF });
      return {
        ...list,
        shows: rows.slice(0, ON_SHELF).map((row) => showSummaryView(row, baseUrl)),
      };
    }),
  );
  const filled = shelves.filter(({ shows }) => shows.length > 0);
  if (filled.length > 0) return filled;
  const all = { category_id: null, language: null, max_age_days: null };
  const { rows } = await readRanked(deps, all, { limit: PAGE });
  const shows = rows.slice(0, PAGE).map((row) => showSummaryView(row, baseUrl));
  return shows.length === 0 ? [] : [{ name: words.worth_hearing, subtitle: null, shows }];
}

type Query = Readonly<{ q: string; offset: number }>;

/** Shows appear on the first page only; later pages list more episodes. */
async function search({ db }: Deps, query: Query, baseUrl: string) {
  const asked = searchable.safeParse(query.q);
  const nothing = { shows: [], episodes: [], next: null, first: null };
  if (!asked.success) return nothing;
  const { offset } = query;
  const find = (kind: "shows" | "episodes", part: { want: number; offset?: number }) =>
    findBest({ db }, { q: asked.data }, { scope: null, editable: false, kind }, part);
  const [shows, episodes] = await Promise.all([
    offset > 0 ? [] : find("shows", { want: ON_SHELF }),
    find("episodes", { want: offset + PAGE + 1, offset }),
  ]);
  const here = episodes.slice(0, PAGE).map(({ hit }) => hit.id);
  const [showRows, episodeFound] = await Promise.all([
    readShows(
      db,
      shows.map(({ hit }) => hit.id),
    ),
    readEpisodes(db, here),
  ]);
  const byShow = new Map(showRows.map((row) => [row.show_id, row]));
  const byEpisode = new Map(episodeFound.map((row) => [row.episode_id, row]));
  const at = (next: number) =>
    `/search?${new URLSearchParams({ q: query.q, offset: String(next) })}`;
  return {
    shows: shows.flatMap(({ hit }) =>
      present(byShow.get(hit.id), (row) => showSummaryView(row, baseUrl)),
    ),
    episodes: here.flatMap((id) =>
      present(byEpisode.get(id), (row) => episodeItem(row, baseUrl, true)),
    ),
    next: episodes.length > PAGE ? at(offset + PAGE) : null,
    first: offset > 0 ? at(0) : null,
  };
}

/** Omits results that have been deleted since the search. */
const present = <Row, Item>(row: Row | undefined, view: (row: Row) => Item): Item[] =>
  row === undefined ? [] : [view(row)];

type CategoryCall = PageCall<
  { name: string },
  { last_id?: number | undefined; version?: number | undefined }
>;

async function categoryPage(deps: Deps, call: CategoryCall) {
  const { params, query, locale, baseUrl, session } = call;
  const category = CATEGORIES.find(({ permalink }) => permalink === params.name);
  if (category === undefined) throw notFound("category");
  const { category_id } = category;
  const words = wordsOf(locale);
  const rule = { category_id, language: null, max_age_days: null };
  const { rows, version } = await readRanked(deps, rule, { ...query, limit: PAGE });
  const shows = rows.slice(0, PAGE);
  const last = shows.at(-1)?.show_id;
  const next = rows.length > PAGE ? `?last_id=${last}&version=${version}` : null;
  const title = categoryView(category_id, locale)?.name ?? category.permalink;
  const list = showGrid(shows.map((row) => showSummaryView(row, baseUrl)));
  const first = query.last_id === undefined ? null : call.request.url.replace(/\?.*$/s, "");
  const body = listPage(
    title,
    list,
    shows.length === 0 ? words.no_shows : null,
    pager(next, first, words),
  );
  return layout({ title, session, words, body });
}

type TagCall = PageCall<{ name: string }, { last_id?: number | undefined }>;

async function tagPage(
  { db }: Deps,
  { params, query, locale, baseUrl, session, request }: TagCall,
) {
  const words = wordsOf(locale);
  const tag = params.name.replaceAll("\0", "").toWellFormed();
  const after =
    query.last_id === undefined ? null : ((await findListPosition(db, query.last_id)) ?? null);
  const rows = await listTagged(db, { tag, after, limit: PAGE });
  const episodes = rows.slice(0, PAGE).map((row) => taggedEpisodeView(row, baseUrl));
  const next = rows.length > PAGE ? `?last_id=${episodes.at(-1)?.episode_id}` : null;
  const title = fill(words.tagged, { tag });
  const first = after === null ? null : request.url.replace(/\?.*$/s, "");
  const body = listPage(
    title,
    episodeRows(episodes, words),
    episodes.length === 0 ? words.no_episodes : null,
    pager(next, first, words),
  );
  return layout({ title, session, words, body });
}
