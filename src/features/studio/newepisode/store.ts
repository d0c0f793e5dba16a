/** SQL for the page of a new episode. Reads only. */
import { sql } from "kysely";
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

/** When the last episodes of a show came out or are scheduled, the newest first. `besides`: one that is not counted. */
export async function listLastDates(
  db: Executor,
  show_id: number,
  besides: number | null,
): Promise<Date[]> {
  // As the index of dated episodes has it.
  const { rows } = await sql<{ date: Date }>`
    select coalesce(published_at, auto_published_at) as date from episodes
    where show_id = ${show_id} and deleted_at is null and episode_id <> ${besides ?? 0}
      and coalesce(published_at, auto_published_at) is not null
    order by coalesce(published_at, auto_published_at) desc, episode_id desc limit 6`.execute(db);
  return rows.map(({ date }) => date);
}
