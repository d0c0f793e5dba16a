/** Runs a search, from the typed query to the documents found. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { CATEGORIES } from "../../publishing/reference/rules.ts";
import { findDocuments, type Hit, type Search } from "./finding/store.ts";
import { UNLISTED } from "./lexemes.ts";
import { queriesOf } from "./queries.ts";
import { findReadings } from "./readings/actions.ts";
import type { Prepared } from "./readings/pool.ts";
import { spellingsToLookUp, tokensOf, withSpellings } from "./readings/rules.ts";
import type { QueryTerms, Score } from "./readings/score.ts";
import { undotted } from "./readings/text.ts";
import { decisiveWords, type Plan, pairsOf } from "./rules.ts";
import type { SearchParams } from "./schema.ts";
import { type Filters, type Kind, labelsOf, type Scope } from "./scope.ts";
import { type FoundRow, isEpisode, readRows } from "./store.ts";
import { type QueryWord, readQuery, type Typed } from "./words/rules.ts";
import { findQueryStatistics } from "./words/store.ts";

/** Where to search; `editable` also finds what strangers cannot. */
export type SearchTarget = Readonly<{ kind: Kind; scope: Scope; editable: boolean }>;
/**
 * `corrected`: found by other words than the typed ones. `score`, `row` (the displayed fields): null beyond the documents
 * that are scored.
 */
export type SearchResult = Readonly<{
  hit: Hit;
  corrected: boolean;
  score: Score | null;
  row: FoundRow | null;
}>;

type Params = Pick<SearchParams, "q"> & Filters & { category_id?: number | undefined };

/**
 * `dropped`: words that the best result lacks; `meant`: the query in its spelling, if it was found by another; `also`: the
 * spelling of others that follow it, if it was found as typed.
 */
export type Answer = Readonly<{
  results: readonly SearchResult[];
  dropped: readonly string[];
  meant: string | null;
  also: string | null;
  query: QueryTerms;
}>;

/** After this time no further reading of a query is tried. */
const PATIENCE_MS = 12;

/** A part of the results; `patience`: for how many milliseconds further readings of the query are tried. */
export type Part = Readonly<{ want: number; offset?: number; patience?: number }>;

/** The documents that match `params.q`, from `offset` up to the `want`-th, best first. */
export async function findBest(
  { db }: Pick<Deps, "db">,
  params: Params,
  where: SearchTarget,
  { want, offset = 0, patience = PATIENCE_MS }: Part,
): Promise<Answer> {
  const prepared = await prepare(db, params.q, filtersOf(params), where);
  const { candidates, others, isAll, ...about } = await findReadings(db, prepared, want, patience);
  const read = [...candidates, ...others.map((other) => ({ ...other, ...UNSCORED }))];
  if (want <= read.length || isAll) return { ...about, results: read.slice(offset, want) };
  const skip = read.map(({ hit }) => hit.id);
  const part = { want: want - skip.length, offset: Math.max(offset - skip.length, 0), few: 0 };
  const more = await findDocuments(db, { ...prepared.search, skip }, part);
  const further = more.hits.map((hit) => ({ hit, row: null, ...UNSCORED }));
  return { ...about, results: [...read.slice(offset), ...further] };
}

const UNSCORED = { corrected: false, score: null } as const;

/** The displayed fields of the results, by id; those deleted in the meantime may be missing. */
export async function rowsOf(
  { db }: Pick<Deps, "db">,
  kind: Kind,
  results: readonly SearchResult[],
): Promise<ReadonlyMap<number, FoundRow>> {
  const missing = results.flatMap(({ hit, row }) => (row === null ? [hit.id] : []));
  const read = missing.length === 0 ? [] : await readRows(db, kind, missing);
  const present = results.flatMap(({ row }) => row ?? []);
  return new Map([...present, ...read].map((row) => [idOf(row), row]));
}

const idOf = (row: FoundRow): number => (isEpisode(row) ? row.episode_id : row.show_id);

/** A category includes its sub-categories. */
function filtersOf({
  category_id,
  ...filters
}: Filters & { category_id?: number | undefined }): Filters {
  if (category_id === undefined) return filters;
  const below = CATEGORIES.filter(({ parent }) => parent === category_id);
  return { ...filters, categories: [category_id, ...below.map((child) => child.category_id)] };
}

async function prepare(
  db: Executor,
  q: string,
  filters: Filters,
  where: SearchTarget,
): Promise<Prepared> {
  const typed = readQuery(undotted(q));
  const tokens = tokensOf(typed.wanted);
  const {
    words: spoken,
    levels: listed,
    total,
    spellings,
  } = await findQueryStatistics(
    db,
    [typed.wanted, ...typed.unwanted, ...typed.phrases],
    typed.plain ? spellingsToLookUp(tokens) : [],
    filters.language,
    where.kind,
  );
  const known = new Map(spellings.map((word) => [word.word, word.documents]));
  const wanted = spoken.filter(({ part }) => part === 1);
  const phrases = typed.phrases.map((_, index) =>
    wordsOf(spoken, typed.unwanted.length + index + 2),
  );
  // Quoted words are never corrected.
  const quoted = new Set(phrases.flat());
  const said = wanted.filter(({ word }) => !quoted.has(word));
  const levels = where.editable ? [...listed, UNLISTED] : listed;
  const unwanted = unwantedOf(typed, spoken);
  const plan: Plan = {
    words: decisiveWords(withSpellings(wanted, known).map(withGramsCounted)),
    unwanted: unwanted.words,
    pairs: pairsOf(phrases),
    labels: labelsOf(where.kind, filters, where.scope),
    levels,
    scope: where.scope,
    total,
  };
  const search: Search = {
    kind: where.kind,
    ...queriesOf(plan),
    q,
    titles: [q],
    literal: !typed.plain,
    phrases: typed.phrases,
    unwantedPhrases: unwanted.phrases,
    filters,
    skip: [],
  };
  return { plan, said, search, spelled: { tokens, known }, plain: typed.plain };
}

/** In text without blanks, documents are counted for whole words only. */
const LEAST_BY_GRAMS = 1000;

const withGramsCounted = (word: QueryWord): QueryWord =>
  word.grams.length === 0 ? word : { ...word, documents: Math.max(word.documents, LEAST_BY_GRAMS) };

const wordsOf = (spoken: readonly QueryWord[], part: number): string[] =>
  spoken.filter((word) => word.part === part).map(({ word }) => word);

/** The index excludes single words; for several, adjacency has to be checked. */
function unwantedOf(typed: Typed, spoken: readonly QueryWord[]) {
  const parts = typed.unwanted.map((text, index) => ({
    text,
    words: spoken.filter(({ part }) => part === index + 2),
  }));
  return {
    words: parts.filter(({ words }) => words.length === 1).flatMap(({ words }) => words),
    phrases: parts.filter(({ words }) => words.length > 1).map(({ text }) => text),
  };
}
