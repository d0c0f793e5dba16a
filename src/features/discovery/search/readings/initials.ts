/** Reads words as the initials or beginnings of a title's words; pure. */
import type { Field } from "./fields.ts";
import { isGeneric } from "./generic.ts";
import { comparable, wordsIn } from "./text.ts";

/** What such a word is worth. docs/decisions/search.md has the measurement. */
const WORTH = { whole: 0.92, without_first: 0.89, beginning: 0.85 };

const SMALL: ReadonlySet<string> = new Set(["the", "a", "an", "and"]);

/** The initials by which a title may be abbreviated: of all words, and of those that tell something. */
export function initialsOf(title: string): string[] {
  const parts = [title, ...title.split(/[:–»|(]/u)];
  return parts.flatMap((part) => {
    const words = wordsIn(comparable(part.replaceAll("%", " percent ").replaceAll("&", " and ")));
    const first = (some: readonly string[]) =>
      some.map((word) => (/^\d+$/.test(word) ? word : word.slice(0, 1))).join("");
    const shouted = new Set(part.match(/\p{Lu}{2,3}(?!\p{L})/gu)?.map((word) => comparable(word)));
    const loud = words.map((word) => (shouted.has(word) ? word : word.slice(0, 1))).join("");
    return words.length < 2
      ? []
      : [
          first(words),
          first(words.filter((word) => !isGeneric(word))),
          first(words.filter((word) => !SMALL.has(word))),
          ...(shouted.size > 0 ? [loud] : []),
        ];
  });
}

/** Signs that are read as words, and capitals of which more than the first may count. */
const MORE_INITIALS = /[%&]|\p{Lu}{2}/u;

/** Whether the letters of the word may be initials of the text, whose words are `field`. */
export function mayAbbreviate(word: string, text: string, { words }: Field): boolean {
  if (MORE_INITIALS.test(text)) return true;
  return [...word].every((letter) => /\d/.test(letter) || words.some((one) => one[0] === letter));
}

/** Whether the word is made of the beginnings of the first words, as "jjgo" is of Jordan, Jesse GO. */
export function abbreviates(word: string, words: readonly string[], at = 0, taken = 0): boolean {
  if (word.length < 4 || word.length > 6) return false;
  if (at === word.length) return taken > 2;
  const [first, ...rest] = words;
  if (first === undefined) return false;
  if (taken > 0 && SMALL.has(first) && abbreviates(word, rest, at, taken)) return true;
  return [1, 2].some(
    (size) =>
      first.startsWith(word.slice(at, at + size)) &&
      at + size <= word.length &&
      abbreviates(word, rest, at + size, taken + 1),
  );
}

/** What a word is worth as the initials of a title or author; 0 if it is not. */
export function acronymWorth(word: string, initials: (word: string) => readonly string[]): number {
  if (word.length < 3 || word.length > 6) return 0;
  const all = initials(word);
  if (all.includes(word)) return WORTH.whole;
  if (all.some((one) => one.slice(1) === word)) return WORTH.without_first;
  return word.length >= 4 && all.some((one) => one.startsWith(word)) ? WORTH.beginning : 0;
}
