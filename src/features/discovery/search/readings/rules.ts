/** The ways in which a query can be read; pure. */
import { decisiveWords, type Field, type Plan } from "../rules.ts";
import { editsBetween, type Known, type QueryWord } from "../words/rules.ts";
import { isGeneric } from "./generic.ts";
import { asSounds, inDigits, spellingsOf, withoutSpokenSigns } from "./numbers.ts";
import type { Term } from "./score.ts";
import { type Join, joined, joinsOf, split } from "./segments.ts";
import { comparable, folded, isUnspaced, wordsIn } from "./text.ts";

type Words = Plan["words"];

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

/** The fields in which a reading is looked for: the fewer of its words must be there, the fewer fields. */
export const fieldsOf = ({ words, least = words.length, fields }: Reading): Field[] =>
  fields ?? (least < words.length - 1 ? ["title", "byline"] : ["title", "byline", "text"]);

/** The words of a query and their other spellings, those `known` in the vocabulary. */
export type Spelled = Readonly<{ tokens: readonly string[]; known: ReadonlyMap<string, number> }>;

/** Words are compared and joined up to this many. */
const MOST_TOKENS = 12;

export const tokensOf = (text: string): string[] => wordsIn(folded(text)).slice(0, MOST_TOKENS);

/** The spellings of a query to look up together with its words. */
export function spellingsToLookUp(tokens: readonly string[]): string[] {
  const digits = inDigits(tokens) ?? [];
  return [
    ...new Set([
      ...joinsOf(tokens).map(({ word }) => word),
      ...joinsOf(digits).map(({ word }) => word),
      ...joinsOf(asSounds(tokens)).map(({ word }) => word),
      ...[...tokens, ...digits].flatMap((token) => [token, ...spellingsOf(token)]),
      ...withoutSpokenSigns(tokens),
    ]),
  ];
}

/** A number in its other spellings, as forms to look up. */
export function withSpellings<T extends { word: string; forms: string[]; documents: number }>(
  words: readonly T[],
  known: Spelled["known"],
): T[] {
  return words.map((word) => {
    const more = spellingsOf(word.word).filter((other) => known.has(other) || /^\d$/.test(other));
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
  const read = (words: readonly string[]): Reading => ({
    words: withSpellings(
      [...new Set(words)].map(
        (word) => byWord.get(word) ?? { ...plainWord(word), documents: known.get(word) ?? 0 },
      ),
      known,
    ),
    whole: true,
    as: { q: words.join(" "), titles: [words.join(" ")] },
  });
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
      const reading = read(stems);
      const words = reading.words.map((word) => ({
        ...word,
        forms: [...word.forms, ...(variants.get(word.word) ?? []).map((other) => other.word)],
      }));
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
          ? { ...word, forms: variants.map((other) => other.word), documents: 1 }
          : word,
      );
      return { ...reading, words };
    },
    latin: tokens.map(comparable).filter((word, index) => word !== tokens[index]),
    /** Readings that need the vocabulary: `parts` are words in it. */
    other(parts: readonly Known[], total: number): Reading[] {
      const present = new Set([...parts.map(({ word }) => word), ...known.keys()]);
      const pieces = tokens.map((token) =>
        known.get(token) === undefined || (known.get(token) ?? 0) < RARE
          ? (split(token, parts, total) ?? [token])
          : [token],
      );
      const latin = tokens.map(comparable);
      return [
        ...(pieces.some((some) => some.length > 1) ? [pieces.flat()] : []),
        ...(unsigned.some((word, index) => word !== tokens[index]) ? [unsigned] : []),
        ...(latin.some((word, index) => word !== tokens[index] && present.has(word))
          ? [latin]
          : []),
      ].map(read);
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
const AFFIX = /^(\p{L}{4,}?)(?:podcasts?|podd(?:en)?|cast|pod|radio|show|magazin|sendung)$/u;

function tellingOf(said: readonly QueryWord[], known: Spelled["known"]): Reading | null {
  const telling = said.filter(({ word }) => !isGeneric(comparable(word)));
  if (telling.length === 0 || telling.length === said.length) return null;
  const words = decisiveWords(withSpellings(telling, known));
  return { words, least: words.length, whole: false, as: { titles: [] } };
}

const same = (a: readonly string[], b: readonly string[]): boolean => a.join(" ") === b.join(" ");

const byLength = (a: Join, b: Join): number => b.size - a.size;

const plainWord = (word: string) => ({ word, forms: [word], grams: [] as string[] });

/** At most this many of the rarest words are relaxed. */
const MOST_RELAXED = 5;

/**
 * Readings that ask for less and less: without the words that tell nothing, then without one word, two, and so on.
 * Each step is tried only if those before found little.
 */
export function relaxations(bases: readonly Reading[]): Reading[][] {
  const each = bases.map(relaxed);
  const most = Math.max(0, ...each.map((steps) => steps.length));
  return Array.from({ length: most }, (_, step) => each.flatMap((steps) => steps[step] ?? []));
}

function relaxed({ words: all }: Reading): Reading[] {
  const telling = all.filter(({ word }) => !isGeneric(word));
  const words = (telling.length === 0 ? all : telling).slice(0, MOST_RELAXED);
  const asking = (some: Words, least: number): Reading => ({
    ...{ words: some, least, whole: false, as: { titles: [] } },
  });
  const [only] = words;
  if (words.length === 1 && only !== undefined && only.grams.length > 2)
    return [asking(gramsOf(only), 2)];
  return Array.from({ length: words.length }, (_, fewer) => words.length - fewer)
    .filter((least) => least < all.length)
    .map((least) => asking(words, least));
}

/** A text without blanks as the pairs of its characters. */
const gramsOf = ({ grams, documents }: Words[number]): Words =>
  grams.slice(0, 6).map((gram) => ({ word: gram, forms: [gram], grams: [], documents }));

const GENERIC_WEIGHT = 0.12;
const LEAST_WEIGHT = 0.5;
const LETTER_WEIGHT = 0.5;
const NUMBER_WEIGHT = 3;

/** The words of the query as they are scored. */
export function termsOf(
  { tokens, known }: Spelled,
  said: readonly QueryWord[],
  variants: ReadonlyMap<string, readonly Known[]>,
  total: number,
): Term[] {
  const documents = new Map(said.map((word) => [word.word, word.documents]));
  const generic = tokens.every((token) => isGeneric(comparable(token)));
  return tokens.map((token, index) => {
    const word = comparable(token);
    const stem = AFFIX.exec(token)?.[1] ?? word;
    const near = [...(variants.get(token) ?? []), ...(variants.get(stem) ?? [])];
    const count = (documents.get(token) ?? 0) || (near[0]?.documents ?? 0);
    return {
      word,
      others: othersOf(word, near, known),
      weight: weightOf(word, count, total) * (isGeneric(word) && !generic ? GENERIC_WEIGHT : 1),
      unfinished: index === tokens.length - 1,
      likenesses: new Map(),
    };
  });
}

/** Words that may stand for one of the query, and what they are worth. */
function othersOf(
  word: string,
  near: readonly Known[],
  known: Spelled["known"],
): Map<string, number> {
  const others = new Map<string, number>();
  for (const other of near) {
    const text = comparable(other.word);
    if (text.startsWith(word)) continue;
    const edits = editsBetween(word, text, 3);
    others.set(text, Math.max(0.9 - (0.6 * edits) / word.length, 0.5));
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
