/** SQL that tells the ranking of shows how many listen to them (docs/ranking.md). */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { SKETCH_SIZE } from "../rules.ts";

/** Of the listeners of a day, so many days later half count; after the last day none. */
const HALF_LIFE_DAYS = 14;
const DAYS = 56;

/**
 * Writes for every show its recent unique listeners a day, those of d days ago counting
 * 2^(−d/14); 0 where nobody listened. How much of an episode is heard is not known here: null.
 */
export async function tellSignals(db: Executor, now: Date): Promise<void> {
  // Beyond its size a sketch's estimate is (size − 1) · 2⁶⁴ / (largest hash + 2⁶³ + 1).
  const estimate = sql`case when cardinality(listeners) < ${sql.lit(SKETCH_SIZE)}
    then cardinality(listeners)
    else ${sql.lit(SKETCH_SIZE - 1)} * 2::float8 ^ 64
      / (listeners[cardinality(listeners)]::float8 + 2::float8 ^ 63 + 1) end`;
  await sql`
    insert into show_signals (show_id, listeners)
    select show_id, coalesce(heard, 0)
    from shows left join (
      select id, sum(${estimate} * 2::float8 ^ (-(today - start)::float8 / ${sql.lit(HALF_LIFE_DAYS)}))
          / (select sum(2::float8 ^ (-d::float8 / ${sql.lit(HALF_LIFE_DAYS)}))
             from generate_series(0, ${sql.lit(DAYS - 1)}) as d) as heard
      from audience_rollups, (select (${now}::timestamptz at time zone 'UTC')::date as today) as present
      where level = 1 and span = 1 and start > today - ${sql.lit(DAYS)} and start <= today
      group by id
    ) recent on recent.id = shows.show_id
    where deleted_at is null
    on conflict (show_id) do update set listeners = excluded.listeners
    where show_signals.listeners is distinct from excluded.listeners`.execute(db);
}
