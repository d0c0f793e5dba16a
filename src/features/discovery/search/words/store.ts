/** All SQL about the words of queries and the vocabulary used for corrections. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Kind } from "../rules.ts";
import type { Known, QueryWord } from "./rules.ts";

/**
 * What a search starts from: the words of its texts, in order, the levels, and the approximate number of documents by
 * PostgreSQL's statistics.
 */
export type QueryStatistics = {
  words: QueryWord[];
  levels: string[];
  total: number;
  /** Those of the other spellings that are in the vocabulary. */
  spellings: Known[];
};

const TABLES = { shows: "search_shows", episodes: "search_episodes" } as const;

/**
 * The words of each text, normalised as in the index and stemmed for `language`, or for all languages; `part` numbers
 * the texts from 1. `spellings` are only looked up. Levels are listed best first.
 */
export async function findQueryStatistics(
  db: Executor,
  texts: readonly string[],
  spellings: readonly string[],
  language: string | undefined,
  kind: Kind,
): Promise<QueryStatistics> {
  const { rows } = await sql<QueryStatistics>`
    select coalesce((select json_agg(w) from search_query_words(${texts}::text[], ${language ?? null}::text) w), '[]') as words,
      array(select level from search_levels where kind = ${kind} order by level) as levels,
      coalesce((select json_agg(k) from (select word, max(documents) as documents from search_words
        where word = any(${spellings}::text[]) group by word) k), '[]') as spellings,
      (select greatest(reltuples, 1)::float8 from pg_class where oid = ${TABLES[kind]}::regclass) as total`.execute(
    db,
  );
  const { words = [], levels = [], total = 1, spellings: known = [] } = rows[0] ?? {};
  return { words, levels: withLast(levels), total, spellings: known };
}

/** Only levels other than the last have a floor. */
function withLast(levels: readonly string[]): string[] {
  const last = levels.at(-1);
  return last === undefined ? ["a"] : [...levels, String.fromCharCode(last.charCodeAt(0) + 1)];
}

/** A word of the vocabulary near a `wanted` one. */
export type Candidate = Known & { wanted: string };

/**
 * Words near the `wanted` ones, at most 200 for each. PostgreSQL counts a transposition as two edits, so the result
 * contains slightly more than is within reach.
 */
export async function findNeighbours(
  db: Executor,
  wanted: readonly string[],
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select wanted, near.word, near.documents
    from unnest(${wanted}::text[]) wanted
    cross join lateral (
      select word, max(documents) as documents from search_words
      where edits && search_edits(wanted) and abs(length(word) - length(wanted)) <= 3
        and levenshtein_less_equal(word, wanted, 3) <= 3
      group by word order by 2 desc, 1 limit 200) near`.execute(db);
  return rows;
}

/** The `most` most frequent words that begin with `start` and are longer. */
export async function findCompletions(db: Executor, start: string, most: number): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select word, max(documents) as documents from search_words
    where word ~>~ ${start} and word ~<~ (${start} || chr(1114111))
    group by word order by 2 desc, length(word), word limit ${most}`.execute(db);
  return rows;
}
