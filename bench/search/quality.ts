/** Measures how well shows of the corpus are found: by title, by misspelt title, by rare words. */
import { seeded } from "../vocabulary.ts";
import type { CorpusShow } from "./corpus.ts";

/** Ids and titles of the shows that a query finds, best first. */
export type Ask = (q: string) => Promise<{ show_id: number; title: string }[]>;

/** A query and the position of its show; 0: not on the page. */
type Miss = { q: string; title: string; place: number };
export type Outcome = {
  name: string;
  needed: number;
  asked: number;
  found: number;
  misses: Miss[];
};

type Trial = {
  name: string;
  /** The show must be among this many first results. */
  within: number;
  /** The share of shows that must be found. */
  needed: number;
  /** Null: the show is not suitable. */
  query(show: CorpusShow, random: () => number): string | null;
};

/** Contract of the search: a query has up to 200 code points. */
const fits = (text: string): boolean => [...text].length <= 200 && /\p{L}|\p{N}/u.test(text);

export async function measureQuality(
  ask: Ask,
  shows: readonly CorpusShow[],
  sample: number,
  seed = 20_140_801,
): Promise<Outcome[]> {
  const random = seeded(seed);
  const chosen = sampleOf(shows, sample, random);
  const outcomes: Outcome[] = [];
  for (const trial of trialsOf(shows)) {
    const outcome: Outcome = {
      name: trial.name,
      needed: trial.needed,
      asked: 0,
      found: 0,
      misses: [],
    };
    for (const show of chosen) {
      const q = trial.query(show, random);
      if (q === null || !fits(q)) continue;
      const place = placeOf(await ask(q), show);
      outcome.asked += 1;
      if (place > 0 && place <= trial.within) outcome.found += 1;
      else outcome.misses.push({ q, title: show.title, place });
    }
    outcomes.push(outcome);
  }
  return outcomes;
}

/** 1 for the first result; a show with the same title counts as well. */
const placeOf = (items: Awaited<ReturnType<Ask>>, show: CorpusShow): number =>
  items.findIndex(({ show_id, title }) => show_id === show.id || title === show.title) + 1;

function sampleOf<T>(all: readonly T[], count: number, random: () => number): T[] {
  if (count >= all.length) return [...all];
  const rest = [...all];
  return Array.from({ length: count }, () =>
    rest.splice(Math.floor(random() * rest.length), 1),
  ).flat();
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function trialsOf(shows: readonly CorpusShow[]): Trial[] {
  const documents = new Map<string, number>();
  for (const { title, author } of shows)
    for (const word of new Set(wordsOf(`${title} ${author ?? ""}`)))
      documents.set(word, (documents.get(word) ?? 0) + 1);
  return [
    { name: "exact title, first", within: 1, needed: 0.98, query: ({ title }) => title },
    {
      name: "one edit in a word of 5 letters or more, first ten",
      within: 10,
      needed: 0.92,
      query: misspelt,
    },
    {
      name: "without accents, apostrophes, case, first",
      within: 1,
      needed: 0.97,
      query: plainSpelling,
    },
    {
      name: "two rarest words of title and author, first three",
      within: 3,
      needed: 0.95,
      query: ({ title, author }) => rarest(wordsOf(`${title} ${author ?? ""}`), documents),
    },
  ];
}

/** Null if nothing would change. */
function plainSpelling({ title }: CorpusShow): string | null {
  const plain = title
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/['’‘`´]/g, "")
    .toLowerCase();
  return plain === title ? null : plain;
}

const ALPHABET = "abcdefghijklmnopqrstuvwxyz";

/** Adds, removes or replaces one random letter, or swaps two neighbours, in one random word. */
function misspelt({ title }: CorpusShow, random: () => number): string | null {
  const words = [...title.matchAll(/[\p{L}\p{M}]{5,}/gu)];
  const word = words[Math.floor(random() * words.length)];
  if (word === undefined) return null;
  const letters = [...word[0]];
  const place = Math.floor(random() * letters.length);
  const other = ALPHABET[Math.floor(random() * ALPHABET.length)] ?? "x";
  const kind = Math.floor(random() * 4);
  if (kind === 0) letters.splice(place, 1);
  else if (kind === 1) letters.splice(place, 0, other);
  else if (kind === 2) letters[place] = other === letters[place]?.toLowerCase() ? "x" : other;
  else {
    const from = Math.min(place, letters.length - 2);
    letters.splice(from, 2, letters[from + 1] ?? "", letters[from] ?? "");
  }
  return `${title.slice(0, word.index)}${letters.join("")}${title.slice(word.index + word[0].length)}`;
}

function rarest(words: readonly string[], documents: ReadonlyMap<string, number>): string | null {
  const count = (word: string) => documents.get(word) ?? 0;
  const once = [...new Set(words)].toSorted((a, b) => count(a) - count(b));
  return once.length < 2 ? null : once.slice(0, 2).join(" ");
}

/** A table with the misses below it. */
export function qualityTable(outcomes: readonly Outcome[], shown: number): string {
  const rows = outcomes.map(({ name, needed, asked, found }) =>
    [
      name.padEnd(52),
      String(asked).padStart(6),
      `${((100 * found) / asked).toFixed(1)} %`.padStart(8),
      `≥ ${100 * needed} %`.padStart(8),
    ].join(" "),
  );
  const misses = outcomes.flatMap(({ name, misses: all }) => [
    `\nmissed: ${name}${all.length > shown ? ` (${shown} of ${all.length})` : ""}`,
    ...all.slice(0, shown).map(({ q, title, place }) => `  ${place || "–"}  “${q}” for “${title}”`),
  ]);
  return [`${"".padEnd(52)}  asked    found   needed`, ...rows, ...misses].join("\n");
}
