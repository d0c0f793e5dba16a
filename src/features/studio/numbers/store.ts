/** SQL of the pages of numbers: the publications on a time line, and the episodes of a filter. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { DayRange } from "../../../platform/statistics/calendar.ts";

export type Publication = Readonly<{ day: string; title: string }>;

const MOST_PUBLICATIONS = 1000;

/** What was published on the days of the range, in these shows. */
export async function listPublications(
  db: Executor,
  shows: readonly number[],
  { from, to }: DayRange,
): Promise<Publication[]> {
  const { rows } = await sql<Publication>`
    select (published_at at time zone 'UTC')::date as day, title from episodes
    where show_id = any(${shows}::bigint[]) and deleted_at is null and type <> 'DRAFT'
      and published_at >= ${from}::date::timestamp at time zone 'UTC'
      and published_at < (${to}::date + 1)::timestamp at time zone 'UTC'
    order by published_at desc limit ${MOST_PUBLICATIONS}`.execute(db);
  return rows.toReversed();
}

/** The newest published episodes of a show. */
export const listChoices = (db: Executor, show_id: number, limit: number) =>
  db
    .selectFrom("episodes")
    .select(["episode_id", "title"])
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .where("published_at", "is not", null)
    .orderBy("published_at", "desc")
    .orderBy("episode_id", "desc")
    .limit(limit)
    .execute();

/** The names of shows or episodes, also deleted ones. */
export const findEpisodeNames = (db: Executor, ids: readonly number[]) =>
  db
    .selectFrom("episodes")
    .select(["episode_id", "show_id", "title"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
