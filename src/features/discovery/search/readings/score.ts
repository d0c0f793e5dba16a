/** Scores how well a document answers a query, from its title and author; pure. */
import { type Field, spanOf } from "./fields.ts";
import { isGeneric } from "./generic.ts";
import { abbreviates, acronymWorth } from "./initials.ts";
import { likeness, OF_EXISTING } from "./likeness.ts";

/**
 * A word of the query. `weight`: how much it tells; `known`: it exists as typed; `others`: words that may stand
 * for it, from 0 to 1.
 */
export type Term = Readonly<{
  word: string;
  weight: number;
  known: boolean;
  others: ReadonlyMap<string, number>;
  /** It may be the beginning of a word. */
  unfinished: boolean;
  /** Words that it has been compared with. */
  likenesses: Map<string, number>;
  /** How a word sounds; remembered for the whole query, because titles have many words in common. */
  soundOf: (word: string) => string;
}>;

/** A query to score documents for. `typed`: without blanks; `runs`: several of its words, written as one, with what they may stand for. */
export type QueryTerms = Readonly<{
  terms: readonly Term[];
  typed: string;
  runs: ReadonlyMap<string, readonly string[]>;
}>;

/** A document's title, its author, and the initials of both that the letters of a word may be. */
export type Named = Readonly<{
  title: Field;
  byline: () => Field;
  initials: (word: string) => readonly string[];
}>;

/** A document to score. `present`: the words of the query that it has in any field; null for all. */
export type Scored = Named &
  Readonly<{
    rank: number;
    present: ReadonlySet<string> | null;
    /** It was found by other words than the typed ones. */
    corrected: boolean;
    /** The other words are among the tags, or often in the text. */
    tagged: boolean;
  }>;

/**
 * `text`: what title, author and text are worth; `total`: ten times as much, and a point for each year of rank; `cover`: the share of the query that is in title and byline; `worth`: that is anywhere;
 * `missing`: its other words; `lacking`: how many of these tell something.
 */
export type Score = Readonly<{
  text: number;
  total: number;
  cover: number;
  worth: number;
  missing: readonly string[];
  lacking: number;
}>;

/** How much a word counts that is not in the title as typed. docs/decisions/search.md has the measurement. */
const WORTH = {
  joined: 0.97,
  respelled: 0.85,
  byline: 0.85,
  tags: 0.66,
  text: 0.6,
  number: 0.3,
  acronym: 0.92,
  abbreviation: 0.82,
};
/** With less, other words of the field are compared too. */
const GOOD = 0.93;
const WEIGHTS = { cover: 20, fill: 4, order: 1.5, start: 1.5, exact: 6, complete: 2, author: 0.5 };
/** The weight of the text against rank, whose unit is a year. */
export const TEXT_WEIGHT = 10;
const LONGEST_SPAN = 6;

/** Where a word is in a field: the words from `at`, as many as `size`; `worth`: 1 as typed, 0 nowhere. */
type Found = { worth: number; at: number; size: number };
const NOWHERE: Found = { worth: 0, at: -1, size: 0 };

function compared(term: Term, other: string): number {
  const known = term.likenesses.get(other);
  if (known !== undefined) return known;
  const found = likeness(term, other);
  term.likenesses.set(other, found);
  return found;
}

function find(term: Term, field: Field): Found {
  const exact = field.places.get(term.word);
  if (exact !== undefined) return { worth: 1, at: exact, size: 1 };
  const span = spanOf(field, term.word);
  if (span !== null) return { worth: WORTH.joined, at: span[0], size: span[1] };
  let best = NOWHERE;
  const offer = (worth: number, at: number, size = 1) => {
    if (worth > best.worth) best = { worth, at, size };
  };
  for (const [other, worth] of term.others) {
    const at = field.places.get(other);
    if (at !== undefined) offer(worth, at);
    else {
      const spanned = spanOf(field, other);
      if (spanned !== null) offer(worth * WORTH.joined, ...spanned);
    }
  }
  if (best.worth >= GOOD) return best;
  for (const [at, word] of field.words.entries()) offer(compared(term, word), at);
  return best;
}

/** Words of the query that are one word of the field. */
function findJoined(
  terms: readonly Term[],
  runs: QueryTerms["runs"],
  field: Field,
): Map<number, Found> {
  const found = new Map<number, Found>();
  for (let from = 0; from < terms.length - 1; from += 1) {
    let run = terms[from]?.word ?? "";
    for (let size = 2; size <= LONGEST_SPAN && from + size <= terms.length; size += 1) {
      run += terms[from + size - 1]?.word ?? "";
      const one = /^\d+$/.test(run) ? null : findRun(run, runs, field);
      if (one !== null)
        for (let index = from; index < from + size; index += 1) found.set(index, one);
    }
  }
  return found;
}

/** A run of words of the query as one word of the field; null if it is not there. */
function findRun(run: string, runs: QueryTerms["runs"], { places }: Field): Found | null {
  const exact = places.get(run);
  if (exact !== undefined) return { worth: WORTH.joined, at: exact, size: 1 };
  const other = runs.get(run)?.find((word) => places.has(word));
  return other === undefined
    ? null
    : { worth: WORTH.respelled, at: places.get(other) ?? 0, size: 1 };
}

/** How many words come right after the one before them, generic words aside. */
const following = (found: readonly Found[], field: Field): number =>
  found.slice(1).filter(({ worth, at }, index) => {
    const before = found[index] ?? NOWHERE;
    if (worth <= 0.5 || before.worth <= 0.5 || at < before.at) return false;
    return field.words.slice(before.at + before.size, at).every(isGeneric);
  }).length;

/** How much of a title a word is. */
const telling = (word: string): number => (isGeneric(word) ? 0.35 : 1);

/** Where the words of a query are in a document. */
type Places = { inTitle: Found[]; inByline: Found[] };

/** Where the words of a query are in a document's title and byline. */
export function placesOf({ terms, runs }: QueryTerms, document: Named): Places {
  const { title, initials } = document;
  const joined = findJoined(terms, runs, title);
  const inTitle = terms.map((term, index) => {
    const found = find(term, title);
    const whole = joined.get(index);
    if (whole !== undefined && whole.worth > found.worth) return whole;
    const { acronym, abbreviation } = WORTH;
    const size = title.words.length;
    const short = found.worth < acronym ? acronymWorth(term.word, initials) : 0;
    if (short > found.worth) return { worth: short, at: 0, size };
    if (found.worth < abbreviation && abbreviates(term.word, title.words))
      return { worth: abbreviation, at: 0, size };
    return found;
  });
  const inByline = inTitle.every(({ worth }) => worth >= WORTH.byline)
    ? terms.map(() => NOWHERE)
    : terms.map((term) => find(term, document.byline()));
  return { inTitle, inByline };
}

/** The query as the document spells it, or null if it spells it as typed. */
export function spelledAs(query: QueryTerms, document: Named): string | null {
  const { inTitle, inByline } = placesOf(query, document);
  const words = query.terms.flatMap(({ word }, index) => {
    const [title, byline] = [inTitle[index] ?? NOWHERE, inByline[index] ?? NOWHERE];
    const before = inTitle[index - 1];
    if (title.worth > 0 && before?.worth && before.at === title.at) return [];
    const [field, found] =
      title.worth >= byline.worth ? [document.title, title] : [document.byline(), byline];
    return found.worth > 0 ? field.words.slice(found.at, found.at + found.size) : [word];
  });
  const typed = query.terms.map(({ word }) => word);
  return words.join(" ") === typed.join(" ") ? null : words.join(" ");
}

/** What a word is worth outside title and byline; a number there says little. */
function elsewhere(word: string, tagged: boolean): number {
  if (/^\d+$/.test(word)) return WORTH.number;
  return tagged ? WORTH.tags : WORTH.text;
}

/** The better the document answers the query, the higher. */
export function scoreOf(query: QueryTerms, document: Scored): Score {
  const { terms, typed } = query;
  const { title } = document;
  const { inTitle, inByline } = placesOf(query, document);
  const { present, tagged } = document;
  const missing: string[] = [];
  const worths = terms.map(({ word, known }, index) => {
    const named = Math.max(
      inTitle[index]?.worth ?? 0,
      WORTH.byline * (inByline[index]?.worth ?? 0),
    );
    if (named > 0) return named;
    if (present === null || present.has(word))
      return elsewhere(word, tagged) * (known && document.corrected ? OF_EXISTING : 1);
    missing.push(word);
    return 0;
  });
  const weight = terms.reduce((sum, term) => sum + term.weight, 0) || 1;
  const cover =
    terms.reduce((sum, term, index) => sum + term.weight * (worths[index] ?? 0), 0) / weight;

  const matched = new Set(
    inTitle.flatMap(({ worth, at, size }) =>
      worth > 0.5 ? Array.from({ length: size }, (_, index) => at + index) : [],
    ),
  );
  const weights = title.words.map(telling);
  const all = weights.reduce((sum, one) => sum + one, 0) || 1;
  const fill = weights.reduce((sum, one, index) => sum + (matched.has(index) ? one : 0), 0) / all;
  const authored = inByline.some(({ worth }) => worth > 0);
  const follows = Math.max(
    following(inTitle, title),
    authored ? following(inByline, document.byline()) : 0,
  );
  const starts = (inTitle[0]?.worth ?? 0) > 0.5 && inTitle[0]?.at === 0 ? 1 : 0;
  // A show's byline begins with its author; the account that publishes it comes later.
  const author = (inByline[0]?.worth ?? 0) > 0.5 && inByline[0]?.at === 0 ? 1 : 0;
  const exact = title.run === typed ? 1 : 0;
  const lacking = missing.filter((word) => !isGeneric(word)).length;
  const complete = lacking === 0 ? 1 : 0;
  const text =
    WEIGHTS.cover * cover +
    WEIGHTS.fill * fill * cover +
    (terms.length > 1 ? (WEIGHTS.order * follows) / (terms.length - 1) : WEIGHTS.order) * cover +
    WEIGHTS.start * starts +
    WEIGHTS.author * author +
    WEIGHTS.exact * exact +
    WEIGHTS.complete * complete;
  const titleCover =
    terms.reduce((sum, term, index) => {
      const named = (inTitle[index]?.worth ?? 0) + (inByline[index]?.worth ?? 0) > 0;
      return sum + (named ? term.weight * (worths[index] ?? 0) : 0);
    }, 0) / weight;
  const total = TEXT_WEIGHT * text + document.rank;
  return { text, total, cover: titleCover, worth: cover, missing, lacking };
}
