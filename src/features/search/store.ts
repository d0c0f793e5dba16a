/** All SQL that finds documents, and reads what is shown of them. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Filters, Kind, Match, Step } from "./rules.ts";

const DOCUMENTS = {
  shows: { table: sql.table("search_shows"), source: sql.table("shows"), id: "show_id" },
  episodes: {
    table: sql.table("search_episodes"),
    source: sql.table("episodes"),
    id: "episode_id",
  },
} as const;

/** What a search asks of the documents of one kind. */
export type Search = Readonly<{
  kind: Kind;
  steps: readonly Step[];
  /** Few documents: all steps are read, and of those a document answers the first counts. */
  together: boolean;
  /** The words are rare: documents can be read to see how much they are about them. */
  weigh: boolean;
  /** As it was typed: of titles that fold to the same, this one comes first. */
  q: string;
  /** Titles that are the very one, as texts or already folded. */
  titles: readonly string[];
  /** Only titles spelled like `q` itself are the very one: it holds operators. */
  literal: boolean;
  /** What labels the very one must hold too, a tsquery; null: any. */
  labels: string | null;
  levels: readonly string[];
  /** The words as they would stand in the text; weighs documents of rare words. */
  words: readonly string[];
  phrases: readonly string[];
  unwantedPhrases: readonly string[];
  /** What labels only come near: dates and lengths. */
  filters: Filters;
  /** Ids that are in the list already. */
  skip: readonly number[];
  want: number;
}>;

/** `text` and `rank` make the score within a way of matching. */
export type Hit = { id: number; match: Match; text: number; rank: number };

/** How much the likeness of texts outweighs rank, which counts in years. */
export const TEXT_WEIGHT = 10;
/** Of documents that hold a phrase's words, so many of each level and way are read for the phrase. */
const PHRASE_CANDIDATES = 1000;

/** The best `want` documents, best first. */
export async function findDocuments(db: Executor, search: Search): Promise<Hit[]> {
  const found = sql`${exactTitles(search)} union all ${matches(search)}`;
  const { rows } = await (search.together
    ? sql<Hit>`
      select id, match, text, rank from (
        select distinct on (id) * from (${found}) every order by id, step) once
      order by step, ${score}, id desc limit ${search.want}`
    : sql<Hit>`
      select id, match, text, rank from (select * from (${found}) each limit ${search.want}) first
      order by step, ${score}, id desc`
  ).execute(db);
  return rows;
}

const score = sql`text * ${sql.lit(TEXT_WEIGHT)} + rank desc`;

/** Documents of the very title. */
function exactTitles(search: Search) {
  const { table, source, id } = DOCUMENTS[search.kind];
  return sql`
    (select d.${sql.ref(id)} as id, 0::bigint as step, 'exact' as match, text, rank
    from ${table} d join ${source} x on x.${sql.ref(id)} = d.${sql.ref(id)}
    cross join lateral (
      select ((x.title = ${search.q})::int + (lower(x.title) = lower(${search.q}))::int)::real as text) judged
    where ${isExact(search)} and ${isWithin(search)} and d.level = any(${search.levels}::text[])
      and (${search.labels}::tsquery is null or d.lexemes @@ ${search.labels}::tsquery)
    order by ${score}, id desc limit ${search.want})`;
}

/** Whether the document `d` has the very title; its record is `x`. */
const isExact = ({ titles, literal, q }: Search) => sql`(
  d.title = any(array(select search_title(title) from unnest(${titles}::text[]) title))
  and (not ${literal} or lower(x.title) = lower(${q})))`;

/** Lazily one step after the other, until there is enough: PostgreSQL reads no further than the limit. */
function matches(search: Search) {
  const { table, id } = DOCUMENTS[search.kind];
  const { steps, want, titles, skip } = search;
  return sql`
    (select hit.id, s.step, s.match, hit.text, hit.rank
    from unnest(${steps.map(({ query }) => query)}::tsquery[], ${steps.map(({ match }) => match)}::text[])
      with ordinality s (query, match, step)
    cross join lateral (
      select d.${sql.ref(id)} as id, text, rank
      from ${candidates(search, table)} d
      cross join lateral (select (${likeness(search)})::real as text) judged
      where ${isWithin(search)} and d.${sql.ref(id)} <> all(${skip}::bigint[])
        and not ${isVeryTitle(search, titles)} and ${holdsPhrases(search)}
      order by ${score}, id desc limit ${want}) hit)`;
}

/** Those of exactTitles; only for queries with operators that takes a look at the record itself. */
function isVeryTitle(search: Search, titles: readonly string[]) {
  const { source, id } = DOCUMENTS[search.kind];
  if (titles.length === 0) return sql`false`;
  return search.literal
    ? sql`exists (select from ${source} x where x.${sql.ref(id)} = d.${sql.ref(id)} and ${isExact(search)})`
    : sql`d.title = any(array(select search_title(title) from unnest(${titles}::text[]) title))`;
}

const hasPhrases = ({ phrases, unwantedPhrases }: Search) =>
  phrases.length + unwantedPhrases.length > 0;

/** What the index gives; where each must be read whole to be judged, not more than are worth it. */
const candidates = (search: Search, table: RawBuilder<unknown>) =>
  hasPhrases(search)
    ? sql`(select * from ${table} c where c.lexemes @@ s.query limit ${sql.lit(PHRASE_CANDIDATES)})`
    : sql`(select * from ${table} c where c.lexemes @@ s.query)`;

/** The phrases become one query each way, worked out once and not for each row. */
function holdsPhrases({ phrases, unwantedPhrases }: Search) {
  const together = (texts: readonly string[], operator: string) => sql`(
    select coalesce(string_agg('(' || query || ')', ${operator}), '')::tsquery
    from unnest(${texts}::text[]) phrase,
      cast(phraseto_tsquery('simple', search_fold(phrase)) as text) query where query <> '')`;
  const conditions = [
    ...(phrases.length === 0 ? [] : [sql`d.places @@ ${together(phrases, " & ")}`]),
    ...(unwantedPhrases.length === 0
      ? []
      : [sql`not d.places @@ ${together(unwantedPhrases, " | ")}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function isWithin({ kind, filters }: Search) {
  const { published_after, published_before, duration_min, duration_max } = filters;
  const conditions = [
    published_after &&
      sql`d.published_at >= ${published_after}::date::timestamp at time zone 'UTC'`,
    published_before &&
      sql`d.published_at < (${published_before}::date + 1)::timestamp at time zone 'UTC'`,
    kind === "episodes" &&
      duration_min !== undefined &&
      sql`d.duration >= ${duration_min}::bigint * 1000`,
    kind === "episodes" &&
      duration_max !== undefined &&
      sql`d.duration <= ${duration_max}::bigint * 1000`,
  ].filter((condition) => typeof condition === "object");
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/**
 * 0 to 3: how much of the title the query is, whether it stands there as typed, and at its beginning;
 * in other fields, where few documents have to be read for it, how often and how densely the words come.
 */
function likeness({ q, weigh, words }: Search) {
  // The sub-select is worked out once, the bare call would be for each row.
  const typed = sql`(select search_title(${q}))`;
  const ofTitle = sql`least(length(${typed})::real / greatest(length(d.title), 1), 1)
    + (position(${typed} in d.title) > 0)::int + starts_with(d.title, ${typed})::int`;
  if (!weigh) return sql`case when s.match = 'title' then ${ofTitle} else 0 end`;
  const anyWord = words.map((word) => `'${word.replaceAll("'", "''")}'`).join(" | ");
  return sql`case when s.match = 'title' then ${ofTitle}
    else 5 * ts_rank('{1,1,1,1}', d.places, ${anyWord}::tsquery, 1) end`;
}

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
  const { source, id } = DOCUMENTS[kind];
  const { rows } = await sql<{ language: string; category_id: number | null; count: number }>`
    with found as (
      select s.language, array[s.category_id, s.category_2_id, s.category_3_id] as categories
      from ${source} d join shows s on s.show_id = d.show_id
      where d.${sql.ref(id)} = any((select ${ids}::bigint[])::bigint[]))
    select language, null::integer as category_id, count(*) from found group by language
    union all
    select null, category, count(*) from found, unnest(categories) category
    where category is not null group by category`.execute(db);
  return rows;
}
