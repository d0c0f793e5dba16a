/** Runs a search, from the typed query to the documents found. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { CATEGORIES } from "../../publishing/reference/rules.ts";
import {
  avoidedQuery,
  decisiveWords,
  type Filters,
  isCommon,
  isTogether,
  type Kind,
  labelsOf,
  labelsQuery,
  nearOf,
  type Plan,
  pairsOf,
  type Scope,
  stepsOf,
  UNLISTED,
  wholesOf,
} from "./rules.ts";
import type { SearchParams } from "./schema.ts";
import { findDocuments, type Hit, type Search } from "./store.ts";
import { findVariants } from "./words/actions.ts";
import { type QueryWord, readQuery, type Typed, titlesOf } from "./words/rules.ts";
import { findQueryStatistics } from "./words/store.ts";

/** With fewer exact matches than this, corrected and completed words are searched as well. */
const FEW = 10;
/** A query that is a whole title of at least this many words is not corrected. */
const SURE = 3;

/** Where to search; `editable` also finds what strangers cannot. */
export type SearchTarget = Readonly<{ kind: Kind; scope: Scope; editable: boolean }>;
/** `corrected`: found by a word other than the typed one. */
export type SearchResult = Readonly<{ hit: Hit; corrected: boolean }>;

type Params = Pick<SearchParams, "q"> & Filters & { category_id?: number | undefined };

/** The documents that match `params.q`, from `offset` up to the `want`-th, best first. */
export async function findBest(
  { db }: Pick<Deps, "db">,
  params: Params,
  where: SearchTarget,
  { want, offset = 0 }: { want: number; offset?: number },
): Promise<SearchResult[]> {
  const { plan, said, search } = await prepare(db, params.q, filtersOf(params), where);
  const few = Math.min(want, FEW);
  const { hits, total } = await findDocuments(db, search, {
    want: Math.max(want, FEW),
    offset,
    few,
  });
  const found = hits.map((hit) => ({ hit, corrected: false }));
  if (total >= few) return found.slice(0, want - offset);
  if (hits.some(({ match }) => match === "exact") && said.length >= SURE)
    return found.slice(offset);
  if (isCommon(plan)) return found.slice(offset);
  const skip = hits.map(({ id }) => id);
  const corrected = await correct(db, plan, said, { ...search, skip });
  if (corrected === null) return found.slice(offset);
  const more = await findDocuments(db, corrected, {
    want: want - total,
    offset: Math.max(offset - total, 0),
    few: 0,
  });
  return [...found.slice(offset), ...more.hits.map((hit) => ({ hit, corrected: true }))];
}

/** A category includes its sub-categories. */
function filtersOf({
  category_id,
  ...filters
}: Filters & { category_id?: number | undefined }): Filters {
  if (category_id === undefined) return filters;
  const below = CATEGORIES.filter(({ parent }) => parent === category_id);
  return { ...filters, categories: [category_id, ...below.map((child) => child.category_id)] };
}

async function prepare(db: Executor, q: string, filters: Filters, where: SearchTarget) {
  const typed = readQuery(q);
  const {
    words: spoken,
    levels: listed,
    total,
  } = await findQueryStatistics(
    db,
    [typed.wanted, ...typed.unwanted, ...typed.phrases],
    filters.language,
    where.kind,
  );
  const wanted = spoken.filter(({ part }) => part === 1);
  const phrases = typed.phrases.map((_, index) =>
    wordsOf(spoken, typed.unwanted.length + index + 2),
  );
  // Quoted words are never corrected.
  const quoted = new Set(phrases.flat());
  const said = wanted.filter(({ word }) => !quoted.has(word));
  const words = decisiveWords(wanted);
  const levels = where.editable ? [...listed, UNLISTED] : listed;
  const unwanted = unwantedOf(typed, spoken);
  const plan: Plan = {
    words,
    unwanted: unwanted.words,
    pairs: pairsOf(phrases),
    labels: labelsOf(where.kind, filters, where.scope),
    levels,
    scope: where.scope,
    total,
  };
  const search: Search = {
    kind: where.kind,
    ...asked(plan),
    q,
    titles: [q],
    literal: !typed.plain,
    phrases: typed.phrases,
    unwantedPhrases: unwanted.phrases,
    filters,
    skip: [],
  };
  return { plan, said, search };
}

const asked = (plan: Plan) => ({
  steps: stepsOf(plan),
  together: isTogether(plan),
  near: nearOf(plan),
  wholes: wholesOf(plan),
  labels: labelsQuery(plan),
  avoided: avoidedQuery(plan),
  levels: plan.levels,
  words: plan.words.map(({ word }) => word),
});

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

/** The same search with corrected words; null if there are no corrections. */
async function correct(
  db: Executor,
  plan: Plan,
  said: readonly QueryWord[],
  search: Search,
): Promise<Search | null> {
  const variants = await findVariants(db, said);
  if (variants.size === 0) return null;
  const words = plan.words.map((word) => {
    const known = variants.get(word.word) ?? [];
    const documents = known.reduce((sum, other) => sum + other.documents, word.documents);
    return {
      ...word,
      forms: [...new Set([...word.forms, ...known.map((other) => other.word)])],
      documents,
    };
  });
  const corrected = { ...search, ...asked({ ...plan, words }) };
  // With operators, only a title spelled exactly as typed counts as the exact title.
  if (search.literal) return { ...corrected, titles: [] };
  const titles = titlesOf(
    said.map(({ word }) => word),
    variants,
  );
  return { ...corrected, q: titles[0] ?? search.q, titles };
}
