/** Decides which words and people the text typed so far may mean; pure. */
import { comparable, wordsIn } from "../readings/text.ts";
import { editsBetween, type Known } from "../words/rules.ts";

/** The author of a show, and the user who publishes it. */
export type Person = Readonly<{ user_id: number; name: string }>;

/** Those of the authors whose names have all words, of which the last may be unfinished; each once. */
export function authorsAmong(words: readonly string[], authors: readonly Person[]): Person[] {
  const typed = words.map(comparable);
  const begins = (name: string) => {
    const parts = wordsIn(comparable(name));
    return typed.every((word) => parts.some((part) => part.startsWith(word)));
  };
  if (typed.length === 0) return [];
  return [
    ...new Map(
      authors.filter(({ name }) => begins(name)).map((author) => [author.name, author]),
    ).values(),
  ];
}

/** The most frequent word that begins with `start` but for one error; null for none. */
export function respelled(start: string, words: readonly Known[]): string | null {
  const near = words.find(({ word }) =>
    [-1, 0, 1].some(
      (more) =>
        word.length >= start.length + more &&
        editsBetween(start, word.slice(0, start.length + more), 1) === 1,
    ),
  );
  return near?.word ?? null;
}
