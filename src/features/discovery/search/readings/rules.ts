/** The ways in which a query can be read; pure. */
import type { Field } from "../lexemes.ts";
import { decisiveWords, type Plan } from "../rules.ts";
import type { Known, QueryWord } from "../words/rules.ts";
import { isGeneric } from "./generic.ts";
import { asSounds, inDigits, spellingsOf, withoutSpokenSigns } from "./numbers.ts";
import { type Join, joined, joinsOf, split } from "./segments.ts";
import { comparable, folded, wordsIn } from "./text.ts";

export type Words = Plan["words"];

/** Words to search for. `least`: how many of them must be there; `whole`: they say all that the query says. */
export type Reading = Readonly<{
  words: Words;
  least?: number;
  whole: boolean;
  /** What else changes in the search, or in its plan. */
  as?: Readonly<{ q?: string; titles?: string[] }>;
  plan?: Partial<Plan>;
  /** The fields to look in, if not the usual ones. */
  fields?: Field[];
}>;

/** With fewer words there may be more documents than are scored, and those with the words in their titles come first. */
const FEW_WORDS = 3;

/** The fields in which a reading is looked for: title and author, and all text. */
export const fieldsOf = ({ words, fields }: Reading): Field[] =>
  fields ?? (words.length < FEW_WORDS ? ["title", "byline", "text"] : ["byline", "text"]);

/** The words of a query and their other spellings, those `known` in the vocabulary. */
export type Spelled = Readonly<{ tokens: readonly string[]; known: ReadonlyMap<string, number> }>;

/** Words are compared and joined up to this many. */
const MOST_TOKENS = 12;

export const tokensOf = (text: string): string[] => wordsIn(folded(text)).slice(0, MOST_TOKENS);

/** The spellings of a query to look up together with its words. */
export function spellingsToLookUp(tokens: readonly string[]): string[] {
  const digits = inDigits(tokens) ?? [];
  const sounds = asSounds(tokens);
  return [
    ...new Set([
      ...joinsOf(tokens).map(({ word }) => word),
      ...joinsOf(digits).map(({ word }) => word),
      ...joinsOf(sounds).map(({ word }) => word),
      ...[...tokens, ...digits, ...sounds].flatMap((token) => [token, ...spellingsOf(token)]),
      ...withoutSpokenSigns(tokens),
    ]),
  ];
}

/** A number is hardly found in a spelling that is so many times rarer than the typed one. */
const UNLIKELY = 30;

/** A number in its other spellings, as forms to look up. */
export function withSpellings<T extends { word: string; forms: string[]; documents: number }>(
  words: readonly T[],
  known: Spelled["known"],
): T[] {
  return words.map((word) => {
    const least = word.documents / UNLIKELY;
    const more = spellingsOf(word.word).filter(
      (other) => (known.get(other) ?? -1) >= least || /^\d$/.test(other),
    );
    if (more.length === 0) return word;
    const documents = more.reduce((sum, other) => sum + (known.get(other) ?? 0), word.documents);
    return { ...word, forms: [...word.forms, ...more], documents };
  });
}

/** A join is a reading of its own only if it is a word of the vocabulary. */
const MOST_JOINED = 3;

export type Readings = ReturnType<typeof readingsOf>;

export function readingsOf(spelled: Spelled, said: readonly QueryWord[]) {
  const { tokens, known } = spelled;
  const byWord = new Map(said.map((word) => [word.word, word]));
  const readAs = (words: readonly string[], counts: Spelled["known"]): Reading => ({
    words: withSpellings(
      [...new Set(words)].map(
        (word) => byWord.get(word) ?? { ...plainWord(word), documents: counts.get(word) ?? 0 },
      ),
      known,
    ),
    whole: true,
    as: { q: words.join(" "), titles: [words.join(" ")] },
  });
  const read = (words: readonly string[]): Reading => readAs(words, known);
  const joins = (some: readonly string[]): string[][] =>
    joinsOf(some)
      .filter(({ word }) => known.has(word))
      .toSorted(byLength)
      .slice(0, MOST_JOINED)
      .map((join) => joined(some, join));
  const digits = inDigits(tokens);
  const sounds = asSounds(tokens);
  const named = joins(sounds).filter((words) => !joins(tokens).some((other) => same(other, words)));
  const unsigned = withoutSpokenSigns(tokens);
  return {
    joined: [...joins(tokens), ...(digits === null ? [] : [digits]), ...named].map(read),
    /** The query without the words that tell nothing; null if there are none, or no others. */
    telling: tellingOf(said, known),
    /** A number right after another word in the title, as in "episode 12"; null without numbers. */
    numbered: numberedOf(tokens),
    /** What remains of words like "einschlafpodcast" without their generic part, and words in Latin letters. */
    stems: tokens.flatMap((token) => {
      const stem = known.has(token) ? undefined : AFFIX.exec(token)?.[1];
      const latin = comparable(token);
      return [...(stem === undefined ? [] : [stem]), ...(latin === token ? [] : [latin])];
    }),
    /** The query with the corrected stems in place of their words. */
    stemmed(variants: ReadonlyMap<string, readonly Known[]>, parts: readonly Known[]): Reading[] {
      const present = new Set(parts.map(({ word }) => word));
      const stems = tokens.map((token) => {
        const stem = AFFIX.exec(token)?.[1] ?? comparable(token);
        return stem !== token && (variants.has(stem) || present.has(stem)) ? stem : token;
      });
      if (stems.every((stem, index) => stem === tokens[index])) return [];
      const reading = readAs(stems, countsOf(parts, known));
      const words = reading.words.map((word) => {
        const others = variants.get(word.word) ?? [];
        const forms = [...word.forms, ...others.map((other) => other.word)];
        return { ...word, forms, documents: word.documents + sumOf(others) };
      });
      return [{ ...reading, words }];
    },
    /** Neighbouring words that together may be one misspelt word. */
    pairs: joinsOf(tokens).filter(
      ({ from, size, word }) =>
        size === 2 &&
        word.length >= LEAST_PAIR &&
        !known.has(word) &&
        tokens.slice(from, from + 2).some((token) => !known.has(token)),
    ),
    /** The reading with neighbouring words as the one that they may be a misspelling of. */
    paired(join: Join, variants: readonly Known[]): Reading {
      const reading = read(joined(tokens, join));
      const words = reading.words.map((word) =>
        word.word === join.word
          ? { ...word, forms: variants.map((other) => other.word), documents: sumOf(variants) }
          : word,
      );
      return { ...reading, words };
    },
    latin: tokens.map(comparable).filter((word, index) => word !== tokens[index]),
    /** Readings that need the vocabulary: `parts` are words in it. */
    other(parts: readonly Known[], total: number): Reading[] {
      const counts = countsOf(parts, known);
      const pieces = tokens.map((token) =>
        known.get(token) === undefined || (known.get(token) ?? 0) < RARE
          ? (split(token, parts, total) ?? [token])
          : [token],
      );
      const latin = tokens.map(comparable);
      return [
        ...(pieces.some((some) => some.length > 1) ? [pieces.flat()] : []),
        ...(unsigned.some((word, index) => word !== tokens[index]) ? [unsigned] : []),
        ...(latin.some((word, index) => word !== tokens[index] && counts.has(word)) ? [latin] : []),
      ].map((words) => readAs(words, counts));
    },
  };
}

/** Words in fewer documents than this may be several words typed together. */
export const RARE = 100;

/** The last number with the word before it. */
function numberedOf(tokens: readonly string[]): string | null {
  const at = tokens.findLastIndex((token) => /^\d{1,6}$/.test(token));
  return at > 0 && tokens.length > 2 ? `${tokens[at - 1]} ${tokens[at]}` : null;
}

const LEAST_PAIR = 6;

/** A word with a generic ending, and what is before it. */
export const AFFIX = /^(\p{L}{4,}?)(?:podcasts?|podd(?:en)?|cast|pod|radio|show|magazin|sendung)$/u;

function tellingOf(said: readonly QueryWord[], known: Spelled["known"]): Reading | null {
  const telling = said.filter(({ word }) => !isGeneric(comparable(word)));
  if (telling.length === 0 || telling.length === said.length) return null;
  const words = decisiveWords(withSpellings(telling, known));
  return { words, least: words.length, whole: false, as: { titles: [] } };
}

const countsOf = (parts: readonly Known[], known: Spelled["known"]): Map<string, number> =>
  new Map([...parts.map(({ word, documents }) => [word, documents] as const), ...known]);

const sumOf = (words: readonly Known[]): number =>
  words.reduce((sum, { documents }) => sum + documents, 0);

const same = (a: readonly string[], b: readonly string[]): boolean => a.join(" ") === b.join(" ");

const byLength = (a: Join, b: Join): number => b.size - a.size;

const plainWord = (word: string) => ({ word, forms: [word], grams: [] as string[] });
