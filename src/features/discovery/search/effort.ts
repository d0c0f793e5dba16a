/** Decides how many levels of the index a reading of a query looks at; pure. */
import { levelSizes } from "./upkeep/rules.ts";

/** PostgreSQL looks at about this many documents for one field of a reading, at 5 to 10 µs each. */
const MOST_READ = 3000;
/** At least this many levels are searched: the best ten thousand documents. */
const LEAST_LEVELS = 2;
/** How often a word that a document has is in the field. */
const SHARE = { title: 0.05, byline: 0.2, tags: 0.5, text: 1 };

/** `least`: how many of the words must be there; `documents`: how many have a word; `total`: how many there are. */
type Wanted = Readonly<{
  words: readonly { documents: number }[];
  least?: number;
  levels: readonly string[];
  total: number;
}>;

/**
 * The best levels, as many as hold few documents to read: those with any of the rarest words, of which one must be
 * there if only the others may be missing.
 */
export function levelsWithinEffort(wanted: Wanted, field: keyof typeof SHARE): string[] {
  const { words, least = words.length, levels, total } = wanted;
  const deciding = words
    .toSorted((a, b) => a.documents - b.documents)
    .slice(0, words.length - least + 1);
  const share = (SHARE[field] * deciding.reduce((sum, word) => sum + word.documents, 0)) / total;
  const sizes = levelSizes(total);
  let read = 0;
  return levels.filter((_, level) => {
    read += share * (sizes[level] ?? total);
    return level < LEAST_LEVELS || read <= MOST_READ;
  });
}
