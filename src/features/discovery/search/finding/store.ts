/** All SQL that finds documents. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Match, Step } from "../rules.ts";
import type { Filters, Kind } from "../scope.ts";
import { type FoundRow, ROWS } from "../store.ts";

const SOURCES = {
  shows: {
    index: sql.table("search_shows"),
    id: sql.ref("show_id"),
    find: sql.raw("search_find_shows"),
  },
  episodes: {
    index: sql.table("search_episodes"),
    id: sql.ref("episode_id"),
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

/** A search for the `want` best documents, which are also tested with the queries `present`. */
export type NamedSearch = Search & Readonly<{ want: number; present?: readonly string[] }>;

/** Several searches as one parameter, so that they take one statement, whose text is always the same. */
const asked = (searches: readonly NamedSearch[]) =>
  JSON.stringify(
    searches.map((search, place) => ({
      place,
      wanted: search.want,
      queries: search.steps.map(({ query }) => query),
      fields: search.steps.map(({ match }) => match),
      joined: search.together,
      near: search.near,
      wholes: search.wholes,
      typed: search.q,
      titles: search.titles,
      literal: search.literal,
      labels: search.labels,
      levels: search.levels,
      phrases: search.phrases,
      unwanted: search.unwantedPhrases,
      avoided: search.avoided,
      passed: search.skip,
      since: search.filters.published_after,
      until: search.filters.published_before,
      shortest: search.filters.duration_min,
      longest: search.filters.duration_max,
      present: search.present,
    })),
  );

/** The searches of a parameter made by `asked`, as rows. */
const rowsOf = (searches: string) => sql`
  json_to_recordset(${searches}::json) as a (place integer, wanted integer, queries text[], fields text[], joined boolean, near text[],
    wholes text[], typed text, titles text[], literal boolean, labels text, levels text[], phrases text[],
    unwanted text[], avoided text, passed bigint[], since date, until date, shortest bigint, longest bigint,
    present text[])`;

/** A call of the function that finds the best documents for a row of `rowsOf`, best first. */
const callOf = (kind: Kind) => sql`
  ${SOURCES[kind].find}(wanted => a.wanted, queries => a.queries::tsquery[], fields => a.fields, together => a.joined,
    near => a.near::tsquery[], wholes => a.wholes::tsquery[], words => null, typed => a.typed,
    titles => a.titles, literal => a.literal, labels => a.labels::tsquery, levels => a.levels, phrases => a.phrases,
    unwanted => a.unwanted, avoided => a.avoided::tsquery, passed => a.passed,
    since => a.since::timestamp at time zone 'UTC', before => (a.until + 1)::timestamp at time zone 'UTC',
    shortest => a.shortest * 1000, longest => a.longest * 1000)`;

/**
 * The best documents from `offset` up to the `want`-th. All of them, whatever the offset, if there are fewer than
 * `few`.
 */
export async function findDocuments(
  db: Executor,
  search: Search,
  { want, offset, few }: { want: number; offset: number; few: number },
): Promise<Hits> {
  const { rows } = await sql<Hit & { place: number; total: number }>`
    select * from (
      select f.id, f.match, f.text, f.rank, row_number() over () as place, count(*) over () as total
      from ${rowsOf(asked([{ ...search, want }]))}, ${callOf(search.kind)} f) found
    where place > ${offset} or total < ${few} or place = total`.execute(db);
  const total = rows.at(-1)?.total ?? 0;
  const shown = total < few ? rows : rows.filter(({ place }) => place > offset);
  return { hits: shown.map(({ id, match, text, rank }) => ({ id, match, text, rank })), total };
}

/**
 * A document with its displayed fields, which it is scored by. `place`: the search that found it; `present`: which of
 * the search's `present` it matches, in their order; null if it was not tested.
 */
export type NamedHit = Hit & FoundRow & { place: number; present: boolean[] | null };

/** `held`: documents that are not tested. `patience`: after so many milliseconds, no search but the first is begun. */
type NamedSearches = Readonly<{
  kind: Kind;
  searches: readonly NamedSearch[];
  held: readonly number[];
  patience: number;
}>;

/**
 * The best documents of each search with their displayed fields, best first: to read these in another statement takes
 * longer. `offset 0` keeps PostgreSQL from joining the few documents with whole tables.
 */
export async function findNamed(
  db: Executor,
  { kind, searches, held, patience }: NamedSearches,
): Promise<NamedHit[]> {
  const { index, id } = SOURCES[kind];
  const { rows } = await sql<NamedHit>`
    select f.place, f.id, f.match, f.text, f.rank, n.*, p.present
    from (
      select a.place, a.present, f.*, row_number() over () as nth
      from ${rowsOf(asked(searches))}, ${callOf(kind)} f
      where a.place = 0 or clock_timestamp() < statement_timestamp() + ${patience}::float8 * interval '1 ms') f
    cross join lateral (${ROWS[kind](sql`f.id`)} offset 0) n
    left join lateral (
      select array(select k.lexemes @@ query::tsquery from unnest(f.present) with ordinality q (query, number)
        order by number) as present
      from (select (array[d.lexemes])[1] as lexemes from ${index} d where d.${id} = f.id offset 0) k
      where f.present is not null and f.id <> all(${held}::bigint[])
      offset 0) p on true
    order by nth`.execute(db);
  return rows;
}
