/** SQL that computes, for the ranking of shows, how many people listen and how far (docs/ranking.md). */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { SKETCH_SIZE } from "../rules.ts";

/** The half-life, in days, of a day's listeners; after `DAYS` they no longer count. */
const HALF_LIFE_DAYS = 14;
const DAYS = 56;

/**
 * Whether `known` lacks the show or its value: PostgreSQL locks a row to find a
 * conflict, and writes each lock to its log.
 */
const isNew = (column: "listeners" | "completion", value: RawBuilder<unknown>) =>
  sql`(known.show_id is null or ${sql.ref(`known.${column}`)} is distinct from ${value})`;

/**
 * Writes every show's recent unique listeners per day, weighting those of d days ago by 2^(−d/14); 0 if nobody
 * listened.
 */
export async function publishSignals(db: Executor, now: Date): Promise<void> {
  // For a full sketch the estimate is (size − 1) · 2⁶⁴ / (largest hash + 2⁶³ + 1).
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
      -- A show that changed hands on a day has a row under each owner: a listener under both counts once.
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
    select shows.show_id, coalesce(recent.listeners, 0)
    from shows left join recent on recent.id = shows.show_id left join show_signals known using (show_id)
    where deleted_at is null and ${isNew("listeners", sql`coalesce(recent.listeners, 0)`)}
    on conflict (show_id) do update set listeners = excluded.listeners
    where show_signals.listeners is distinct from excluded.listeners`.execute(db);
}

/** Completion is computed from the plays of this many days, and only from at least `FEWEST_PLAYS`. */
const HEARD_DAYS = 7;
const FEWEST_PLAYS = 5;

/**
 * Writes for every show the mean share of an episode's audio that was sent in recent plays, 0 to 1; null with fewer
 * than five plays. Downloads do not count, because they are complete before anybody listens.
 */
export async function publishCompletion(db: Executor, now: Date): Promise<void> {
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
      -- Excludes plays that a correction has taken back.
      having sum(d.quantity) > 0
    )
    insert into show_signals (show_id, completion)
    select shows.show_id, heard.part
    from shows left join (
      select show_id, avg(part) as part from plays
      group by show_id having count(*) >= ${sql.lit(FEWEST_PLAYS)}
    ) heard using (show_id) left join show_signals known using (show_id)
    where deleted_at is null and ${isNew("completion", sql`heard.part`)}
    on conflict (show_id) do update set completion = excluded.completion
    where show_signals.completion is distinct from excluded.completion`.execute(db);
}
