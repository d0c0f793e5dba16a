/** From the words of a query to the steps that answer it, best matches first; pure. */
import type { QueryWord } from "./words/store.ts";

export type Kind = "shows" | "episodes";

/** How a document matches, best first (contract §6). */
export const MATCHES = ["exact", "title", "byline", "tags", "text"] as const;
export type Match = (typeof MATCHES)[number];

/** What a step asks of the index: `query` is a tsquery. */
export type Step = Readonly<{ match: Match; query: string }>;

/** Where else than in all public documents. */
export type Scope = Readonly<{ by: "user" | "show"; id: number }> | null;

export type Filters = Readonly<{
  language?: string | undefined;
  /** A category and those below it. */
  categories?: readonly number[] | undefined;
  explicit?: boolean | undefined;
  published_after?: string | undefined;
  published_before?: string | undefined;
  /** Seconds. */
  duration_min?: number | undefined;
  duration_max?: number | undefined;
}>;

/** Level of what strangers do not find. */
export const UNLISTED = "z";

/** More words than this are not looked up: the rarest of them decide. */
const MOST_WORDS = 6;

/**
 * Up to this many documents, by the rarest word's count, all matches are judged together; with more,
 * the best level is searched first. docs/decisions/search.md has the measurement.
 */
const FEW_DOCUMENTS = 500;

/** Words in more documents than this are looked up level by level: of others the lists are read whole. */
const MANY_DOCUMENTS = 2000;

type Wanted = Pick<QueryWord, "forms" | "grams" | "documents" | "word">;

/** The words that decide, each once. */
export function decisive<T extends Wanted>(words: readonly T[]): T[] {
  const once = [...new Map(words.map((word) => [word.word, word])).values()];
  return once
    .toSorted((a, b) => a.documents - b.documents || b.word.length - a.word.length)
    .slice(0, MOST_WORDS);
}

const lexeme = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
const all = (parts: readonly string[]): string =>
  parts.length === 1 ? `${parts[0]}` : `(${parts.join(" & ")})`;
const any = (parts: readonly string[]): string =>
  parts.length === 1 ? `${parts[0]}` : `(${parts.join(" | ")})`;

/** The marks of the migration's search_lexemes; each holds those before it. */
const MARKS = { title: "=", byline: "@", tags: "#", text: "" } as const;
type Field = keyof typeof MARKS;
const FIELDS = ["title", "byline", "tags", "text"] as const;

/** Marks pairs of neighbours in the title, and what can be filtered by. */
const PAIR = '"';
const LABEL = ":";

export type Plan = Readonly<{
  words: readonly Wanted[];
  unwanted: readonly Wanted[];
  /** Neighbours in quoted phrases. */
  pairs: readonly string[];
  labels: readonly (readonly string[])[];
  levels: readonly string[];
  /** All levels are searched at once: a user's or a show's documents, or there is but one level. */
  small: boolean;
}>;

/** Whether all matches are read, because they are few. */
export const isTogether = ({ small, words }: Pick<Plan, "small" | "words">): boolean =>
  small || words.some(({ documents }) => documents <= FEW_DOCUMENTS);

/** What stands behind a lexeme of this level: the migration's search_ending. */
const ending = (level: string): string => (level === UNLISTED ? "}" : "|") + level;

/** The lexeme in any of the levels. One look-up finds all that strangers see, but reads it whole. */
function inLevels(text: string, levels: readonly string[], frequent: boolean): string[] {
  if (levels.length === 1 || frequent) return levels.map((level) => lexeme(text + ending(level)));
  const listed = `${lexeme(`${text}|`)}:*`;
  return levels.includes(UNLISTED) ? [listed, lexeme(text + ending(UNLISTED))] : [listed];
}

function holds({ forms, grams, documents }: Wanted, levels: readonly string[], field: Field) {
  const frequent = documents > MANY_DOCUMENTS;
  const marked = (form: string) => inLevels(MARKS[field] + form, levels, frequent);
  return any([
    ...forms.flatMap(marked),
    ...(grams.length === 0 ? [] : [all(grams.map((gram) => any(marked(gram))))]),
  ]);
}

/** One tsquery: documents of `levels` that hold the words in `field`, and not already in `better`. */
function stepQuery(
  plan: Plan,
  levels: readonly string[],
  field: Field,
  better: Field | undefined,
): string {
  const { words, unwanted, labels, pairs } = plan;
  // A phrase is only as good as a title when it stands there itself.
  const holdsAll = (where: Field) => [
    ...words.map((word) => holds(word, levels, where)),
    ...(where === "title" ? pairs.map((pair) => any(inLevels(PAIR + pair, levels, true))) : []),
  ];
  return all([
    ...holdsAll(field),
    ...(better === undefined ? [] : [`!${all(holdsAll(better))}`]),
    ...unwanted
      .filter((word) => !isAvoided(plan, word))
      .map((word) => `!${holds(word, levels, "text")}`),
    ...labelled(labels, levels),
  ]);
}

/**
 * The steps, best first. Where they are read one after the other there is one a field and level, and
 * no document answers two of them; where they are read together, one a field.
 */
export function stepsOf(plan: Plan): Step[] {
  if (plan.words.length === 0 || isVain(plan)) return [];
  if (isTogether(plan))
    return FIELDS.map((field) => ({
      match: field,
      query: stepQuery(plan, plan.levels, field, undefined),
    }));
  return FIELDS.flatMap((field, index) =>
    plan.levels.map((level) => ({
      match: field,
      query: stepQuery(plan, [level], field, FIELDS[index - 1]),
    })),
  );
}

/** Where levels are read one by one, unwanted words in many documents are looked for in what was found. */
const isAvoided = (plan: Plan, { documents }: Wanted): boolean =>
  !isTogether(plan) && documents > MANY_DOCUMENTS;

/** What must not be in the documents found. Null: nothing that the steps do not see to. */
export function avoidedQuery(plan: Plan): string | null {
  const avoided = plan.unwanted.filter((word) => isAvoided(plan, word));
  return avoided.length === 0 ? null : any(avoided.map((word) => holds(word, plan.levels, "text")));
}

/** A word is both wanted and not: nothing can answer, and to find that out takes long. */
const isVain = ({ words, unwanted }: Plan): boolean =>
  words.some(({ word }) => unwanted.some((other) => other.word === word));

/** What the very title must hold too: the labels, in any of the levels. Null: nothing. */
export const labelsQuery = ({ labels, levels }: Pick<Plan, "labels" | "levels">): string | null =>
  labels.length === 0 ? null : all(labelled(labels, levels));

const labelled = (labels: Plan["labels"], levels: readonly string[]): string[] =>
  labels.map((choice) => any(choice.flatMap((label) => inLevels(LABEL + label, levels, true))));

/** Neighbours in phrases, each phrase given as its words in order. */
export const pairsOf = (phrases: readonly (readonly string[])[]): string[] => [
  ...new Set(
    phrases.flatMap((words) => words.slice(1).map((word, index) => `${words[index]} ${word}`)),
  ),
];

/** Filters as labels of the index; each row is a choice, all rows must hold. */
export function labelsOf(kind: Kind, filters: Filters, scope: Scope): string[][] {
  const { language, categories, explicit } = filters;
  return [
    ...(scope === null ? [] : [[`${scope.by === "user" ? "u" : "s"}${scope.id}`]]),
    ...(language === undefined ? [] : [[`l${language}`]]),
    ...(categories === undefined ? [] : [categories.map((id) => `c${id}`)]),
    ...(explicit === undefined ? [] : [[`x${explicit ? 1 : 0}`]]),
    ...yearsOf(filters),
    ...(kind === "episodes" ? lengthsOf(filters) : []),
  ];
}

const MOST_YEARS = 30;

/** The years between the dates; the dates themselves are compared afterwards. */
function yearsOf({ published_after, published_before }: Filters): string[][] {
  if (published_after === undefined) return [];
  const first = Number(published_after.slice(0, 4));
  const last = published_before ? Number(published_before.slice(0, 4)) : first + MOST_YEARS;
  const count = Math.max(last - first + 1, 1);
  if (count > MOST_YEARS + 1) return [];
  return [Array.from({ length: count }, (_, index) => `y${first + index}`)];
}

const STEP_SECONDS = 600;
const LONGEST = 36;

/** Ten minutes each, as the index has them; the seconds are compared afterwards. */
function lengthsOf({ duration_min, duration_max }: Filters): string[][] {
  if (duration_min === undefined && duration_max === undefined) return [];
  const bucket = (seconds: number) => Math.min(Math.floor(seconds / STEP_SECONDS), LONGEST);
  const first = bucket(duration_min ?? 0);
  const last = bucket(duration_max ?? Number.POSITIVE_INFINITY);
  const count = Math.max(last - first + 1, 1);
  return [Array.from({ length: count }, (_, index) => `d${first + index}`)];
}
