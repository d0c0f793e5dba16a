/** Parses queries with operators, and computes edit distances between words; pure. */
import { soundOf } from "../readings/text.ts";

/** A parsed query. `plain`: it contains no operators. */
export type Typed = Readonly<{
  /** The words to find, including those of phrases. */
  wanted: string;
  phrases: readonly string[];
  unwanted: readonly string[];
  plain: boolean;
}>;

/**
 * A word of a query. `forms`: its forms in the index; `grams`: pairs of characters that together find it inside longer
 * text; `known`: it is in the vocabulary; `documents`: about how many documents contain it in any form, 0 before they
 * have been counted.
 */
export type QueryWord = {
  part: number;
  word: string;
  forms: string[];
  grams: string[];
  known: boolean;
  documents: number;
};

const QUOTES = /["“”„‟«»]/gu;
/** A quoted phrase or a run without white space; either can start with a minus. */
const PIECE = /(?<=^|\s)(-?)"([^"]*)"|(\S+)/gu;
const MINUS = /^-+(?=[\p{L}\p{N}])/u;

/**
 * Separates `"quoted phrase"` and `-word` from words. An unpaired quote and a minus without a word are ignored; if
 * everything is excluded, the excluded words are searched for instead.
 */
export function readQuery(q: string): Typed {
  const straight = q.replace(QUOTES, '"');
  const wanted: string[] = [];
  const phrases: string[] = [];
  const unwanted: string[] = [];
  for (const [, minus, phrase, run = ""] of straight.matchAll(PIECE)) {
    if (phrase !== undefined) {
      if (minus === "-") unwanted.push(phrase);
      else phrases.push(phrase);
    } else if (MINUS.test(run)) unwanted.push(run.replace(MINUS, ""));
    else wanted.push(run);
  }
  const said = (text: string) => /[\p{L}\p{N}]/u.test(text);
  const all = [...wanted, ...phrases];
  if (!all.some(said)) return { wanted: q, phrases: [], unwanted: [], plain: true };
  const operators = [...phrases, ...unwanted].filter(said);
  return {
    wanted: all.join(" "),
    phrases: phrases.filter(said),
    unwanted: unwanted.filter(said),
    plain: operators.length === 0,
  };
}

/** The number of edits allowed for a word of this many letters (contract §6). */
export const tolerance = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

/**
 * Edits between two words, where a transposition counts once (optimal string alignment); more than `most` is returned
 * as `most + 1`.
 */
export function editsBetween(from: string, to: string, most: number): number {
  const [a, b] = [[...from], [...to]];
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let above = b.map((_, index) => index).concat(b.length);
  for (const [i, letter] of a.entries()) {
    const row = [i + 1];
    for (const [j, other] of b.entries()) {
      const swapped = i > 0 && j > 0 && letter === b[j - 1] && a[i - 1] === other;
      row.push(
        Math.min(
          (above[j + 1] ?? 0) + 1,
          (row[j] ?? 0) + 1,
          (above[j] ?? 0) + (letter === other ? 0 : 1),
          swapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...row) > most) return most + 1;
    before = above;
    above = row;
  }
  return Math.min(above[b.length] ?? 0, most + 1);
}

export type Known = Readonly<{ word: string; documents: number }>;

/** Words that sound alike may differ by this many edits. */
const SOUND_EDITS = 3;

/**
 * Probable corrections of `word`: the nearest first, and among those the most frequent. If there is none, words of six
 * letters may differ by two edits.
 */
export function corrections(word: string, known: readonly Known[], most: number): Known[] {
  const letters = [...word].length;
  const allowed = tolerance(letters);
  const sound = soundOf(word);
  const near = known
    .map((other) => {
      const edits = editsBetween(word, other.word, SOUND_EDITS);
      return { other, edits, alike: sound.length > 2 && sound === soundOf(other.word) };
    })
    .filter(({ edits }) => edits > 0 && edits <= SOUND_EDITS);
  const within = (most: number) =>
    near.filter(({ edits, alike }) => edits <= most || (alike && letters >= 5));
  const close = within(allowed);
  return (close.length > 0 || letters < 6 ? close : within(2))
    .toSorted(
      (a, b) =>
        a.edits - Number(a.alike) / 2 - (b.edits - Number(b.alike) / 2) ||
        b.other.documents - a.other.documents,
    )
    .slice(0, most)
    .map(({ other }) => other);
}

/** Maximum number of titles combined from corrections. */
const MOST_TITLES = 24;

/** The texts that `said` may have been meant to be, with each word or one of its variants. */
export function titlesOf(
  said: readonly string[],
  variants: ReadonlyMap<string, readonly Known[]>,
): string[] {
  let titles: string[][] = [[]];
  for (const word of said) {
    const choices = [word, ...(variants.get(word) ?? []).map((known) => known.word)];
    titles = choices.flatMap((choice) => titles.map((title) => [...title, choice]));
    // Fewer changed words come first.
    titles = titles.slice(0, MOST_TITLES + 1);
  }
  return titles.slice(1).map((title) => title.join(" "));
}
