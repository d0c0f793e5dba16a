/** Plans a search: from the words of a query to the steps that answer it, best matches first; pure. */
import type { QueryWord } from "./words/rules.ts";

export type Kind = "shows" | "episodes";

/** How a document matches, best first (contract §6). */
export const MATCHES = ["exact", "title", "byline", "tags", "text"] as const;
export type Match = (typeof MATCHES)[number];

/** One query to the index; `query` is a tsquery. */
export type Step = Readonly<{ match: Match; query: string }>;

/** A restriction to one user or show; null searches all public documents. */
export type Scope = Readonly<{ by: "user" | "show"; id: number }> | null;

export type Filters = Readonly<{
  language?: string | undefined;
  /** A category with its sub-categories. */
  categories?: readonly number[] | undefined;
  explicit?: boolean | undefined;
  published_after?: string | undefined;
  published_before?: string | undefined;
  /** In seconds. */
  duration_min?: number | undefined;
  duration_max?: number | undefined;
}>;

/** The level of documents that strangers cannot find. */
export const UNLISTED = "z";

/** Only this many words are looked up: the rarest. */
const MOST_WORDS = 6;

/**
 * Up to this many documents, by the count of the rarest word, all matches are ranked together; with more, the best
 * level is searched first. docs/decisions/search.md has the measurement.
 */
const FEW_DOCUMENTS = 500;

/** Words in more documents than this are looked up level by level; for others the whole posting list is read. */
const MANY_DOCUMENTS = 2000;

/** A word to look up. `acronym`: it may abbreviate a title. */
type Wanted = Pick<QueryWord, "forms" | "grams" | "documents" | "word"> & { acronym?: boolean };

/** The words to look up, without duplicates. */
export function decisiveWords<T extends Wanted>(words: readonly T[]): T[] {
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

/** The prefixes of lexemes in the migration's search_lexemes; each field includes those before it. */
const MARKS = { title: "=", byline: "@", tags: "#", text: "" } as const;
export type Field = keyof typeof MARKS;
const FIELDS = ["title", "byline", "tags", "text"] as const;

/** The prefixes for pairs of adjacent title words, and for filters. */
const PAIR = '"';
const LABEL = ":";

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
}>;

const isRare = ({ documents }: Wanted): boolean => documents <= FEW_DOCUMENTS;

/** Whether all matches are read together, because there are few (only rare words) or only one level. */
const isTogether = ({ words, levels }: Pick<Plan, "words" | "levels">): boolean =>
  levels.length === 1 || words.every(isRare);

/** The suffix of a lexeme of this level: the migration's search_ending. */
const ending = (level: string): string => (level === UNLISTED ? "}" : "|") + level;

/** The lexeme in any of the levels. A single look-up finds everything that strangers see, but reads it all. */
function inLevels(text: string, levels: readonly string[], frequent: boolean): string[] {
  if (levels.length === 1 || frequent) return levels.map((level) => lexeme(text + ending(level)));
  const listed = `${lexeme(`${text}|`)}:*`;
  return levels.includes(UNLISTED) ? [listed, lexeme(text + ending(UNLISTED))] : [listed];
}

/** Where a query runs: in the index, or on a row, where a prefix costs no more than a word. */
type TextSource = "index" | "row";

function holds(
  word: Wanted,
  levels: readonly string[],
  field: Field,
  source: TextSource = "index",
) {
  const { forms, grams, documents } = word;
  const frequent = source === "index" && documents > MANY_DOCUMENTS;
  const marked = (form: string) => inLevels(MARKS[field] + form, levels, frequent);
  return any([
    ...forms.flatMap(marked),
    ...(grams.length === 0 ? [] : [all(grams.map((gram) => any(marked(gram))))]),
    ...(word.acronym ? abbreviated(word.word, levels) : []),
  ]);
}

/** The labels of which each document has one: with their levels, they tell who may find it. */
const EITHER = ["x0", "x1"] as const;

/**
 * Documents whose title the word abbreviates, or if it is long, the beginning of their title. A prefix finds lexemes of
 * all levels, so the documents must also have a label in one of these.
 */
function abbreviated(word: string, levels: readonly string[]): string[] {
  const initials = `${LABEL}i${word}`;
  if (word.length < 4) return inLevels(initials, levels, false);
  const listed = any(EITHER.flatMap((label) => inLevels(LABEL + label, levels, true)));
  const shorter = [...word].map((_, index) => word.slice(0, index) + word.slice(index + 1));
  // Of one word, a second letter may have been taken: "jjgo" for Jordan, Jesse GO.
  const begun = [word, ...new Set(shorter)].map((some) => `${lexeme(`${LABEL}i${some}`)}:*`);
  return [all([any(begun), listed])];
}

/** All choices of `size` items. */
function choicesOf<T>(items: readonly T[], size: number): T[][] {
  if (size === 0) return [[]];
  return items.flatMap((item, index) =>
    choicesOf(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  );
}

/** One tsquery: documents of `levels` that contain the words in `field`. */
function stepQuery(
  plan: Plan,
  levels: readonly string[],
  field: Field,
  source: TextSource,
): string {
  const { words, unwanted, labels, pairs, least = words.length } = plan;
  const held = words.map((word) => holds(word, levels, field, source));
  return all([
    any(choicesOf(held, least).map(all)),
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
function stepsOf(plan: Plan, fields: readonly Field[] = FIELDS): Step[] {
  if (plan.words.length === 0 || isVain(plan)) return [];
  const groups = isTogether(plan) ? [plan.levels] : plan.levels.map((level) => [level]);
  return fields.flatMap((field) =>
    groups.map((levels) => ({ match: field, query: stepQuery(plan, levels, field, "index") })),
  );
}

/** The steps for matching single documents, one per field. */
const wholesOf = (plan: Plan): string[] =>
  plan.words.length === 0 || isVain(plan)
    ? []
    : FIELDS.map((field) => stepQuery(plan, plan.levels, field, "row"));

/** A word in many documents is not a typing error, even if filters and excluded words leave few of them. */
export const isCommon = ({ words, scope }: Pick<Plan, "words" | "scope">): boolean =>
  scope === null &&
  words.length === 1 &&
  words.every(({ documents }) => documents > MANY_DOCUMENTS);

const isRelaxed = ({ words, least = words.length }: Plan): boolean => least < words.length;

/** Matches of several frequent words are probably few if chance alone predicts at most this many. */
const FEW_BY_CHANCE = 30;

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
  const byChance = words.reduce((left, { documents }) => (left * documents) / total, total);
  if (words.length === 1 || byChance > FEW_BY_CHANCE) return null;
  return levels.map((level) => stepQuery(plan, [level], "text", "index"));
}

/** If levels are read one by one, excluded words in many documents are checked on the documents found. */
const isAvoided = (plan: Plan, { documents }: Wanted): boolean =>
  !isTogether(plan) && documents > MANY_DOCUMENTS;

/** The words that must not be in the documents found. Null if the steps exclude them all. */
function avoidedQuery(plan: Plan): string | null {
  const avoided = plan.unwanted.filter((word) => isAvoided(plan, word));
  return avoided.length === 0 ? null : any(avoided.map((word) => holds(word, plan.levels, "text")));
}

/** Whether a word is both required and excluded: nothing can match, and finding that out would take long. */
const isVain = ({ words, unwanted }: Plan): boolean =>
  words.some(({ word }) => unwanted.some((other) => other.word === word));

/** The labels that an exact title must also have, in any level; null for none. */
const labelsQuery = ({ labels, levels }: Pick<Plan, "labels" | "levels">): string | null =>
  labels.length === 0 ? null : all(labelled(labels, levels, "row"));

const labelled = (
  labels: Plan["labels"],
  levels: readonly string[],
  source: TextSource,
): string[] =>
  labels.map((choice) =>
    any(choice.flatMap((label) => inLevels(LABEL + label, levels, source === "index"))),
  );

/** Pairs of adjacent words in phrases, each phrase given as its words in order. */
export const pairsOf = (phrases: readonly (readonly string[])[]): string[] => [
  ...new Set(
    phrases.flatMap((words) => words.slice(1).map((word, index) => `${words[index]} ${word}`)),
  ),
];

const scopeLabel = ({ by, id }: NonNullable<Scope>): string => `${by === "user" ? "u" : "s"}${id}`;

/** Filters as labels of the index; each row is a choice, and all rows must match. */
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

/** The years between the dates; the exact dates are compared afterwards. */
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

/** Ranges of ten minutes, as indexed; the exact seconds are compared afterwards. */
function lengthsOf({ duration_min, duration_max }: Filters): string[][] {
  if (duration_min === undefined && duration_max === undefined) return [];
  const bucket = (seconds: number) => Math.min(Math.floor(seconds / STEP_SECONDS), LONGEST);
  const first = bucket(duration_min ?? 0);
  const last = bucket(duration_max ?? Number.POSITIVE_INFINITY);
  const count = Math.max(last - first + 1, 1);
  return [Array.from({ length: count }, (_, index) => `d${first + index}`)];
}

/** A plan as the queries that answer it. */
export const queriesOf = (plan: Plan, fields?: readonly Field[]) => ({
  steps: stepsOf(plan, fields),
  together: isTogether(plan),
  near: nearOf(plan),
  wholes: wholesOf(plan),
  labels: labelsQuery(plan),
  avoided: avoidedQuery(plan),
  levels: plan.levels,
  words: plan.words.map(({ word }) => word),
});

/** For each word of the plan, the query that tells whether a single document has it in any field. */
export const presenceOf = (plan: Plan): { word: string; query: string }[] =>
  plan.words.map((word) => ({ word: word.word, query: holds(word, plan.levels, "text", "row") }));
