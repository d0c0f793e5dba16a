/** Splits words that were typed together, by the vocabulary; pure. */
import type { Known } from "../words/rules.ts";

/** Words shorter than this are not split. */
const LEAST_SPLIT = 6;
const LONGEST_PART = 20;
const MOST_LETTERS = 40;

/** Everything that may be a part of the word. */
export function partsOf(word: string): string[] {
  if (word.length < LEAST_SPLIT || word.length > MOST_LETTERS) return [];
  const parts = new Set<string>();
  for (let from = 0; from < word.length; from += 1)
    for (let to = from + 1; to <= Math.min(word.length, from + LONGEST_PART); to += 1)
      parts.add(word.slice(from, to));
  parts.delete(word);
  return [...parts];
}

/** What a further part costs: so much more frequent its words must be. */
const PART_COST = 9;
const LONE_LETTER_COST = 6;

/** The most probable split of the word into `known` ones; null for none. */
export function split(word: string, known: readonly Known[], total: number): string[] | null {
  const documents = new Map(known.map((one) => [one.word, one.documents]));
  const cost = (part: string): number => {
    const found = documents.get(part);
    if (found === undefined) return Number.POSITIVE_INFINITY;
    // A new word of a title has not been counted yet.
    const rarity = Math.log(1 + total / Math.max(found, 1));
    return rarity + PART_COST + (part.length === 1 ? LONE_LETTER_COST : 0);
  };
  const best: ({ cost: number; parts: string[] } | null)[] = [{ cost: 0, parts: [] }];
  for (let to = 1; to <= word.length; to += 1) {
    best[to] = null;
    for (let from = Math.max(0, to - LONGEST_PART); from < to; from += 1) {
      const before = best[from];
      if (before == null || (from === 0 && to === word.length)) continue;
      const part = word.slice(from, to);
      const sum = before.cost + cost(part);
      if (sum < (best[to]?.cost ?? Number.POSITIVE_INFINITY))
        best[to] = { cost: sum, parts: [...before.parts, part] };
    }
  }
  return best[word.length]?.parts ?? null;
}

const MOST_JOINED_WORDS = 8;
const LONGEST_JOIN = 6;

/** A run of words of the query written as one. */
export type Join = Readonly<{ from: number; size: number; word: string }>;

/** All runs of two words or more, as one word each. */
export function joinsOf(words: readonly string[]): Join[] {
  const some = words.slice(0, MOST_JOINED_WORDS);
  return some.flatMap((_, from) =>
    Array.from({ length: Math.min(LONGEST_JOIN, some.length - from) - 1 }, (_, more) => ({
      from,
      size: more + 2,
      word: some.slice(from, from + more + 2).join(""),
    })),
  );
}

/** The words with one run joined. */
export const joined = (words: readonly string[], { from, size, word }: Join): string[] => [
  ...words.slice(0, from),
  word,
  ...words.slice(from + size),
];
