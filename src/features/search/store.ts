/** All SQL that finds documents, and reads what is shown of them. */
import { sql } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Filters, Kind, Match, Step } from "./rules.ts";

const SOURCES = {
  shows: { table: sql.table("shows"), id: "show_id", find: sql.raw("search_find_shows") },
  episodes: {
    table: sql.table("episodes"),
    id: "episode_id",
    find: sql.raw("search_find_episodes"),
  },
} as const;

/** What a search asks of the documents of one kind. */
export type Search = Readonly<{
  kind: Kind;
  steps: readonly Step[];
  /** Few documents: all steps are read, and of those a document answers the first counts. */
  together: boolean;
  /** Finds all that can match, where that is likely little; null: not asked. */
  near: readonly string[] | null;
  /** The fields' queries as they are put to single documents. */
  wholes: readonly string[];
  /** As it was typed: of titles that fold to the same, this one comes first. */
  q: string;
  /** Titles that are the very one, as texts or already folded. */
  titles: readonly string[];
  /** Only titles spelled like `q` itself are the very one: it holds operators. */
  literal: boolean;
  /** What labels the very one must hold too, a tsquery; null: any. */
  labels: string | null;
  levels: readonly string[];
  /** The words as they would stand in the text; weighs documents where they are few. */
  words: readonly string[];
  phrases: readonly string[];
  unwantedPhrases: readonly string[];
  /** Frequent words that must not occur, a tsquery; null: none. */
  avoided: string | null;
  /** What labels only come near: dates and lengths. */
  filters: Filters;
  /** Ids that are in the list already. */
  skip: readonly number[];
}>;

/** `text` and `rank` make the score within a way of matching. */
export type Hit = { id: number; match: Match; text: number; rank: number };
/** Part of the best documents, best first; `total`: how many there are, up to those asked for. */
export type Hits = { hits: Hit[]; total: number };

/** How much the likeness of texts outweighs rank, which counts in years; as in search_find_… */
export const TEXT_WEIGHT = 10;

/**
 * The best documents from `offset` on, up to the `want`-th. All of them when they are fewer than
 * `few`, whatever the offset.
 */
export async function findDocuments(
  db: Executor,
  search: Search,
  { want, offset, few }: { want: number; offset: number; few: number },
): Promise<Hits> {
  const { published_after, published_before, duration_min, duration_max } = search.filters;
  const { rows } = await sql<Hit & { place: number; total: number }>`
    select * from (
      select f.id, f.match, f.text, f.rank, row_number() over () as place, count(*) over () as total
      from ${SOURCES[search.kind].find}(
        wanted => ${want},
        queries => ${search.steps.map(({ query }) => query)}::text[]::tsquery[],
        fields => ${search.steps.map(({ match }) => match)},
        together => ${search.together},
        near => ${search.near}::text[]::tsquery[],
        wholes => ${search.wholes}::text[]::tsquery[],
        words => ${search.words.map(quoted).join(" | ")},
        typed => ${search.q},
        titles => ${search.titles},
        literal => ${search.literal},
        labels => ${search.labels},
        levels => ${search.levels},
        phrases => ${search.phrases},
        unwanted => ${search.unwantedPhrases},
        avoided => ${search.avoided},
        passed => ${search.skip},
        since => (${published_after ?? null}::date)::timestamp at time zone 'UTC',
        before => (${published_before ?? null}::date + 1)::timestamp at time zone 'UTC',
        shortest => ${duration_min ?? null}::bigint * 1000,
        longest => ${duration_max ?? null}::bigint * 1000) f) found
    where place > ${offset} or total < ${few} or place = total`.execute(db);
  const total = rows.at(-1)?.total ?? 0;
  const shown = total < few ? rows : rows.filter(({ place }) => place > offset);
  return { hits: shown.map(({ id, match, text, rank }) => ({ id, match, text, rank })), total };
}

const quoted = (word: string): string => `'${word.replaceAll("'", "''")}'`;

/** What is shown of shows; in no order. */
export function readShows(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("shows")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select([
      "shows.show_id",
      "shows.title",
      "shows.author_id",
      "images.square_key",
      "images.upright_key",
    ])
    .where("shows.show_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
    .execute();
}

/** What is shown of episodes and their shows; in no order. */
export function readEpisodes(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .leftJoin("images as covers", "covers.image_id", "shows.image_id")
    .leftJoin("images", (join) =>
      join.on(sql<boolean>`images.image_id = coalesce(episodes.image_id, shows.image_id)`),
    )
    .select([
      "episodes.episode_id",
      "episodes.type",
      "episodes.title",
      "episodes.duration",
      "episodes.show_id",
      "episodes.author_id",
      "episodes.published_at",
      "episodes.download_enabled",
      "images.square_key",
      "images.upright_key",
      "shows.title as show_title",
      "shows.author_id as show_author_id",
      "covers.square_key as show_square_key",
      "covers.upright_key as show_upright_key",
    ])
    .where("episodes.episode_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
    .execute();
}

export type FoundShow = Awaited<ReturnType<typeof readShows>>[number];
export type FoundEpisode = Awaited<ReturnType<typeof readEpisodes>>[number];

/** How many of the documents are in each language and each category; shows, or the shows of episodes. */
export async function countFacets(db: Executor, kind: Kind, ids: readonly number[]) {
  const { table, id } = SOURCES[kind];
  const { rows } = await sql<{ language: string; category_id: number | null; count: number }>`
    with found as (
      select s.language, array[s.category_id, s.category_2_id, s.category_3_id] as categories
      from ${table} d join shows s on s.show_id = d.show_id
      where d.${sql.ref(id)} = any((select ${ids}::bigint[])::bigint[]))
    select language, null::integer as category_id, count(*) from found group by language
    union all
    select null, category, count(*) from found, unnest(categories) category
    where category is not null group by category`.execute(db);
  return rows;
}
