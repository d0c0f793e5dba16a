/** From the words of a query to the steps that answer it, best matches first; pure. */
import type { QueryWord } from "./words/store.ts";

export type Kind = "shows" | "episodes";

/** How a document matches, best first (contract §6). */
export const MATCHES = ["exact", "title", "byline", "tags", "text"] as const;
export type Match = (typeof MATCHES)[number];

/** What a step asks of the index. */
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
const MOST_WORDS = 10;

/**
 * Up to this many documents, by the rarest word's count, all matches are judged together; with more,
 * the best level is searched first. docs/decisions/search.md has the measurement.
 */
const FEW_DOCUMENTS = 500;

type Wanted = Pick<QueryWord, "forms" | "grams" | "documents" | "word">;

/** Whether so few documents hold the words that all can be judged together. */
export const areRare = (words: readonly Wanted[]): boolean =>
  words.some(({ documents }) => documents <= FEW_DOCUMENTS);

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

function holds({ forms, grams }: Wanted, level: string, field: Field): string {
  const marked = (form: string) => lexeme(level + MARKS[field] + form);
  return any([...forms.map(marked), ...(grams.length === 0 ? [] : [all(grams.map(marked))])]);
}

export type Plan = Readonly<{
  words: readonly Wanted[];
  unwanted: readonly Wanted[];
  labels: readonly (readonly string[])[];
  levels: readonly string[];
  /** All levels are searched at once: a user's or a show's documents, or there is but one level. */
  small: boolean;
}>;

/** Whether all steps are read, because that is cheap. */
export const isTogether = ({ small, words }: Pick<Plan, "small" | "words">): boolean =>
  small || areRare(words);

/** One tsquery: documents of `level` that hold the words in `field`, and not already in `better`. */
function stepQuery(plan: Plan, level: string, field: Field, better: Field | undefined): string {
  const { words, unwanted, labels } = plan;
  const holdsAll = (where: Field) => all(words.map((word) => holds(word, level, where)));
  return all([
    holdsAll(field),
    ...(better === undefined ? [] : [`!${holdsAll(better)}`]),
    ...unwanted.map((word) => `!${holds(word, level, "text")}`),
    ...labelled(labels, level),
  ]);
}

/**
 * The steps, best first: one a field and level. Where they are read one after the other, no document
 * answers two of them; where they are read together, that is cheaper to sort out afterwards.
 */
export function stepsOf(plan: Plan): Step[] {
  if (plan.words.length === 0) return [];
  return FIELDS.flatMap((field, index) =>
    plan.levels.map((level) => ({
      match: field,
      query: stepQuery(plan, level, field, isTogether(plan) ? undefined : FIELDS[index - 1]),
    })),
  );
}

/** What the very title must hold too: the labels, in any of the levels. Null: nothing. */
export const labelsQuery = ({ labels, levels }: Pick<Plan, "labels" | "levels">): string | null =>
  labels.length === 0 ? null : any(levels.map((level) => all(labelled(labels, level))));

const labelled = (labels: Plan["labels"], level: string): string[] =>
  labels.map((choice) => any(choice.map((label) => lexeme(`${level}:${label}`))));

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
