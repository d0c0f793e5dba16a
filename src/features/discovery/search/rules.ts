/** Plans a search: from the words of a query to the steps that answer it, best matches first; pure. */
import { levelsWithinEffort } from "./effort.ts";
import {
  all,
  any,
  atLeast,
  FIELDS,
  type Field,
  holds,
  inLevels,
  labelled,
  MANY_DOCUMENTS,
  PAIR,
  type TextSource,
  type Wanted,
} from "./lexemes.ts";
import type { Scope } from "./scope.ts";

/** How a document matches, best first (contract §6). */
export const MATCHES = ["exact", "title", "byline", "tags", "text"] as const;
export type Match = (typeof MATCHES)[number];

/** One query to the index; `query` is a tsquery. */
export type Step = Readonly<{ match: Match; query: string }>;

/** Only this many words are looked up: the rarest. */
const MOST_WORDS = 6;

/**
 * Up to this many documents, by the count of the rarest word, all matches are ranked together; with more, the best
 * level is searched first. docs/decisions/search.md has the measurement.
 */
const FEW_DOCUMENTS = 500;

/** The words to look up, without duplicates. */
export function decisiveWords<T extends Wanted>(words: readonly T[]): T[] {
  const once = [...new Map(words.map((word) => [word.word, word])).values()];
  return once
    .toSorted((a, b) => a.documents - b.documents || b.word.length - a.word.length)
    .slice(0, MOST_WORDS);
}

export type Plan = Readonly<{
  words: readonly Wanted[];
  unwanted: readonly Wanted[];
  /** Pairs of adjacent words in quoted phrases. */
  pairs: readonly string[];
  labels: readonly (readonly string[])[];
  levels: readonly string[];
  scope: Scope;
  /** The approximate number of documents of the kind. */
  total: number;
  /** The pairs must be in the title even if the words need not. */
  paired?: boolean;
  /** How many of the words must be there; all of them if it is missing. */
  least?: number;
  /** Frequent words are looked for only in the best levels. */
  quick?: boolean;
}>;

/** Whether all matches of the word can be read. */
export const isRare = ({ documents }: Wanted): boolean => documents <= FEW_DOCUMENTS;

/** Whether all matches are read together, because there are few (only rare words) or only one level. */
export const isTogether = ({ words, levels }: Pick<Plan, "words" | "levels">): boolean =>
  levels.length === 1 || words.every(isRare);

/** One tsquery: documents of `levels` that contain the words in `field`. */
export function stepQuery(
  plan: Plan,
  levels: readonly string[],
  field: Field,
  source: TextSource,
): string {
  const { words, unwanted, labels, pairs, least = words.length } = plan;
  const held = words.map((word) => holds(word, levels, field, source));
  return all([
    atLeast(held, least),
    // A phrase counts as a title match only if it is in the title itself.
    ...(field === "title" || plan.paired
      ? pairs.map((pair) => any(inLevels(PAIR + pair, levels, source === "index")))
      : []),
    ...unwanted
      .filter((word) => !isAvoided(plan, word))
      .map((word) => `!${holds(word, levels, "text", source)}`),
    ...labelled(labels, levels, source),
  ]);
}

/**
 * The steps, best first. If they are read one after the other there is one per field and level; if they are read
 * together, one per field. A document may match several: the first one counts.
 */
export function stepsOf(plan: Plan, fields: readonly Field[] = FIELDS): Step[] {
  if (plan.words.length === 0 || isVain(plan)) return [];
  const groupsOf = (field: Field): (readonly string[])[] => {
    if (isTogether(plan)) return [plan.levels];
    const levels = plan.quick ? levelsWithinEffort(plan, field) : plan.levels;
    return levels.map((level) => [level]);
  };
  return fields.flatMap((field) =>
    groupsOf(field).map((levels) => ({
      match: field,
      query: stepQuery(plan, levels, field, "index"),
    })),
  );
}

/** A word in many documents is not a typing error, even if filters and excluded words leave few of them. */
export const isCommon = ({ words, scope }: Pick<Plan, "words" | "scope">): boolean =>
  scope === null &&
  words.length === 1 &&
  words.every(({ documents }) => documents > MANY_DOCUMENTS);

/** If levels are read one by one, excluded words in many documents are checked on the documents found. */
export const isAvoided = (plan: Plan, { documents }: Wanted): boolean =>
  !isTogether(plan) && documents > MANY_DOCUMENTS;

/** Whether a word is both required and excluded: nothing can match, and finding that out would take long. */
export const isVain = ({ words, unwanted }: Plan): boolean =>
  words.some(({ word }) => unwanted.some((other) => other.word === word));

/** Pairs of adjacent words in phrases, each phrase given as its words in order. */
export const pairsOf = (phrases: readonly (readonly string[])[]): string[] => [
  ...new Set(
    phrases.flatMap((words) => words.slice(1).map((word, index) => `${words[index]} ${word}`)),
  ),
];
