/** SQL of the studio's search: the person's episodes, by title or the newest. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";

/** Episodes of these shows whose title contains `text`, newest first. */
export const findEpisodesByTitle = (
  db: Executor,
  ids: readonly number[],
  text: string,
  limit: number,
) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select(["episode_id", "episodes.title", "shows.title as show_title"])
    .where("episodes.show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    .where("episodes.title", "ilike", containing(text))
    .orderBy("episode_id", "desc")
    .limit(limit)
    .execute();

/** The episodes of these shows that were published last; of each show at most `limit` are read. */
export async function listNewestEpisodes(db: Executor, ids: readonly number[], limit: number) {
  const { rows } = await sql<{ episode_id: number; title: string }>`
    select newest.episode_id, newest.title from unnest(${ids}::bigint[]) of_show (show_id),
      lateral (select episode_id, title, published_at from episodes
        where episodes.show_id = of_show.show_id and deleted_at is null
        order by published_at desc, episode_id desc limit ${limit}) newest
    order by newest.published_at desc, newest.episode_id desc limit ${limit}`.execute(db);
  return rows;
}
