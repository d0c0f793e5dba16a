/** Suggests shows, episodes and people for the text typed so far. */
import type { Deps } from "../../../../deps.ts";
import { findBest } from "../actions.ts";
import { tokensOf } from "../readings/rules.ts";
import { wordsIn } from "../readings/text.ts";
import { authorsAmong, type Person, respelled } from "./rules.ts";
import {
  findEpisodesBeginning,
  findTitlesBeginning,
  findWordsBeginning,
  readAuthors,
} from "./store.ts";

/** Further readings of unfinished text are tried for this many milliseconds. */
const PATIENCE_MS = 5;
/** Errors are looked for in beginnings of at least this many letters; these first ones must be right. */
const LEAST_MISSPELT = 4;
const RIGHT_LETTERS = 2;
const MOST_WORDS = 400;
const MOST_PEOPLE = 3;
/** Episodes are suggested from this many letters on: fewer say too little about one. */
const LEAST_OF_EPISODES = 3;
const MOST_EPISODES = 5;

export type Suggestions = Readonly<{
  show_ids: readonly number[];
  episode_ids: readonly number[];
  people: readonly Person[];
}>;

/** Best first: titles that begin with the text, then results of a search for its words. */
export async function suggest(
  { db }: Pick<Deps, "db">,
  q: string,
  most: number,
): Promise<Suggestions> {
  const begun = await findTitlesBeginning(db, q, most);
  const found = begun.length === most ? [] : await searched(db, q, 2 * most);
  const ids = [...new Set([...begun, ...found])];
  const more = ids.length > 0 ? [] : await searched(db, await corrected(db, q), most);
  const show_ids = [...ids, ...more].slice(0, most);
  const people = await authorsNamed({ db }, q, [...ids, ...more], MOST_PEOPLE);
  const typed = tokensOf(q).join(" ");
  const episode_ids =
    typed.length < LEAST_OF_EPISODES
      ? []
      : await findEpisodesBeginning(db, q, Math.min(most, MOST_EPISODES));
  return { show_ids, episode_ids, people };
}

/** The authors of shows whose names have all words of a text, of which the last may be unfinished. */
export async function authorsNamed(
  { db }: Pick<Deps, "db">,
  q: string,
  show_ids: readonly number[],
  most: number,
): Promise<Person[]> {
  if (show_ids.length === 0) return [];
  return authorsAmong(tokensOf(q), await readAuthors(db, show_ids)).slice(0, most);
}

/** Shows with all words; if there are none, with most. */
async function searched(db: Deps["db"], q: string | null, want: number): Promise<number[]> {
  if (q === null) return [];
  const where = { kind: "shows", scope: null, editable: false } as const;
  const { results } = await findBest({ db }, { q }, where, { want, patience: PATIENCE_MS });
  const whole = results.filter(({ score }) => score === null || score.missing.length === 0);
  return (whole.length > 0 ? whole : results).map(({ hit }) => hit.id);
}

/** The text with a word in place of a misspelt beginning; null if there is none. */
async function corrected(db: Deps["db"], q: string): Promise<string | null> {
  const tokens = wordsIn(tokensOf(q).join(" "));
  const last = tokens.at(-1) ?? "";
  if (last.length < LEAST_MISSPELT) return null;
  const words = await findWordsBeginning(db, last.slice(0, RIGHT_LETTERS), MOST_WORDS);
  const word = respelled(last, words);
  return word === null ? null : [...tokens.slice(0, -1), word].join(" ");
}
