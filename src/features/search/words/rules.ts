/** What people type: operators told from words, and how far two words are apart; pure. */

/** A query taken apart. `plain`: nothing in it asked for more than its words. */
export type Typed = Readonly<{
  /** The words to be found, those of phrases too. */
  wanted: string;
  phrases: readonly string[];
  unwanted: readonly string[];
  plain: boolean;
}>;

const QUOTES = /["“”„‟«»]/gu;
/** A quoted phrase or a run without blanks; a minus counts at the beginning of either. */
const PIECE = /(?<=^|\s)(-?)"([^"]*)"|(\S+)/gu;
const MINUS = /^-+(?=[\p{L}\p{N}])/u;

/**
 * Tells `"quoted phrase"` and `-word` from words. A quote without its partner and a minus without a
 * word are nothing; when there is nothing but what is not wanted, it is taken as wanted.
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

/** How many edits a word of this many letters may be away from (contract §6). */
export const tolerance = (letters: number): number => (letters < 4 ? 0 : letters < 8 ? 1 : 2);

/**
 * Edits between two words, where neighbours that changed places count once (optimal string
 * alignment); more than `most` is told as `most + 1`.
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

/** What `word` was probably meant to be: the nearest first, of those the more frequent. */
export function corrections(word: string, known: readonly Known[], most: number): Known[] {
  const allowed = tolerance([...word].length);
  return known
    .map((other) => ({ other, edits: editsBetween(word, other.word, allowed) }))
    .filter(({ edits }) => edits > 0 && edits <= allowed)
    .toSorted((a, b) => a.edits - b.edits || b.other.documents - a.other.documents)
    .slice(0, most)
    .map(({ other }) => other);
}

/** Whole titles put together from corrections, at most so many. */
const MOST_TITLES = 24;

/** The texts that `said` may have been meant to be: each word itself or one of its variants. */
export function titlesOf(
  said: readonly string[],
  variants: ReadonlyMap<string, readonly Known[]>,
): string[] {
  let titles: string[][] = [[]];
  for (const word of said) {
    const choices = [word, ...(variants.get(word) ?? []).map((known) => known.word)];
    titles = choices.flatMap((choice) => titles.map((title) => [...title, choice]));
    // The shorter ways to go first: one word changed before two.
    titles = titles.slice(0, MOST_TITLES + 1);
  }
  return titles.slice(1).map((title) => title.join(" "));
}
