/** SQL of the studio's search: the person's episodes by title. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

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
    .where(sql<boolean>`episodes.title ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`)
    .orderBy("episode_id", "desc")
    .limit(limit)
    .execute();
