/** Makes readings of a query that ask for fewer and fewer of its words; pure. */
import { isGeneric } from "./generic.ts";
import type { Reading, Words } from "./rules.ts";

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
    words: some.map(plainly),
    least,
    whole: false,
    as: { titles: [] },
    fields: least < some.length - 1 ? ["byline"] : ["byline", "text"],
  });
  const [only] = words;
  if (words.length === 1 && only !== undefined && only.grams.length > 2)
    return [asking(gramsOf(only), 2)];
  return Array.from({ length: words.length }, (_, fewer) => words.length - fewer)
    .filter((least) => least < all.length)
    .map((least) => asking(words, least));
}

const MOST_FORMS = 4;

/** A word in few forms: many words in many forms are a large query, and the scorer compares inflected words anyway. */
const plainly = (word: Words[number]): Words[number] => ({
  ...word,
  forms: word.forms.filter((form) => !form.startsWith("~")).slice(0, MOST_FORMS),
  acronym: false,
});

/** A text without blanks as the pairs of its characters. */
const gramsOf = ({ grams, documents }: Words[number]): Words =>
  grams.slice(0, 6).map((gram) => ({ word: gram, forms: [gram], grams: [], documents }));
