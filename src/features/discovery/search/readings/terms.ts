/** Makes of a query the terms that documents are scored by; pure. */

import { editsBetween, type Known, type QueryWord } from "../words/rules.ts";
import { isGeneric } from "./generic.ts";
import { OF_EXISTING } from "./likeness.ts";
import { spellingsOf } from "./numbers.ts";
import { AFFIX, type Spelled } from "./rules.ts";
import type { Term } from "./score.ts";
import { comparable, isUnspaced, soundOf } from "./text.ts";

const GENERIC_WEIGHT = 0.12;
const LEAST_WEIGHT = 0.5;
const LETTER_WEIGHT = 0.5;
const NUMBER_WEIGHT = 3;

/** The words of the query as they are scored. `found`: documents have all of them as typed. */
export function termsOf(
  { tokens, known }: Spelled,
  said: readonly QueryWord[],
  variants: ReadonlyMap<string, readonly Known[]>,
  total: number,
  found: boolean,
): Term[] {
  const documents = new Map(said.map((word) => [word.word, word.documents]));
  const existing = new Set(said.filter((word) => found || word.known).map((word) => word.word));
  const generic = tokens.every((token) => isGeneric(comparable(token)));
  const sounds = new Map<string, string>();
  const rememberedSound = (word: string): string => {
    const sound = sounds.get(word) ?? soundOf(word);
    sounds.set(word, sound);
    return sound;
  };
  return tokens.map((token, index) => {
    const word = comparable(token);
    const stem = AFFIX.exec(token)?.[1] ?? word;
    const near = [...(variants.get(token) ?? []), ...(variants.get(stem) ?? [])];
    const count = (documents.get(token) ?? 0) || (near[0]?.documents ?? 0);
    return {
      word,
      known: existing.has(token),
      others: othersOf(word, near, known, existing.has(token)),
      weight: weightOf(word, count, total) * (isGeneric(word) && !generic ? GENERIC_WEIGHT : 1),
      unfinished: index === tokens.length - 1,
      likenesses: new Map(),
      soundOf: rememberedSound,
    };
  });
}

/** Words that may stand for one of the query, and what they are worth. */
function othersOf(
  word: string,
  near: readonly Known[],
  known: Spelled["known"],
  exists: boolean,
): Map<string, number> {
  const others = new Map<string, number>();
  for (const other of near) {
    const text = comparable(other.word);
    if (text.startsWith(word)) continue;
    const edits = editsBetween(word, text, 3);
    const worth = Math.max(0.9 - (0.6 * edits) / word.length, 0.5);
    others.set(text, exists ? worth * OF_EXISTING : worth);
  }
  for (const other of spellingsOf(word))
    if (known.has(other) || /^\d$/.test(other)) others.set(other, 0.96);
  return others;
}

/** How much a word tells that is in `count` of `total` documents. */
function weightOf(word: string, count: number, total: number): number {
  const letters = /^\D$/.test(word) && !isUnspaced(word) ? LETTER_WEIGHT : 1;
  // A number names an episode, however many documents have it.
  const least = /^\d+$/.test(word) ? NUMBER_WEIGHT : LEAST_WEIGHT;
  return letters * Math.max(Math.log(1 + total / (1 + count)), least);
}
