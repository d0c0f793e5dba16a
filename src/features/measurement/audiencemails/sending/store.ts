/** SQL of what mails about people's own shows say besides their figures. Reads only. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { DayRange } from "../../../../platform/statistics/calendar.ts";

export type News = Readonly<{ episodes: number; followers: number }>;

/** Episodes of these shows that came out in the range and are public, and followers from then who still follow. */
export async function countNews(
  db: Executor,
  show_ids: readonly number[],
  { from, to }: DayRange,
): Promise<News> {
  const during = (column: string) =>
    sql`${sql.ref(column)} >= (${from}::date)::timestamp at time zone 'UTC'
      and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone 'UTC'`;
  const ids = bigintColumn(show_ids);
  const { rows } = await sql<News>`
    select
      (select count(*) from episodes e where e.show_id = any(${ids}::bigint[]) and e.listenable
        and e.deleted_at is null and e.visibility = 'PUBLIC' and ${during("e.published_at")})::float8 as episodes,
      (select count(*) from favorites f where f.show_id = any(${ids}::bigint[]) and f.removed_at is null
        and ${during("f.created_at")})::float8 as followers`.execute(db);
  return rows[0] ?? { episodes: 0, followers: 0 };
}

export type Title = Readonly<{ episode_id: number; title: string; show_title: string }>;

/** The titles of these episodes, without deleted ones. */
export async function listTitles(
  db: Executor,
  episode_ids: readonly number[],
): Promise<ReadonlyMap<number, Title>> {
  const { rows } = await sql<Title>`
    select e.episode_id, e.title, s.title as show_title from episodes e join shows s using (show_id)
    where e.episode_id = any(${bigintColumn(episode_ids)}::bigint[]) and e.deleted_at is null`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.episode_id, row]));
}
