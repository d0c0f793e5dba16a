/** SQL of the sums of episodes by age. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import { type Day, dayOf } from "../../../../platform/statistics/calendar.ts";
import { daysOf } from "../aggregation/store.ts";
import { AGE_COLUMNS, type AgedDay, type AgeSums, OLDEST } from "./rules.ts";

/** What was added to the hours of an episode's day, packed. `day`: days since 1970. */
export type EpisodeDay = Readonly<{ episode_id: number; day: number; hours: Buffer }>;

/** The hour of publication, in hours since 1970. */
const since = sql<number>`floor(extract(epoch from e.published_at) / 3600)::integer`;

/** When the episodes of these days were published, by id; without those that were too old on all of them. */
export async function listPublished(
  db: Executor,
  days: readonly EpisodeDay[],
): Promise<Map<number, number>> {
  if (days.length === 0) return new Map();
  const first = dayOf(
    days.reduce((least, { day }) => Math.min(least, day), Number.MAX_SAFE_INTEGER),
  );
  const ids = [...new Set(days.map(({ episode_id }) => episode_id))];
  const { rows } = await sql<{ episode_id: number; since: number }>`
    select episode_id, ${since} as since from episodes e
    where episode_id = any(${bigintColumn(ids)}::bigint[])
      and published_at > ${first}::date - ${sql.lit(OLDEST + 1)}::integer`.execute(db);
  return new Map(rows.map((row) => [row.episode_id, row.since]));
}

const COLUMNS: Record<string, "bigint"> = Object.fromEntries(
  ["episode_id", ...AGE_COLUMNS].map((name) => [name, "bigint"]),
);

/** Adds these sums. */
export async function addAges(db: Executor, sums: readonly AgeSums[]): Promise<void> {
  if (sums.length === 0) return;
  const names = sql.join(Object.keys(COLUMNS).map((name) => sql.id(name)));
  const added = AGE_COLUMNS.map(
    (name) => sql`${sql.id(name)} = a.${sql.id(name)} + excluded.${sql.id(name)}`,
  );
  await sql`
    insert into episode_ages as a (${names})
    select ${names} from ${recordset(sums, COLUMNS)} as v order by episode_id
    on conflict (episode_id) do update set ${sql.join(added)}`.execute(db);
}

/** Takes up to `most` marks, and returns how many there were, and of which episodes. */
export async function takeStale(
  db: Executor,
  most: number,
): Promise<{ taken: number; episodes: number[] }> {
  const { rows } = await sql<{ episode_id: number }>`
    delete from stale_ages where stale_id in (
      select stale_id from stale_ages order by stale_id limit ${most})
    returning episode_id`.execute(db);
  const episodes = new Set(rows.map(({ episode_id }) => episode_id));
  return { taken: rows.length, episodes: [...episodes] };
}

export async function clearAges(db: Executor, episodes: readonly number[]): Promise<void> {
  await sql`
    delete from episode_ages where episode_id = any(${bigintColumn(episodes)}::bigint[])`.execute(
    db,
  );
}

/** The days of these episodes that belong to an age. */
export async function listAgedDays(db: Executor, episodes: readonly number[]): Promise<AgedDay[]> {
  const { rows } = await sql<AgedDay>`
    select e.episode_id, ${since} as since, (r.start - date '1970-01-01') as day, r.hours
    from episodes e
    cross join lateral (
      select start, hours from audience_rollups
      where level = 0 and id = e.episode_id and span = 1
        and start between (e.published_at at time zone 'UTC')::date
          and (e.published_at at time zone 'UTC')::date + ${sql.lit(OLDEST)}::integer
      offset 0
    ) r
    where e.episode_id = any(${bigintColumn(episodes)}::bigint[])`.execute(db);
  return rows;
}

/** Marks the episodes that were at most of the oldest age during the month, and have days in it. */
export async function markStale(db: Executor, month: Day): Promise<void> {
  await sql`
    insert into stale_ages (episode_id)
    select episode_id from episodes e
    where published_at < ${month}::date + interval '1 month'
      and published_at > ${month}::date - ${sql.lit(OLDEST + 1)}::integer
      and exists (select from audience_rollups r where level = 0 and id = e.episode_id and ${daysOf(month)})`.execute(
    db,
  );
}
