/** Turns the plan of a search into the queries that answer it; pure. */
import {
  all,
  any,
  FIELDS,
  type Field,
  holds,
  inLevels,
  LABEL,
  labelled,
  type Wanted,
} from "./lexemes.ts";
import { isAvoided, isRare, isTogether, isVain, type Plan, stepQuery, stepsOf } from "./rules.ts";
import { scopeLabel } from "./scope.ts";

/** A plan as the queries that answer it. */
export function queriesOf(plan: Plan, fields?: readonly Field[]) {
  const near = nearOf(plan);
  return {
    steps: stepsOf(plan, fields),
    together: isTogether(plan),
    near,
    wholes: near === null ? [] : wholesOf(plan),
    labels: labelsQuery(plan),
    avoided: avoidedQuery(plan),
    levels: plan.levels,
  };
}

/** For each word of the plan, the query that tells whether a single document has it in any field. */
export const presenceOf = (plan: Plan): { word: string; query: string }[] =>
  plan.words.map((word) => ({ word: word.word, query: holds(word, plan.levels, "text", "row") }));

/** The steps for matching single documents, one per field. */
const wholesOf = (plan: Plan): string[] =>
  FIELDS.map((field) => stepQuery(plan, plan.levels, field, "row"));

const isRelaxed = ({ words, least = words.length }: Plan): boolean => least < words.length;

/** Matches of several frequent words are probably few if chance alone predicts at most this many. */
const FEW_BY_CHANCE = 30;

/** A reading other than the typed one compares the lists of its words only if the shortest is not longer. */
const MOST_LISTED = 20_000;

/** So few documents are tested for the other words one by one, at 10 µs each. */
const FEW_TO_TEST = 150;

/**
 * Queries that find everything that can match if that is probably little: the scope's documents, those with the rare
 * words, or those with all words. Null if it is probably not little, or if the steps find it as well.
 */
function nearOf(plan: Plan): string[] | null {
  const { words, levels, scope, total } = plan;
  if (words.length === 0 || isVain(plan) || isTogether(plan) || isRelaxed(plan)) return null;
  const rare = words.filter(isRare).map((word) => holds(word, levels, "text"));
  const scoped = scope === null ? [] : [any(inLevels(LABEL + scopeLabel(scope), levels, false))];
  const narrow = [...scoped, ...rare];
  if (narrow.length > 0) return [all(narrow)];
  if (words.length === 1 || byChance(words, total) > FEW_BY_CHANCE) return null;
  if (plan.quick && words.every(({ documents }) => documents > MOST_LISTED)) return null;
  const telling = { ...plan, words: tellingWords(words, total) };
  return levels.map((level) => stepQuery(telling, [level], "text", "index"));
}

/** How many documents have all the words if these are together by chance only. */
const byChance = (words: readonly Wanted[], total: number): number =>
  words.reduce((left, { documents }) => (left * documents) / total, total);

/** The rarest words that leave few documents: testing these for the others is faster than reading long lists. */
function tellingWords(words: readonly Wanted[], total: number): Wanted[] {
  const rarest = words.toSorted((a, b) => a.documents - b.documents);
  const enough = rarest.findIndex(
    (_, last) => byChance(rarest.slice(0, last + 1), total) <= FEW_TO_TEST,
  );
  return rarest.slice(0, enough + 1);
}

/** The words that must not be in the documents found. Null if the steps exclude them all. */
function avoidedQuery(plan: Plan): string | null {
  const avoided = plan.unwanted.filter((word) => isAvoided(plan, word));
  return avoided.length === 0 ? null : any(avoided.map((word) => holds(word, plan.levels, "text")));
}

/** The labels that an exact title must also have, in any level; null for none. */
const labelsQuery = ({ labels, levels }: Pick<Plan, "labels" | "levels">): string | null =>
  labels.length === 0 ? null : all(labelled(labels, levels, "row"));
