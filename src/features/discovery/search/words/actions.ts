/** Finds corrections and completions for the words of a query. */
import type { Executor } from "../../../../platform/db/database.ts";
import { corrections, type Known, type QueryWord, tolerance } from "./rules.ts";
import { findCompletions, findNeighbours } from "./store.ts";

/** Maximum number of corrections of a word, and of completions of the last word. */
const MOST_VARIANTS = 8;
/** If all words exist, this many of the rarest are corrected. */
const MOST_CORRECTED = 4;
const LEAST_COMPLETED = 2;

/**
 * Words of the vocabulary for those of `said` that seem misspelled or unfinished: the words that do not exist; if all
 * exist, the rarest of them, because a typing error may have produced another word. `joins`: further words to correct.
 */
export async function findVariants(
  db: Executor,
  said: readonly QueryWord[],
  joins: readonly string[] = [],
): Promise<Map<string, Known[]>> {
  const long = said.filter(
    ({ word, grams }) => tolerance([...word].length) > 0 && grams.length === 0,
  );
  const unknown = long.filter(({ known }) => !known);
  const rarest = long.toSorted((a, b) => a.documents - b.documents).slice(0, MOST_CORRECTED);
  const suspects = [
    ...new Set((unknown.length > 0 ? unknown : rarest).map(({ word }) => word).concat(joins)),
  ];
  const last = said.at(-1)?.word ?? "";
  const near = suspects.length === 0 ? [] : await findNeighbours(db, suspects);
  const longer =
    last.length < LEAST_COMPLETED ? [] : await findCompletions(db, last, MOST_VARIANTS);
  const variants = new Map<string, Known[]>();
  for (const word of suspects) {
    const known = near.filter(({ wanted }) => wanted === word);
    variants.set(word, corrections(word, known, MOST_VARIANTS));
  }
  variants.set(last, [...(variants.get(last) ?? []), ...longer]);
  return new Map([...variants].filter(([, known]) => known.length > 0));
}
