/** Marks the words of a query in a text, to show why it was found; pure. */
import { fieldOf } from "./fields.ts";
import { placesOf, type QueryTerms, type Term } from "./score.ts";
import { comparable } from "./text.ts";

/** A piece of a text; `found`: it is a word of the query. */
export type Piece = Readonly<{ text: string; found: boolean }>;

/** Words are compared in texts up to this length. */
const LONGEST = 20_000;
/** Of the words of a description, only those that are nearly equal are marked. */
const ALIKE = 0.85;

/** The pieces of a title or author. */
export function markedName(query: QueryTerms, text: string): Piece[] {
  const field = fieldOf(text);
  const { inTitle } = placesOf(query, {
    title: field,
    byline: () => fieldOf(""),
    initials: () => [],
  });
  const words = new Set(
    inTitle.flatMap(({ worth, at, size }) => (worth > 0.5 ? field.words.slice(at, at + size) : [])),
  );
  return pieces(text, (word) => {
    const parts = fieldOf(word).words;
    return parts.length > 0 && parts.every((part) => words.has(part));
  });
}

/** The part of a long text with most words of the query; null if it has none. */
export function excerpt(query: QueryTerms, text: string, length = 200): Piece[] | null {
  const terms = query.terms.filter(({ weight }) => weight > LIGHT);
  const marked = pieces(text.slice(0, LONGEST), (word) => isFound(terms, comparable(word)));
  let place = 0;
  const places = marked.flatMap((piece) => {
    const at = place;
    place += piece.text.length;
    return piece.found ? [at] : [];
  });
  const [first] = places.toSorted(
    (a, b) => countWithin(places, b, length) - countWithin(places, a, length) || a - b,
  );
  if (first === undefined) return null;
  return cut(marked, Math.max(0, first - LEAD), length);
}

/** Words that weigh less are small words of a language. */
const LIGHT = 0.3;
/** Characters before the first word of an excerpt. */
const LEAD = 40;

const countWithin = (places: readonly number[], from: number, length: number): number =>
  places.filter((at) => at >= from && at < from + length).length;

const isFound = (terms: readonly Term[], word: string): boolean =>
  terms.some(
    (term) =>
      term.word === word ||
      (term.others.get(word) ?? 0) >= ALIKE ||
      (term.word.length > 3 && word.startsWith(term.word)),
  );

function pieces(text: string, found: (word: string) => boolean): Piece[] {
  const parts = text.match(/[\p{L}\p{M}\p{N}'’]+|[^\p{L}\p{M}\p{N}'’]+/gu) ?? [];
  const all: { text: string; found: boolean }[] = [];
  for (const part of parts) {
    const is = /[\p{L}\p{N}]/u.test(part) && found(part);
    const last = all.at(-1);
    if (last !== undefined && last.found === is) last.text += part;
    else all.push({ text: part, found: is });
  }
  return all;
}

/** The words of a text between two places; the text between these if it has no blanks. */
function wholeWords(text: string, start: number, end: number): string {
  const after = start > 0 ? text.indexOf(" ", start) + 1 : 0;
  const from = after > 0 && after < end ? after : start;
  const last = end < text.length ? text.lastIndexOf(" ", end) : text.length;
  return text.slice(from, last > from ? last : end);
}

/** Cuts pieces between words, with an ellipsis where text is left out. */
function cut(all: readonly Piece[], from: number, length: number): Piece[] {
  const kept: Piece[] = [];
  let place = 0;
  for (const piece of all) {
    const [start, end] = [Math.max(from - place, 0), from + length - place];
    place += piece.text.length;
    if (end <= 0 || start >= piece.text.length) continue;
    kept.push({ ...piece, text: piece.found ? piece.text : wholeWords(piece.text, start, end) });
  }
  const before = { text: "… ", found: false };
  const after = { text: " …", found: false };
  return [...(from > 0 ? [before] : []), ...kept, ...(place > from + length ? [after] : [])];
}
