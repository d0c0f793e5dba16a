/** All SQL that reads what candidates are scored by, and parts of words typed together. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Kind } from "../rules.ts";
import type { Known } from "../words/rules.ts";

/** What a document is scored by. */
export type Texts = { id: number; title: string; byline: string };

/** Titles and bylines of documents: of an episode, also the show's title. */
export async function readTexts(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
): Promise<Texts[]> {
  const wanted = sql`any((select ${ids}::bigint[])::bigint[])`;
  const { rows } =
    kind === "shows"
      ? await sql<Texts>`
        select show_id as id, title, concat_ws(' ', author_name, fullname) as byline
        from shows join users on user_id = author_id where show_id = ${wanted}`.execute(db)
      : await sql<Texts>`
        select episode_id as id, e.title, concat_ws(' ', s.title, s.author_name, fullname) as byline
        from episodes e join shows s using (show_id) join users on user_id = e.author_id
        where episode_id = ${wanted}`.execute(db);
  return rows;
}

const INDEXES = {
  shows: { table: sql.table("search_shows"), id: sql.ref("show_id") },
  episodes: { table: sql.table("search_episodes"), id: sql.ref("episode_id") },
} as const;

/** Which of the `queries` each document matches, in their order. */
export async function findPresence(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
  queries: readonly string[],
): Promise<{ id: number; present: boolean[] }[]> {
  const { table, id } = INDEXES[kind];
  const { rows } = await sql<{ id: number; present: boolean[] }>`
    select d.${id} as id, array(
      select k.lexemes @@ q.query from unnest(${queries}::text[]::tsquery[]) with ordinality q (query, place)
      order by place) as present
    from ${table} d cross join lateral (select (array[d.lexemes])[1] as lexemes offset 0) k
    where d.${id} = any((select ${ids}::bigint[])::bigint[])`.execute(db);
  return rows;
}

/** Those of the words that are in the vocabulary. */
export async function findKnown(db: Executor, words: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select word, max(documents) as documents from search_words
    where word = any(${words}::text[]) group by word`.execute(db);
  return rows;
}
