/** SQL that reads the days of many records at once, for lists with a small chart in each row. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { type Day, type DayRange, numberOf } from "../../../../platform/statistics/calendar.ts";
import { AUDIENCE_LEVELS, type AudienceLevel } from "../schema.ts";

/**
 * Plays and downloads together on each day of the range, zeros included, by id. One query for all records. Reads the
 * rollups whatever the engine, because they are kept up to date with both.
 */
export async function readDailyTotals(
  db: Executor,
  level: AudienceLevel,
  ids: readonly number[],
  { from, to }: DayRange,
): Promise<Map<number, number[]>> {
  const [first, days] = [numberOf(from), numberOf(to) - numberOf(from) + 1];
  const totals = new Map(ids.map((id) => [id, Array.from({ length: days }, () => 0)]));
  const { rows } = await sql<{ id: number; start: string; total: number }>`
    select id, start, sum(plays + downloads)::float8 as total from audience_rollups
    where level = ${sql.lit(AUDIENCE_LEVELS.indexOf(level))} and id = any(${bigintColumn(ids)}::bigint[])
      and span = 1 and start between ${from}::date and ${to}::date
    group by id, start`.execute(db);
  for (const { id, start, total } of rows) {
    const own = totals.get(id);
    if (own !== undefined) own[numberOf(start) - first] = total;
  }
  return totals;
}

/** The ids of the records with at least so many plays and downloads on a day, whatever the engine. */
export async function listBusy(
  db: Executor,
  level: AudienceLevel,
  day: Day,
  least: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from audience_rollups
    where level = ${sql.lit(AUDIENCE_LEVELS.indexOf(level))} and span = 1 and start = ${day}::date
    group by id having sum(plays + downloads) >= ${least} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The episodes of these shows with the most plays and downloads in the range, whatever the engine. */
export async function listBestEpisodes(
  db: Executor,
  show_ids: readonly number[],
  { from, to }: DayRange,
  limit: number,
): Promise<Readonly<{ episode_id: number; total: number }>[]> {
  const { rows } = await sql<{ episode_id: number; total: number }>`
    select id as episode_id, sum(plays + downloads)::float8 as total from audience_rollups
    where level = ${sql.lit(AUDIENCE_LEVELS.indexOf("episode"))} and parent_id = any(${bigintColumn(show_ids)}::bigint[])
      and span = 1 and start between ${from}::date and ${to}::date
    group by id having sum(plays + downloads) > 0 order by total desc, id desc limit ${limit}`.execute(
    db,
  );
  return rows;
}
