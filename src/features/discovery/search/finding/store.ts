/** All SQL that finds documents. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Match, Step } from "../rules.ts";
import type { Filters, Kind } from "../scope.ts";
import { type FoundRow, shownOf } from "../store.ts";

/** `named`: the title and byline of the record with the id `f.id`. */
const SOURCES = {
  shows: {
    index: sql.table("search_shows"),
    id: sql.ref("show_id"),
    find: sql.raw("search_find_shows"),
    named: sql`
      select s.title, concat_ws(' ', s.author_name, u.fullname) as byline
      from shows s join users u on u.user_id = s.author_id where s.show_id = f.id`,
  },
  episodes: {
    index: sql.table("search_episodes"),
    id: sql.ref("episode_id"),
    find: sql.raw("search_find_episodes"),
    named: sql`
      select e.title, concat_ws(' ', s.title, s.author_name, u.fullname) as byline
      from episodes e join shows s using (show_id) join users u on u.user_id = e.author_id where e.episode_id = f.id`,
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
 * A document with what it is scored by: of an episode, the byline includes the show's title. `place`: the search that
 * found it; `present`: which of the search's `present` it matches, in their order; null if it was not tested; `row`:
 * its displayed fields, if they were read.
 */
export type NamedHit = Hit & {
  place: number;
  title: string;
  byline: string;
  present: boolean[] | null;
  row: FoundRow | null;
};

/** `held`: documents that are not tested; `shown`: the displayed fields of the first search's documents are read too. */
type NamedSearches = Readonly<{
  kind: Kind;
  searches: readonly NamedSearch[];
  held: readonly number[];
  shown: boolean;
}>;

/**
 * The best documents of each search with their titles and bylines, best first. `offset 0` keeps PostgreSQL from
 * joining the few documents with whole tables. Displayed fields are read in the same statement because a further one
 * costs as much as reading 50 documents.
 */
export async function findNamed(
  db: Executor,
  { kind, searches, held, shown }: NamedSearches,
): Promise<NamedHit[]> {
  const { index, id, named } = SOURCES[kind];
  const { rows } = await sql<Omit<NamedHit, "row"> & FoundRow & { shown: true | null }>`
    select f.place, f.id, f.match, f.text, f.rank, n.byline, p.present, s.*, n.title
    from (
      select a.place, a.present, f.*, row_number() over () as nth
      from ${rowsOf(asked(searches))}, ${callOf(kind)} f) f
    cross join lateral (${named} offset 0) n
    left join lateral (
      select array(select k.lexemes @@ query::tsquery from unnest(f.present) with ordinality q (query, number)
        order by number) as present
      from (select (array[d.lexemes])[1] as lexemes from ${index} d where d.${id} = f.id offset 0) k
      where f.present is not null and f.id <> all(${held}::bigint[])
      offset 0) p on true
    left join lateral (
      select true as shown, ${shownOf(kind, sql`f.id`)} and f.place = 0 and ${shown}::boolean offset 0) s on true
    order by nth`.execute(db);
  return rows.map((row) => ({ ...row, row: row.shown && row }));
}
