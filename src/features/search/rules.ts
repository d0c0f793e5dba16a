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
  scope: Scope;
  /** About how many documents of the kind there are. */
  total: number;
}>;

const isRare = ({ documents }: Wanted): boolean => documents <= FEW_DOCUMENTS;

/** Whether all matches are read, because they are few: only rare words, or there is but one level. */
export const isTogether = ({ words, levels }: Pick<Plan, "words" | "levels">): boolean =>
  levels.length === 1 || words.every(isRare);

/** What stands behind a lexeme of this level: the migration's search_ending. */
const ending = (level: string): string => (level === UNLISTED ? "}" : "|") + level;

/** The lexeme in any of the levels. One look-up finds all that strangers see, but reads it whole. */
function inLevels(text: string, levels: readonly string[], frequent: boolean): string[] {
  if (levels.length === 1 || frequent) return levels.map((level) => lexeme(text + ending(level)));
  const listed = `${lexeme(`${text}|`)}:*`;
  return levels.includes(UNLISTED) ? [listed, lexeme(text + ending(UNLISTED))] : [listed];
}

/** Where a query is put: to the index, or to a row, where a prefix costs no more than a word. */
type Asked = "index" | "row";

function holds(word: Wanted, levels: readonly string[], field: Field, asked: Asked = "index") {
  const { forms, grams, documents } = word;
  const frequent = asked === "index" && documents > MANY_DOCUMENTS;
  const marked = (form: string) => inLevels(MARKS[field] + form, levels, frequent);
  return any([
    ...forms.flatMap(marked),
    ...(grams.length === 0 ? [] : [all(grams.map((gram) => any(marked(gram))))]),
  ]);
}

/** One tsquery: documents of `levels` that hold the words in `field`. */
function stepQuery(plan: Plan, levels: readonly string[], field: Field, asked: Asked): string {
  const { words, unwanted, labels, pairs } = plan;
  return all([
    ...words.map((word) => holds(word, levels, field, asked)),
    // A phrase is only as good as a title when it stands there itself.
    ...(field === "title"
      ? pairs.map((pair) => any(inLevels(PAIR + pair, levels, asked === "index")))
      : []),
    ...unwanted
      .filter((word) => !isAvoided(plan, word))
      .map((word) => `!${holds(word, levels, "text", asked)}`),
    ...labelled(labels, levels, asked),
  ]);
}

/**
 * The steps, best first. Where they are read one after the other there is one a field and level;
 * where they are read together, one a field. A document may answer several: the first one counts.
 */
export function stepsOf(plan: Plan): Step[] {
  if (plan.words.length === 0 || isVain(plan)) return [];
  const groups = isTogether(plan) ? [plan.levels] : plan.levels.map((level) => [level]);
  return FIELDS.flatMap((field) =>
    groups.map((levels) => ({ match: field, query: stepQuery(plan, levels, field, "index") })),
  );
}

/** The steps put to single documents, a field each. */
export const wholesOf = (plan: Plan): string[] =>
  plan.words.length === 0 || isVain(plan)
    ? []
    : FIELDS.map((field) => stepQuery(plan, plan.levels, field, "row"));

/** A word in many documents is no error, however few are left by filters and unwanted words. */
export const isCommon = ({ words, scope }: Pick<Plan, "words" | "scope">): boolean =>
  scope === null &&
  words.length === 1 &&
  words.every(({ documents }) => documents > MANY_DOCUMENTS);

/** So many documents that hold several frequent words are expected by chance, where few do. */
const FEW_BY_CHANCE = 30;

/**
 * What finds all that can match where that is likely little: the scope's documents, or those with the
 * rare words, or those with all words. Null: it is not likely, or the steps find it as well.
 */
export function nearOf(plan: Plan): string[] | null {
  const { words, levels, scope, total } = plan;
  if (words.length === 0 || isVain(plan) || isTogether(plan)) return null;
  const rare = words.filter(isRare).map((word) => holds(word, levels, "text"));
  const scoped = scope === null ? [] : [any(inLevels(LABEL + scopeLabel(scope), levels, false))];
  const narrow = [...scoped, ...rare];
  if (narrow.length > 0) return [all(narrow)];
  const byChance = words.reduce((left, { documents }) => (left * documents) / total, total);
  if (words.length === 1 || byChance > FEW_BY_CHANCE) return null;
  return levels.map((level) => stepQuery(plan, [level], "text", "index"));
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
  labels.length === 0 ? null : all(labelled(labels, levels, "row"));

const labelled = (labels: Plan["labels"], levels: readonly string[], asked: Asked): string[] =>
  labels.map((choice) =>
    any(choice.flatMap((label) => inLevels(LABEL + label, levels, asked === "index"))),
  );

/** Neighbours in phrases, each phrase given as its words in order. */
export const pairsOf = (phrases: readonly (readonly string[])[]): string[] => [
  ...new Set(
    phrases.flatMap((words) => words.slice(1).map((word, index) => `${words[index]} ${word}`)),
  ),
];

const scopeLabel = ({ by, id }: NonNullable<Scope>): string => `${by === "user" ? "u" : "s"}${id}`;

/** Filters as labels of the index; each row is a choice, all rows must hold. */
export function labelsOf(kind: Kind, filters: Filters, scope: Scope): string[][] {
  const { language, categories, explicit } = filters;
  return [
    ...(scope === null ? [] : [[scopeLabel(scope)]]),
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
