/** Reads words as the initials or beginnings of a title's words; pure. */
import { type Field, MOST_WORDS } from "./fields.ts";
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
    const shouted = new Set(part.match(SHOUTED)?.map((word) => comparable(word)));
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

/** Words in capitals, of which more letters than the first may count. */
const SHOUTED = /\p{Lu}{2,3}(?!\p{L})/gu;

/**
 * The letters that initials of the text can have, whose words are `field`: to compare them is much faster than to make the
 * initials. Null: any.
 */
export function lettersOf(text: string, { words }: Field): string | null {
  if (words.length >= MOST_WORDS) return null;
  const signs = `${text.includes("%") ? "p" : ""}${text.includes("&") ? "a" : ""}`;
  const shouted = text.match(SHOUTED)?.join(" ") ?? "";
  return words.map((one) => one.slice(0, 1)).join("") + signs + comparable(shouted);
}

/** Whether the letters of the word may be initials; `letters`: what `lettersOf` returned. */
export const mayAbbreviate = (word: string, letters: string | null): boolean =>
  letters === null || [...word].every((letter) => /\d/.test(letter) || letters.includes(letter));

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
