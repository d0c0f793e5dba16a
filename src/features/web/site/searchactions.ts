/** Collects what the search page shows: results of both kinds or of one, filters, other spellings. */
import type { Deps } from "../../../deps.ts";
import type { Locale } from "../../../platform/http/locale.ts";
import { plainOf } from "../../../platform/text/html.ts";
import { type Answer, findBest, rowsOf } from "../../discovery/search/actions.ts";
import { excerpt, markedName } from "../../discovery/search/readings/views.ts";
import { q as searchable } from "../../discovery/search/schema.ts";
import { countFacets, isEpisode, readReasons } from "../../discovery/search/store.ts";
import { authorsNamed } from "../../discovery/search/suggestions/actions.ts";
import { episodeItem } from "../../discovery/search/views.ts";
import { showSummaryView } from "../../publishing/shows/views.ts";
import type { Words } from "../layout/rules.ts";
import { findBrowse } from "./browse.ts";
import type { SearchPageQuery } from "./schema.ts";
import { categoryChoices, languageChoices } from "./searchchoices.ts";
import type { Kind, Result, SearchPage } from "./searchpage.ts";
import { playableOf } from "./views.ts";

/** What the view of both kinds shows of each. */
const FIRST = { shows: 6, episodes: 12 } as const;
const KINDS = ["shows", "episodes"] as const;
const MOST_PEOPLE = 6;
const PAGE = 24;
/** Results are counted, and filters offered, up to this many. */
const COUNTED = 100;

type Reader = Readonly<{ baseUrl: string; locale: Locale; words: Words }>;

export async function findResults(
  deps: Deps,
  query: SearchPageQuery,
  reader: Reader,
): Promise<SearchPage> {
  const { db } = deps;
  const { q, offset, language, category_id, type } = query;
  const parsed = searchable.safeParse(q);
  const at = (changed: Changes) => linkTo({ ...query, offset: 0 }, changed);
  const found = async (kind: Kind): Promise<Answer> => {
    const where = { scope: null, editable: false, kind } as const;
    const want = Math.max(COUNTED + 1, kind === type ? offset + PAGE + 1 : 0);
    return parsed.success
      ? findBest({ db }, { q: parsed.data, language, category_id }, where, { want })
      : nothing();
  };
  const [shows, episodes] = await Promise.all([found("shows"), found("episodes")]);
  const best = shows.results.length > 0 && type !== "episodes" ? shows : episodes;
  const listedKinds = type === undefined ? KINDS : [type];
  const answers = { shows, episodes };
  const asTyped = listedKinds.some((kind) => isFoundAsTyped(answers[kind]));
  const spelling = (meant: string | null) =>
    meant === null ? null : { q: meant, url: at({ q: meant }) };
  const respelled = (kind: Kind) =>
    asTyped && !isFoundAsTyped(answers[kind]) ? spelling(answers[kind].meant) : null;
  const facets = await Promise.all([
    type === "episodes" ? [] : facetsOf(db, "shows", shows),
    type === "shows" ? [] : facetsOf(db, "episodes", episodes),
  ]);
  const listed = answers[type ?? "shows"];
  const isEmpty = shows.results.length + episodes.results.length === 0;
  return {
    q,
    type: type ?? null,
    counts: { shows: countOf(shows), episodes: countOf(episodes) },
    shows: type === "episodes" ? [] : await showResults(db, partOf(shows, "shows", query), reader),
    episodes:
      type === "shows" ? [] : await episodeResults(db, partOf(episodes, "episodes", query), reader),
    people:
      type === undefined
        ? await authorsNamed(
            deps,
            q,
            shows.results.slice(0, COUNTED).map(({ hit }) => hit.id),
            MOST_PEOPLE,
          )
        : [],
    languages: languageChoices(facets.flat(), query, reader),
    categories: categoryChoices(facets.flat(), query, reader),
    dropped: best.dropped,
    insist: at({ q: insisting(q, best.dropped) }),
    meant: spelling(best.meant ?? best.also),
    asTyped,
    respelled: { shows: respelled("shows"), episodes: respelled("episodes") },
    tabs: {
      all: at({ type: undefined }),
      shows: at({ type: "shows" }),
      episodes: at({ type: "episodes" }),
    },
    next:
      type !== undefined && listed.results.length > offset + PAGE
        ? at({ offset: String(offset + PAGE) })
        : null,
    first: offset > 0 ? at({}) : null,
    browse: isEmpty ? await findBrowse(deps, reader) : null,
    baseUrl: reader.baseUrl,
    words: reader.words,
  };
}

const isFoundAsTyped = ({ results }: Answer): boolean =>
  results.some(({ corrected }) => !corrected);

/** For a query that cannot be searched for. */
const nothing = (): Answer => ({
  results: [],
  dropped: [],
  meant: null,
  also: null,
  query: { terms: [], typed: "", runs: new Map() },
});

/** Exact up to `COUNTED`. */
const countOf = ({ results }: Answer): Readonly<{ n: number; more: boolean }> => ({
  n: Math.min(results.length, COUNTED),
  more: results.length > COUNTED,
});

/** The results that the page lists of one kind. */
function partOf(answer: Answer, kind: Kind, { type, offset }: SearchPageQuery): Answer {
  const [from, to] = type === kind ? [offset, offset + PAGE] : [0, FIRST[kind]];
  return { ...answer, results: answer.results.slice(from, to) };
}

const facetsOf = (db: Deps["db"], kind: Kind, { results }: Answer) =>
  countFacets(
    db,
    kind,
    results.slice(0, COUNTED).map(({ hit }) => hit.id),
  );

/** The query with quotes around the words that no result has: quoted words must be there. */
const insisting = (q: string, dropped: readonly string[]): string =>
  dropped.length === 0 ? q : `${q} ${dropped.map((word) => `"${word}"`).join(" ")}`;

type Changes = Readonly<Record<string, string | undefined>>;

function linkTo(query: SearchPageQuery, changed: Changes): string {
  const { q, type, language, category_id } = query;
  const kept = {
    type,
    language,
    category_id: category_id === undefined ? undefined : String(category_id),
  };
  const all = Object.entries({ q, ...kept, ...changed });
  const given = all.filter((pair): pair is [string, string] => pair[1] !== undefined);
  return `/search?${new URLSearchParams(given)}`;
}

async function showResults(db: Deps["db"], answer: Answer, { baseUrl }: Reader): Promise<Result[]> {
  const ids = answer.results.map(({ hit }) => hit.id);
  const [rows, reasons] = await Promise.all([
    rowsOf({ db }, "shows", answer.results),
    readReasons(db, "shows", ids),
  ]);
  const byId = new Map([...rows].map(([id, row]) => [id, showSummaryView(row, baseUrl)]));
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
  const ids = answer.results.map(({ hit }) => hit.id);
  const [rows, reasons] = await Promise.all([
    rowsOf({ db }, "episodes", answer.results),
    readReasons(db, "episodes", ids),
  ]);
  const episodes = [...rows.values()].filter(isEpisode);
  const byId = new Map(episodes.map((row) => [row.episode_id, episodeItem(row, baseUrl, true)]));
  return resultsOf(ids, byId, reasons, answer, (episode) => ({
    url: episode.site_url,
    image_url: episode.image_url ?? null,
    published_at: episode.published_at,
    duration: episode.duration,
    play: playableOf(episode, { baseUrl }),
  }));
}

/** Omits results that have been deleted since the search. */
function resultsOf<Item extends { title: string }>(
  ids: readonly number[],
  items: ReadonlyMap<number, Item>,
  reasons: Awaited<ReturnType<typeof readReasons>>,
  { query }: Answer,
  rest: (item: Item) => Pick<Result, "url" | "image_url" | "published_at" | "duration" | "play">,
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
