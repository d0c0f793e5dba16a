/** What the words of a query may have been meant to be. */
import type { Executor } from "../../../platform/db/database.ts";
import { corrections, type Known, tolerance } from "./rules.ts";
import { findCompletions, findNeighbours, type QueryWord } from "./store.ts";

/** Corrections of one word, and completions of the last, that are tried. */
const MOST_VARIANTS = 8;
/** Where every word is one that exists, so many of the rarest are corrected. */
const MOST_CORRECTED = 4;
const LEAST_COMPLETED = 2;

/**
 * Words of the vocabulary for those of `said` that seem wrong or unfinished: the words that do not
 * exist; when all do, the rarest of them, for a typing error may have made another word.
 */
export async function findVariants(
  db: Executor,
  said: readonly QueryWord[],
): Promise<Map<string, Known[]>> {
  const long = said.filter(
    ({ word, grams }) => tolerance([...word].length) > 0 && grams.length === 0,
  );
  const unknown = long.filter(({ known }) => !known);
  const rarest = long.toSorted((a, b) => a.documents - b.documents).slice(0, MOST_CORRECTED);
  const suspects = [...new Set((unknown.length > 0 ? unknown : rarest).map(({ word }) => word))];
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
