/** All SQL that finds documents and reads their displayed fields. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Filters, Kind, Match, Step } from "./rules.ts";

const SOURCES = {
  shows: { table: sql.table("shows"), id: "show_id", find: sql.raw("search_find_shows") },
  episodes: {
    table: sql.table("episodes"),
    id: "episode_id",
    find: sql.raw("search_find_episodes"),
  },
} as const;

/** A search among the documents of one kind. */
export type Search = Readonly<{
  kind: Kind;
  steps: readonly Step[];
  /** Few documents: all steps are read, and of the steps that a document matches the first counts. */
  together: boolean;
  /** Queries that find everything that can match, if that is probably little; null: not used. */
  near: readonly string[] | null;
  /** The fields' queries for matching single documents. */
  wholes: readonly string[];
  /** As typed: of titles that normalise to the same text, this one comes first. */
  q: string;
  /** Texts that count as the exact title, as typed or already normalised. */
  titles: readonly string[];
  /** The query contains operators: only a title spelled like `q` itself counts as the exact title. */
  literal: boolean;
  /** The labels that an exact title must also have, a tsquery; null: any. */
  labels: string | null;
  levels: readonly string[];
  /** The words in their normalised spelling; used to score documents if there are few. */
  words: readonly string[];
  phrases: readonly string[];
  unwantedPhrases: readonly string[];
  /** Frequent words that must not occur, a tsquery; null: none. */
  avoided: string | null;
  /** Filters that labels only approximate: dates and durations. */
  filters: Filters;
  /** Ids that are in the results already. */
  skip: readonly number[];
}>;

/** `text` and `rank` make up the score within a kind of match. */
export type Hit = { id: number; match: Match; text: number; rank: number };
/** A range of the best documents, best first; `total`: their number, up to the number requested. */
export type Hits = { hits: Hit[]; total: number };

/**
 * The best documents from `offset` up to the `want`-th. All of them, whatever the offset, if there are fewer than
 * `few`.
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

/** The displayed fields of shows, in no particular order. */
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

/** The displayed fields of episodes and their shows, in no particular order. */
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

/** What a result page shows of documents to tell why they were found; HTML in descriptions is not removed. */
export async function readReasons(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
): Promise<{ id: number; author: string; description: string }[]> {
  const wanted = sql`any((select ${ids}::bigint[])::bigint[])`;
  const { rows } =
    kind === "shows"
      ? await sql<{ id: number; author: string; description: string }>`
        select show_id as id, coalesce(author_name, fullname) as author, left(s.description, 5000) as description
        from shows s join users on user_id = author_id where show_id = ${wanted}`.execute(db)
      : await sql<{ id: number; author: string; description: string }>`
        select episode_id as id, s.title as author, left(e.description, 5000) as description
        from episodes e join shows s using (show_id) where episode_id = ${wanted}`.execute(db);
  return rows;
}

export type FoundShow = Awaited<ReturnType<typeof readShows>>[number];
export type FoundEpisode = Awaited<ReturnType<typeof readEpisodes>>[number];

/** The number of documents in each language and category; for shows, or for the shows of episodes. */
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
