/** SQL for the page of a new episode. Reads only. */
import type { Executor } from "../../../platform/db/database.ts";

/**
 * The newest episode of a show that has a number, with the number of its season; undefined if none has one. `besides`: a
 * draft that is not counted.
 */
export const findNewestNumbered = (db: Executor, show_id: number, besides: number | null) =>
  db
    .selectFrom("episodes")
    .select(["title", "season_number", "episode_number"])
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .where("episode_number", "is not", null)
    .where("episode_id", "<>", besides ?? 0)
    .orderBy("episode_id", "desc")
    .limit(1)
    .executeTakeFirst();
