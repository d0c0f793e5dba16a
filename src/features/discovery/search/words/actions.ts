/** Finds corrections and completions for the words of a query. */
import type { Executor } from "../../../../platform/db/database.ts";
import { corrections, type Known, type QueryWord, tolerance } from "./rules.ts";
import { lookUp } from "./store.ts";

/** Maximum number of corrections of a word, and of completions of the last word. */
const MOST_VARIANTS = 8;
/** If all words exist, this many of the rarest are corrected. */
const MOST_CORRECTED = 4;
const LEAST_COMPLETED = 2;
/** A word that exists is hardly a misspelling of one that is so many times rarer. */
const UNLIKELY = 30;

/** `variants`: what words of the query may stand for; `parts`: those of the parts that are words of the vocabulary. */
type Found = Readonly<{ variants: Map<string, Known[]>; parts: Known[] }>;

/**
 * Words of the vocabulary for those of `said` that seem misspelled or unfinished: the words that do not exist; if all
 * exist, the rarest of them, because a typing error may have produced another word. `joins`: further words to correct;
 * `parts`: texts that may be words too.
 */
export async function findVariants(
  db: Executor,
  said: readonly QueryWord[],
  joins: readonly string[],
  parts: readonly string[],
): Promise<Found> {
  const long = said.filter(
    ({ word, grams }) => tolerance([...word].length) > 0 && grams.length === 0,
  );
  const unknown = long.filter(({ known }) => !known);
  const rarest = long.toSorted((a, b) => a.documents - b.documents).slice(0, MOST_CORRECTED);
  const suspects = [
    ...new Set((unknown.length > 0 ? unknown : rarest).map(({ word }) => word).concat(joins)),
  ];
  const last = said.at(-1)?.word ?? "";
  const start = last.length < LEAST_COMPLETED ? "" : last;
  if (suspects.length === 0 && start === "" && parts.length === 0)
    return { variants: new Map(), parts: [] };
  const found = await lookUp(db, { near: suspects, start, most: MOST_VARIANTS, known: parts });
  const variants = new Map<string, Known[]>();
  const counts = new Map(said.map(({ word, known, documents }) => [word, known ? documents : 0]));
  for (const word of suspects) {
    const least = (counts.get(word) ?? 0) / UNLIKELY;
    const known = found.near.filter(
      ({ wanted, documents }) => wanted === word && documents >= least,
    );
    variants.set(word, corrections(word, known, MOST_VARIANTS));
  }
  variants.set(last, [...(variants.get(last) ?? []), ...found.longer]);
  return {
    variants: new Map([...variants].filter(([, known]) => known.length > 0)),
    parts: found.known,
  };
}
