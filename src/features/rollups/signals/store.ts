/** SQL that tells the ranking of shows how many listen to them, and how far (docs/ranking.md). */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { SKETCH_SIZE } from "../rules.ts";

/** Of the listeners of a day, so many days later half count; after the last day none. */
const HALF_LIFE_DAYS = 14;
const DAYS = 56;

/**
 * Writes for every show its recent unique listeners a day, those of d days ago counting
 * 2^(−d/14); 0 where nobody listened.
 */
export async function tellSignals(db: Executor, now: Date): Promise<void> {
  // Beyond its size a sketch's estimate is (size − 1) · 2⁶⁴ / (largest hash + 2⁶³ + 1).
  const estimate = sql`case when hashes < ${sql.lit(SKETCH_SIZE)} then hashes
    else ${sql.lit(SKETCH_SIZE - 1)} * 2::float8 ^ 64 / (largest::float8 + 2::float8 ^ 63 + 1) end`;
  await sql`
    with days as (
      select id, start, count(*) as rows, max(hashes) as hashes, max(largest) as largest
      from audience_rollups, (select (${now}::timestamptz at time zone 'UTC')::date as today) as present
      where level = 1 and span = 1 and start > today - ${sql.lit(DAYS)} and start <= today
      group by id, start
    ), heard as (
      select id, start, hashes, largest from days where rows = 1
      union all
      -- A show that changed hands within the day has a row under each: who heard it under both is one listener.
      select id, start, count(*), max(hash) from (
        select id, start, hash, row_number() over (partition by id, start order by hash) as place from (
          select distinct id, start,
            ('x' || encode(substr(listeners, 8 * n + 1, 8), 'hex'))::bit(64)::bigint as hash
          from days join audience_rollups r using (id, start)
            cross join lateral generate_series(0, r.hashes - 1) as n
          where days.rows > 1 and level = 1 and span = 1
        ) each_once
      ) united where place <= ${sql.lit(SKETCH_SIZE)} group by id, start
    ), recent as (
      select id, sum(${estimate} * 2::float8 ^ (-(today - start)::float8 / ${sql.lit(HALF_LIFE_DAYS)}))
          / (select sum(2::float8 ^ (-d::float8 / ${sql.lit(HALF_LIFE_DAYS)}))
             from generate_series(0, ${sql.lit(DAYS - 1)}) as d) as listeners
      from heard, (select (${now}::timestamptz at time zone 'UTC')::date as today) as present
      group by id
    )
    insert into show_signals (show_id, listeners)
    select show_id, coalesce(recent.listeners, 0)
    from shows left join recent on recent.id = shows.show_id
    where deleted_at is null
    on conflict (show_id) do update set listeners = excluded.listeners
    where show_signals.listeners is distinct from excluded.listeners`.execute(db);
}

/** Plays of so many days tell how far a show is heard, and at least so many. */
const HEARD_DAYS = 7;
const FEWEST_PLAYS = 5;

/**
 * Writes for every show which part of an episode's audio its recent plays were sent, 0 to 1 in the
 * mean; null of fewer than five plays. A download says nothing: it is whole before anybody hears it.
 */
export async function tellCompletion(db: Executor, now: Date): Promise<void> {
  await sql`
    with plays as (
      select d.show_id, max(least(1, (
          select sum(upper(piece) - lower(piece)) from unnest(sent) as piece
        )::float8 / bytes)) as part
      from downloads d
        join deliveries v on v.window_start = d.window_start and v.listener = d.listener
          and v.episode_id = d.episode_id
        join renditions r on r.digest = v.digest
      where d.purpose = 'play' and counted and bytes > 0
        and d.window_start > ${now}::timestamptz - make_interval(days => ${sql.lit(HEARD_DAYS)})
        and d.window_start <= ${now}::timestamptz
      group by d.window_start, d.listener, d.episode_id, d.show_id
      -- Not what a correction has taken back.
      having sum(d.quantity) > 0
    )
    insert into show_signals (show_id, completion)
    select shows.show_id, heard.part
    from shows left join (
      select show_id, avg(part) as part from plays
      group by show_id having count(*) >= ${sql.lit(FEWEST_PLAYS)}
    ) heard using (show_id)
    where deleted_at is null
    on conflict (show_id) do update set completion = excluded.completion
    where show_signals.completion is distinct from excluded.completion`.execute(db);
}
