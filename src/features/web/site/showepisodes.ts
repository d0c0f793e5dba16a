/** Finds the episodes that a show's page lists: all, those of a season, or what a search in the show finds. */
import type { Deps } from "../../../deps.ts";
import { findBest, rowsOf } from "../../discovery/search/actions.ts";
import { q as searchable } from "../../discovery/search/schema.ts";
import { isEpisode } from "../../discovery/search/store.ts";
import { episodeItem } from "../../discovery/search/views.ts";
import {
  findListPosition,
  listEpisodes,
  listSeasons,
} from "../../publishing/episodes/lists/store.ts";
import { episodeSummaryView } from "../../publishing/episodes/views.ts";
import { imageSizes } from "../../publishing/images/views.ts";
import type { ShowQuery } from "./schema.ts";
import type { Finder } from "./showfinder.ts";
import { findEpisodeNotes } from "./store.ts";

const PAGE = 20;

type Show = Readonly<{
  show_id: number;
  site_url: string;
  /** Its own order. */
  isOldestFirst: boolean;
  /** Strangers' searches find its episodes. */
  isPublic: boolean;
}>;

type Reader = Readonly<{ query: ShowQuery; baseUrl: string }>;

/** Later pages, seasons, orders and searches are lists only; the first page presents the show. */
export const isList = ({ q, season, order, last_id }: ShowQuery): boolean =>
  q !== "" || [season, order, last_id].some((value) => value !== undefined);

/** The episodes of the page, the addresses of the next and of the first page, and the ways to find others. */
export async function findShowEpisodes(deps: Deps, show: Show, reader: Reader) {
  const { query } = reader;
  const { q, key, season, order } = query;
  const own = show.isOldestFirst ? "oldest" : "newest";
  const oldest = (order ?? own) === "oldest";
  const at = (changes: Changes) => addressOf(show.site_url, { key, ...changes });
  const isSearch = q !== "" && show.isPublic;
  const { items, next, latest } = isSearch
    ? await searched(deps, show, reader)
    : await listed(deps, show, reader, oldest);
  const kept = isSearch ? { q } : { season, order };
  const notes = await findEpisodeNotes(
    deps.db,
    items.map(({ episode_id }) => episode_id),
  );
  const isFirst = query.last_id === undefined && query.offset === 0;
  const finder = async (): Promise<Finder> => ({
    action: show.site_url,
    key,
    q: show.isPublic ? q : null,
    seasons: (await listSeasons(deps.db, show.show_id)).map((n) => ({
      n,
      url: at({ order, season: n }),
      current: n === season,
    })),
    all: { url: at({ order }), current: season === undefined },
    newest: {
      url: at({ season, order: own === "newest" ? undefined : "newest" }),
      current: !oldest,
    },
    oldest: {
      url: at({ season, order: own === "oldest" ? undefined : "oldest" }),
      current: oldest,
    },
  });
  return {
    episodes: items.map((item) => ({ ...item, ...notes.get(item.episode_id) })),
    /** The first one of the show in its order; undefined where the page does not begin with it. */
    latest: isList(query) ? undefined : latest,
    next: next === null ? null : at({ ...kept, ...next }),
    first: isFirst ? null : at(kept),
    // A show with one page of episodes needs no ways to find them.
    finder: next !== null || isList(query) ? await finder() : null,
  };
}

async function listed(deps: Deps, { show_id }: Show, reader: Reader, oldest: boolean) {
  const { last_id, season } = reader.query;
  const after = last_id === undefined ? null : ((await findListPosition(deps.db, last_id)) ?? null);
  const of = { column: "show_id", id: show_id } as const;
  const query = { of, oldest, after, season, editable: false, limit: PAGE };
  const found = await listEpisodes(deps.db, query);
  const rows = found.slice(0, PAGE);
  const items = rows.map((row) => ({
    ...episodeSummaryView(row, reader.baseUrl),
    image_sizes: imageSizes(row, reader.baseUrl),
  }));
  const next = found.length > PAGE ? { last_id: rows.at(-1)?.episode_id } : null;
  return { items, next, latest: items[0] };
}

/** The best first; nothing for a text that cannot be searched for. */
async function searched({ db }: Deps, { show_id }: Show, { query, baseUrl }: Reader) {
  const { offset } = query;
  const parsed = searchable.safeParse(query.q);
  if (!parsed.success) return { items: [], next: null, latest: undefined };
  const scope = { by: "show", id: show_id } as const;
  const where = { kind: "episodes", scope, editable: false } as const;
  const want = offset + PAGE + 1;
  const { results } = await findBest({ db }, { q: parsed.data }, where, { want, offset });
  const shown = results.slice(0, PAGE);
  const rows = await rowsOf({ db }, "episodes", shown);
  const items = shown.flatMap(({ hit }) => {
    const row = rows.get(hit.id);
    return row !== undefined && isEpisode(row)
      ? [{ ...episodeItem(row, baseUrl, false), image_sizes: null }]
      : [];
  });
  const next = results.length > PAGE ? { offset: offset + PAGE } : null;
  return { items, next, latest: undefined };
}

type Changes = Readonly<Record<string, string | number | undefined>>;

function addressOf(site_url: string, values: Changes): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(
    given.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return query.size === 0 ? site_url : `${site_url}?${query}`;
}
