/** A title or author as words, and where a word of a query is in it; pure. */
import { comparable, isAscii, wordsIn } from "./text.ts";

/** `run`: the words without blanks between them, each from its place in `starts`. */
export type Field = Readonly<{
  words: readonly string[];
  places: ReadonlyMap<string, number>;
  run: string;
  starts: readonly number[];
}>;

/** Words beyond this many are not compared. */
export const MOST_WORDS = 30;

/** "LaGrotteDuBarbu" in its parts, by which it is also found. */
const uncamelled = (text: string): string =>
  isAscii(text)
    ? text.replace(/([a-z])([A-Z])/g, "$1 $2")
    : text.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");

export function fieldOf(text: string): Field {
  const words = wordsIn(comparable(uncamelled(text))).slice(0, MOST_WORDS);
  const places = new Map<string, number>();
  const starts: number[] = [];
  let run = "";
  for (const [index, word] of words.entries()) {
    if (!places.has(word)) places.set(word, index);
    starts.push(run.length);
    run += word;
  }
  return { words, places, run, starts };
}

/** The first of several words that are together `word`, and how many they are; null for none. */
export function spanOf({ run, starts }: Field, word: string): [number, number] | null {
  for (let from = run.indexOf(word); from >= 0; from = run.indexOf(word, from + 1)) {
    const at = starts.indexOf(from);
    const end = from + word.length;
    const next = end === run.length ? starts.length : starts.indexOf(end);
    if (at >= 0 && next > at) return [at, next - at];
  }
  return null;
}
