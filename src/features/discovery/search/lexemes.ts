/** Writes the queries for words in the lexemes of the index (db/functions/search_text.sql); pure. */
import type { QueryWord } from "./words/rules.ts";

/** The level of documents that strangers cannot find. */
export const UNLISTED = "z";

/** Words in more documents than this are looked up level by level; for others the whole posting list is read. */
export const MANY_DOCUMENTS = 2000;

/** A word to look up. `acronym`: it may abbreviate a title. */
export type Wanted = Pick<QueryWord, "forms" | "grams" | "documents" | "word"> & {
  acronym?: boolean;
};

const lexeme = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
/** All of the parts, as a tsquery. */
export const all = (parts: readonly string[]): string =>
  parts.length === 1 ? `${parts[0]}` : `(${parts.join(" & ")})`;
/** Any of the parts, as a tsquery. */
export const any = (parts: readonly string[]): string =>
  parts.length === 1 ? `${parts[0]}` : `(${parts.join(" | ")})`;

/** The prefixes of lexemes in the migration's search_lexemes; each field includes those before it. */
const MARKS = { title: "=", byline: "@", tags: "#", text: "" } as const;
export type Field = keyof typeof MARKS;
/** The fields, best first. */
export const FIELDS = ["title", "byline", "tags", "text"] as const;

/** The prefixes for pairs of adjacent title words, and for filters. */
export const PAIR = '"';
export const LABEL = ":";

/** The suffix of a lexeme of this level: the migration's search_ending. */
const ending = (level: string): string => (level === UNLISTED ? "}" : "|") + level;

/** The lexeme in any of the levels. A single look-up finds everything that strangers see, but reads it all. */
export function inLevels(text: string, levels: readonly string[], frequent: boolean): string[] {
  if (levels.length === 1 || frequent) return levels.map((level) => lexeme(text + ending(level)));
  const listed = `${lexeme(`${text}|`)}:*`;
  return levels.includes(UNLISTED) ? [listed, lexeme(text + ending(UNLISTED))] : [listed];
}

/** Where a query runs: in the index, or on a row, where a prefix costs no more than a word. */
export type TextSource = "index" | "row";

/** Documents of the levels that have the word in the field. */
export function holds(
  word: Wanted,
  levels: readonly string[],
  field: Field,
  source: TextSource = "index",
) {
  const { forms, grams, documents } = word;
  // How many documents have a pair of characters is not counted.
  const frequent = source === "index" && (documents > MANY_DOCUMENTS || grams.length > 0);
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
  const letters = [...word];
  const shorter = letters.map((_, index) => letters.toSpliced(index, 1).join(""));
  // Of one word, a second letter may have been taken: "jjgo" for Jordan, Jesse GO.
  const begun = [word, ...new Set(shorter)].map((some) => `${lexeme(`${LABEL}i${some}`)}:*`);
  return [all([any(begun), listed])];
}

/** At least this many of the parts, each repeated as rarely as a tree allows. */
export function atLeast(parts: readonly string[], least: number): string {
  if (least >= parts.length) return all(parts);
  if (least === 1) return any(parts);
  const [first = "", ...rest] = parts;
  return any([all([first, atLeast(rest, least - 1)]), atLeast(rest, least)]);
}

/** For each row of labels, documents of the levels that have one of them. */
export const labelled = (
  labels: readonly (readonly string[])[],
  levels: readonly string[],
  source: TextSource,
): string[] =>
  labels.map((choice) =>
    any(choice.flatMap((label) => inLevels(LABEL + label, levels, source === "index"))),
  );
