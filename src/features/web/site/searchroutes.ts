/** The search page: reads its results, filters and other spellings. */
import type { Deps } from "../../../deps.ts";
import { page } from "../../../platform/http/pages.ts";
import { plainOf } from "../../../platform/text/html.ts";
import { type Answer, findBest } from "../../discovery/search/actions.ts";
import { excerpt, markedName } from "../../discovery/search/readings/views.ts";
import { q as searchable } from "../../discovery/search/schema.ts";
import { countFacets, readEpisodes, readReasons, readShows } from "../../discovery/search/store.ts";
import { episodeItem } from "../../discovery/search/views.ts";
import { categoryView, type contentLanguage } from "../../publishing/reference/views.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import { fill, type Words, wordsOf } from "../layout/rules.ts";
import { layout } from "../layout/views.ts";
import { type SearchPageQuery, searchPageQuery } from "./schema.ts";
import { type Choice, type Result, type SearchPage, searchPage } from "./searchpage.ts";

const SHOWS = 12;
const PAGE = 24;
/** Filters offer what is among this many of the best shows. */
const COUNTED = 100;
const MOST_CHOICES = 20;

type Kind = "shows" | "episodes";
type Locale = Parameters<typeof contentLanguage>[0];

export const searchPages = [
  page({
    ...{ method: "GET", path: "/search", summary: "Search shows and episodes", access: "anyone" },
    query: searchPageQuery,
    async handle({ session, locale, baseUrl, query }, deps: Deps) {
      const words = wordsOf(locale);
      const found = await search(deps, query, { baseUrl, locale, words });
      const title = query.q === "" ? words.search_title : fill(words.results, { q: query.q });
      return layout({ title, session, words, body: searchPage(found), q: query.q });
    },
  }),
];

type Reader = Readonly<{ baseUrl: string; locale: Locale; words: Words }>;

/** Shows appear on the first page only; later pages list more episodes. */
async function search({ db }: Deps, query: SearchPageQuery, reader: Reader): Promise<SearchPage> {
  const { q, offset, language, category_id } = query;
  const parsed = searchable.safeParse(q);
  const nothing = { shows: [], episodes: [], languages: [], categories: [], dropped: [] };
  const plain = { q, meant: null, insist: "", next: null, first: null, words: reader.words };
  if (!parsed.success) return { ...nothing, ...plain };
  const find = (kind: Kind, part: { want: number; offset?: number }): Promise<Answer> => {
    const where = { scope: null, editable: false, kind } as const;
    return findBest({ db }, { q: parsed.data, language, category_id }, where, part);
  };
  const [shows, episodes] = await Promise.all([
    find("shows", { want: COUNTED }),
    find("episodes", { want: offset + PAGE + 1, offset }),
  ]);
  const facets = await countFacets(
    db,
    "shows",
    shows.results.map(({ hit }) => hit.id),
  );
  const [best] = shows.results.length > 0 ? [shows] : [episodes];
  const at = (changed: Record<string, string>) => linkTo({ ...query, offset: 0 }, changed);
  return {
    q,
    shows: offset > 0 ? [] : await showResults(db, shows, reader),
    episodes: await episodeResults(db, episodes, reader),
    languages: languageChoices(facets, query, reader),
    categories: categoryChoices(facets, query, reader),
    dropped: best.dropped,
    insist: at({ q: insisting(q, best.dropped) }),
    meant: best.meant === null ? null : { q: best.meant, url: at({ q: best.meant }) },
    next: episodes.results.length > PAGE ? at({ offset: String(offset + PAGE) }) : null,
    first: offset > 0 ? at({}) : null,
    words: reader.words,
  };
}

/** The query with quotes around the words that no result has: quoted words must be there. */
const insisting = (q: string, dropped: readonly string[]): string =>
  dropped.length === 0 ? q : `${q} ${dropped.map((word) => `"${word}"`).join(" ")}`;

function linkTo(query: SearchPageQuery, changed: Readonly<Record<string, string>>): string {
  const { q, language, category_id } = query;
  const kept = {
    language,
    category_id: category_id === undefined ? undefined : String(category_id),
  };
  const all = Object.entries({ q, ...kept, ...changed });
  const given = all.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/search?${new URLSearchParams(given)}`;
}

async function showResults(db: Deps["db"], answer: Answer, { baseUrl }: Reader): Promise<Result[]> {
  const ids = answer.results.slice(0, SHOWS).map(({ hit }) => hit.id);
  const [rows, reasons] = await Promise.all([readShows(db, ids), readReasons(db, "shows", ids)]);
  const byId = new Map(rows.map((row) => [row.show_id, showSummaryView(row, baseUrl)]));
  return resultsOf(ids, byId, reasons, answer, ({ site_url, image_url }) => ({
    url: site_url,
    image_url,
  }));
}

async function episodeResults(
  db: Deps["db"],
  answer: Answer,
  { baseUrl }: Reader,
): Promise<Result[]> {
  const ids = answer.results.slice(0, PAGE).map(({ hit }) => hit.id);
  const [rows, reasons] = await Promise.all([
    readEpisodes(db, ids),
    readReasons(db, "episodes", ids),
  ]);
  const byId = new Map(rows.map((row) => [row.episode_id, episodeItem(row, baseUrl, true)]));
  return resultsOf(
    ids,
    byId,
    reasons,
    answer,
    ({ site_url, image_url, published_at, duration }) => ({
      ...{ url: site_url, image_url: image_url ?? null, published_at, duration },
    }),
  );
}

/** Omits results that have been deleted since the search. */
function resultsOf<Item extends { title: string }>(
  ids: readonly number[],
  items: ReadonlyMap<number, Item>,
  reasons: Awaited<ReturnType<typeof readReasons>>,
  { query }: Answer,
  rest: (item: Item) => Pick<Result, "url" | "image_url" | "published_at" | "duration">,
): Result[] {
  const byId = new Map(reasons.map((reason) => [reason.id, reason]));
  return ids.flatMap((id) => {
    const [item, reason] = [items.get(id), byId.get(id)];
    if (item === undefined || reason === undefined) return [];
    const [title, author] = [item.title, reason.author].map((text) => markedName(query, text));
    const text = excerpt(query, plainOf(reason.description));
    return [{ ...rest(item), title: title ?? [], author: author ?? [], text }];
  });
}

type Facets = Awaited<ReturnType<typeof countFacets>>;

function languageChoices(
  facets: Facets,
  { language }: SearchPageQuery,
  { words }: Reader,
): Choice[] {
  const names = new Intl.DisplayNames([words.lang], { type: "language" });
  return choices(
    facets
      .filter((row) => row.category_id === null)
      .map((row) => ({
        ...row,
        value: row.language,
        name: names.of(row.language) ?? row.language,
      })),
    language,
  );
}

function categoryChoices(facets: Facets, query: SearchPageQuery, { locale }: Reader): Choice[] {
  return choices(
    facets.flatMap((row) => {
      const category = categoryView(row.category_id, locale);
      return category === null
        ? []
        : [{ ...row, value: String(row.category_id), name: category.name }];
    }),
    query.category_id === undefined ? undefined : String(query.category_id),
  );
}

/** Most frequent first; none if there is nothing to choose. */
function choices(
  all: readonly { value: string; name: string; count: number }[],
  chosen: string | undefined,
): Choice[] {
  if (all.length < 2 && chosen === undefined) return [];
  return all
    .toSorted((a, b) => Number(b.count) - Number(a.count))
    .slice(0, MOST_CHOICES)
    .map(({ value, name, count }) => ({ value, name, count, chosen: value === chosen }));
}
