/** All SQL about the words of queries and the vocabulary used for corrections. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Kind } from "../scope.ts";
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
 * the texts from 1. `spellings` are only looked up. Levels are listed best first. The inner `select` of `any` hides the
 * length of the list: PostgreSQL would plan the statement again for each list, which takes longer than to run it.
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
        where word = any((select ${spellings}::text[])::text[]) group by word) k), '[]') as spellings,
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
type Candidate = Known & { wanted: string };

/** `near`: words like the wanted ones; `longer`: the most frequent words that begin with one; `known`: those in it. */
export type Vocabulary = Readonly<{ near: Candidate[]; longer: Known[]; known: Known[] }>;

/** What to look up. `near`: words to correct; `start`: a word to complete; `known`: words that may be in it. */
type Lookup = Readonly<{
  near: readonly string[];
  start: string;
  most: number;
  known: readonly string[];
}>;

/**
 * What the vocabulary has for the words of a query, with at most 200 words near each. PostgreSQL counts a transposition
 * as two edits, so there are slightly more than are within reach.
 */
export async function lookUp(
  db: Executor,
  { near, start, most, known }: Lookup,
): Promise<Vocabulary> {
  const { rows } = await sql<Vocabulary>`
    select coalesce((select json_agg(n) from (
        select wanted, near.word, near.documents
        from unnest(${near}::text[]) wanted
        cross join lateral (
          select word, max(documents) as documents from search_words
          where edits && search_edits(wanted) and abs(length(word) - length(wanted)) <= 3
            and levenshtein_less_equal(word, wanted, 3) <= 3
          group by word order by 2 desc, 1 limit 200) near) n), '[]') as near,
      coalesce((select json_agg(l order by l.documents desc, length(l.word), l.word) from (
        select word, max(documents) as documents from search_words
        where word ~>~ ${start} and word ~<~ (${start} || chr(1114111)) and ${start} <> ''
        group by word order by 2 desc, length(word), word limit ${most}) l), '[]') as longer,
      coalesce((select json_agg(k) from (
        select word, max(documents) as documents from search_words
        where word = any(${known}::text[]) group by word) k), '[]') as known`.execute(db);
  return rows[0] ?? { near: [], longer: [], known: [] };
}
