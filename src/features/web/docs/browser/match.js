/** Finds entries of the documentation by words: on the server for the search page, and in browsers while one types. */

/**
 * @typedef {Readonly<{
 *   kind: string,
 *   title: string,
 *   detail: string,
 *   url: string,
 *   names: readonly string[],
 *   text: string,
 * }>} Entry
 */

/**
 * The entries that contain every word of `query`, the best first; `names` are those of its fields that match.
 *
 * @param {readonly Entry[]} entries
 * @param {string} query
 * @param {number} most
 */
export function findEntries(entries, query, most) {
  const words = query
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== "")
    .slice(0, 10);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words), names: namesOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry, names }) => ({ entry, names }));
}

/**
 * 0 if a word is missing.
 *
 * @param {Entry} entry
 * @param {readonly string[]} words
 */
function scoreOf(entry, words) {
  let total = 0;
  for (const word of words) {
    const score = wordScore(entry, word);
    if (score === 0) return 0;
    total += score;
  }
  return total;
}

/**
 * Titles count more than names, names more than paths, and these more than text; whole words more than their parts.
 *
 * @param {Entry} entry
 * @param {string} word
 */
function wordScore({ title, detail, names, text }, word) {
  const named = names.some((name) => name.toLowerCase() === word) ? 12 : 0;
  return Math.max(
    named,
    10 * matchOf(title, word),
    5 * matchOf(detail, word),
    matchOf(text, word),
    6 * bestOf(names, word),
  );
}

/**
 * @param {readonly string[]} names
 * @param {string} word
 */
const bestOf = (names, word) => Math.max(0, ...names.map((name) => matchOf(name, word)));

/**
 * How well `text` has `word`: as a whole word, as the start of one, inside one, or not at all.
 *
 * @param {string} text
 * @param {string} word
 */
function matchOf(text, word) {
  const found = text.toLowerCase();
  const at = found.indexOf(word);
  if (at < 0) return 0;
  const starts = at === 0 || !/[a-z0-9]/.test(found[at - 1] ?? "");
  const ends = !/[a-z0-9]/.test(found[at + word.length] ?? "");
  return starts ? (ends ? 1 : 0.8) : 0.4;
}

/**
 * @param {Entry} entry
 * @param {readonly string[]} words
 */
const namesOf = ({ names }, words) =>
  names.filter((name) => words.some((word) => name.toLowerCase().includes(word))).slice(0, 3);
