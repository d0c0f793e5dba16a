/** All SQL that suggests shows while a title is being typed. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { UNLISTED } from "../lexemes.ts";
import type { Known } from "../words/rules.ts";
import type { Person } from "./rules.ts";

/**
 * Shows whose title begins with the typed text, which may end in the middle of a word; at most `most`, best level
 * first. Each level is one range of an index, read only if the levels before it gave too few.
 */
export async function findTitlesBeginning(
  db: Executor,
  typed: string,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ show_id: number }>`
    select show_id from (
      select hit.*, place from unnest(array(select level from search_levels where kind = 'shows' order by level)
        || (select coalesce(chr(ascii(max(level)) + 1), 'a') from search_levels where kind = 'shows'))
        with ordinality l (level, place)
      cross join lateral (
        select d.show_id, d.rank from search_shows d, search_title(${typed}) start
        where d.level = l.level and d.title ~>=~ start and d.title ~<~ (start || chr(1114111))
        order by d.rank desc limit ${most}) hit
      limit ${most}) first
    order by place, rank desc, show_id desc`.execute(db);
  return rows.map(({ show_id }) => show_id);
}

/** So many of the episodes whose titles begin with a text are compared by rank. */
const MOST_BEGINNING = 200;

/** Episodes whose title begins with the typed text: the best ranked of the first two hundred by title. */
export async function findEpisodesBeginning(
  db: Executor,
  typed: string,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ episode_id: number }>`
    select episode_id from (
      select d.episode_id, d.rank from search_title(${typed}) start, search_episodes d
      where d.title ~>=~ start and d.title ~<~ (start || chr(1114111)) and d.level <> ${UNLISTED}
      limit ${MOST_BEGINNING}) first
    order by rank desc, episode_id desc limit ${most}`.execute(db);
  return rows.map(({ episode_id }) => episode_id);
}

/** The `most` most frequent words of the vocabulary that begin with `start`. */
export async function findWordsBeginning(
  db: Executor,
  start: string,
  most: number,
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select word, documents from search_words
    where word ~>=~ ${start} and word ~<~ (${start} || chr(1114111))
    order by documents desc, word limit ${most}`.execute(db);
  return rows;
}

/** The named authors of shows, and their publishers, in the order of the shows. */
export async function readAuthors(db: Executor, ids: readonly number[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select user_id, name from unnest(${ids}::bigint[]) with ordinality wanted (show_id, place)
    join shows using (show_id) join users on user_id = author_id
    cross join lateral (values (author_name, 1), (fullname, 2)) named (name, kind)
    where name <> '' order by place, kind`.execute(db);
  return rows;
}
