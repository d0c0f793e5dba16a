/** How alike two words are that are not equal; pure. */
import { editsBetween, tolerance } from "../words/rules.ts";
import { isUnspaced } from "./text.ts";

/** How much such a word is worth. docs/decisions/search.md has the measurement. */
const WORTH = {
  inflected: 0.93,
  shortened: 0.9,
  begun: 0.86,
  beginning: 0.7,
  sound: 0.72,
  two: 0.6,
};

/** A word that exists as it was typed is hardly meant to be another: so much less is the other worth. */
export const OF_EXISTING = 0.75;

/** What inflection adds to words. */
const ENDING =
  /^(?:s|es|e|n|en|er|r|em|a|o|i|os|as|ing|ed|d|ies|et|t|na|ne|ns|in|x|aux|se|ens|ern|ne|nen|arna|orna)$/;

/** A word of a query, which may be `unfinished`. `known`: it exists; `soundOf`: how a word sounds. */
type Asked = Readonly<{
  word: string;
  known: boolean;
  unfinished: boolean;
  soundOf: (word: string) => string;
}>;

/** How much a word of a title is worth for a word of a query. */
export function likeness({ word, known, unfinished, soundOf }: Asked, other: string): number {
  if (isUnspaced(word) || isUnspaced(other)) return unspacedLikeness(word, other);
  if (/\d/.test(word)) return 0;
  if (Math.min(word.length, other.length) < 3)
    return unfinished && word.length >= 2 && other.startsWith(word) ? WORTH.two : 0;
  const inflected = inflectedLikeness(word, other);
  if (inflected > 0) return inflected;
  const begun = begunLikeness(word, other, unfinished);
  return (begun > 0 ? begun : misspeltLikeness(word, other, soundOf)) * (known ? OF_EXISTING : 1);
}

function inflectedLikeness(word: string, other: string): number {
  if (other.startsWith(word)) return ENDING.test(other.slice(word.length)) ? WORTH.inflected : 0;
  return word.startsWith(other) && ENDING.test(word.slice(other.length)) ? WORTH.shortened : 0;
}

function begunLikeness(word: string, other: string, unfinished: boolean): number {
  if (!other.startsWith(word)) return 0;
  if (unfinished) return WORTH.begun;
  return word.length >= 5 ? WORTH.beginning : 0;
}

/** Words that sound alike differ by at most this many letters in length. */
const SOUND_LETTERS = 3;
const VOWEL = /^[aeiouy]/;

/** Letters that are never silent and never sound like another. */
const DISTINCT = ["b", "l", "m", "n"] as const;

/** Whether it is worth computing how two words sound: a vowel never sounds like a consonant. */
const maySound = (word: string, other: string): boolean =>
  Math.abs(word.length - other.length) <= SOUND_LETTERS &&
  DISTINCT.every((letter) => word.includes(letter) === other.includes(letter)) &&
  VOWEL.test(word) === VOWEL.test(other);

/** How many letters of a word the other one lacks, counted up to one more than `most`: each of them is an edit. */
function lettersWithout(word: string, other: string, most: number): number {
  let lacking = 0;
  for (let at = 0; at < word.length && lacking <= most; at += 1)
    if (!other.includes(word.charAt(at))) lacking += 1;
  return lacking;
}

function misspeltLikeness(word: string, other: string, soundOf: Asked["soundOf"]): number {
  const allowed = tolerance(word.length);
  if (
    allowed > 0 &&
    Math.abs(word.length - other.length) <= allowed &&
    lettersWithout(word, other, allowed) <= allowed
  ) {
    const edits = editsBetween(word, other, allowed);
    if (edits <= allowed) return 0.9 - (edits * (other[0] === word[0] ? 0.6 : 0.8)) / word.length;
  }
  if (Math.min(word.length, other.length) < 4 || !maySound(word, other)) return 0;
  const sound = soundOf(word);
  return sound.length > 2 && sound === soundOf(other) ? WORTH.sound : 0;
}

/** The share of neighbouring characters that a text without blanks has of a word. */
function unspacedLikeness(word: string, other: string): number {
  if (other.includes(word)) return 0.98;
  const characters = [...word];
  if (characters.length < 2) return 0;
  const pairs = characters.slice(1).map((character, index) => characters[index] + character);
  const common = pairs.filter((pair) => other.includes(pair)).length;
  return (0.95 * common) / pairs.length;
}
