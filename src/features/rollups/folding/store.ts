/** All SQL that adds rows of the ledgers to the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";
import { SKETCH_SIZE } from "../rules.ts";

/** Whoever writes rollups holds this until the transaction ends. */
const FOLDING_LOCK = 7_160_020;

/** Waits until nobody else writes rollups, and keeps others waiting until the transaction ends. */
export async function lockRollups(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLDING_LOCK}::bigint)`.execute(db);
}

/** The same without waiting; false when somebody else writes them. */
export async function tryLockRollups(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING_LOCK}::bigint) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** Up to `most` batches that are in no rollup yet, locked, the oldest first. */
export async function takeBatches(db: Executor, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom("ledger_batches")
    .select("batch_id")
    .where("folded_at", "is", null)
    .orderBy("batch_id")
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ batch_id }) => batch_id);
}

/** Notes that the batches are in the rollups, in the transaction that put them there. */
export async function markFolded(db: Executor, batches: readonly number[]): Promise<void> {
  await sql`
    update ledger_batches set folded_at = now() where batch_id = any(${batches}::bigint[])`.execute(
    db,
  );
}

/** Which rows of a ledger are meant: a condition on the columns of the alias `l`. */
export type Part = Readonly<{
  downloads: RawBuilder<unknown>;
  impressions: RawBuilder<unknown>;
  accruals: RawBuilder<unknown>;
}>;

/** Lets the transaction sort and hash in memory what would else go to disk. */
export async function planForBulk(db: Executor): Promise<void> {
  await sql`select set_config('work_mem', '96MB', true)`.execute(db);
}

/**
 * The same, and lets it look each row up in an index: a batch touches a small part of the rollups,
 * which the planner, knowing nothing of the batch, might read as a whole.
 */
export async function planForFolding(db: Executor): Promise<void> {
  await planForBulk(db);
  await sql`
    select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
      set_config('enable_seqscan', 'off', true)`.execute(db);
}

/** What these batches wrote. */
export function ofBatches(batches: readonly number[]): Part {
  const own = sql`l.batch_id = any(${batches}::bigint[])`;
  return { downloads: own, impressions: own, accruals: own };
}

/** The day a row is booked on: that of its window, in UTC. */
const booked = sql`(l.window_start at time zone 'UTC')::date`;

/** Adds impressions and accrued prices to the rollups of line items, campaigns and teams. */
export async function addAds(db: Executor, part: Part): Promise<void> {
  await sql`
    with booked as (
      select ${booked} as day, lineitem_id, campaign_id, team_id, quantity as impressions,
        quantity * price as revenue
      from impressions l where ${part.impressions}
      union all
      select day, lineitem_id, campaign_id, team_id, 0, amount from accruals l where ${part.accruals}
    ), days as materialized (
      select case when lineitem_id is not null then 0 when campaign_id is not null then 1 else 2 end as level,
        coalesce(lineitem_id, campaign_id, team_id) as id, day,
        case when lineitem_id is not null then campaign_id when campaign_id is not null then team_id
          else 0 end as parent_id,
        sum(impressions)::bigint as impressions, sum(revenue) as revenue
      from booked
      group by grouping sets ((day, lineitem_id, campaign_id), (day, campaign_id, team_id), (day, team_id))
    )
    insert into ad_rollups as r (level, id, span, start, parent_id, impressions, revenue)
    select level, id, 1, day, parent_id, impressions, revenue from days
    union all
    select level, id, 2, date_trunc('month', day)::date, parent_id, sum(impressions), sum(revenue)
    from days where day < (select closed_until from rollup_state)
    group by level, id, date_trunc('month', day), parent_id
    order by 1, 2, 3, 4
    on conflict (level, id, span, start, parent_id) do update
    set impressions = r.impressions + excluded.impressions, revenue = r.revenue + excluded.revenue`.execute(
    db,
  );
}

/** Months before this day are closed. */
export async function readClosedUntil(db: Executor): Promise<Day> {
  const { closed_until } = await db
    .selectFrom("rollup_state")
    .select("closed_until")
    .executeTakeFirstOrThrow();
  return closed_until;
}

/** The first day of the next month to close: that of the first row after what is closed; null for none. */
export async function findOpenMonth(db: Executor): Promise<Day | null> {
  const { rows } = await sql<{ month: Day | null }>`
    select date_trunc('month', least(
      (select min(start) from ad_rollups, rollup_state where span = 1 and start >= closed_until),
      (select min(start) from audience_rollups, rollup_state where span = 1 and start >= closed_until)
    ))::date as month`.execute(db);
  return rows[0]?.month ?? null;
}

/** Makes the rows of a month from those of its days, in place of what was there. With rollups locked. */
export async function writeMonth(db: Executor, month: Day): Promise<void> {
  const days = sql`span = 1 and start >= ${month}::date and start < (${month}::date + interval '1 month')`;
  for (const table of ["ad_rollups", "audience_rollups"])
    await sql`delete from ${sql.table(table)} where span = 2 and start = ${month}::date`.execute(
      db,
    );
  await sql`
    insert into ad_rollups
    select level, id, 2, ${month}::date, parent_id, sum(impressions), sum(revenue)
    from ad_rollups where ${days} group by level, id, parent_id`.execute(db);
  await sql`
    insert into audience_rollups
    select level, id, 2, ${month}::date, parent_id, plays, downloads,
      coalesce(names, '{}'), coalesce(counts, '{}'), coalesce(heard, '{}')
    from (
      select level, id, parent_id, sum(plays) as plays, sum(downloads) as downloads
      from audience_rollups where ${days} group by 1, 2, 3
    ) summed left join (
      select level, id, parent_id, array_agg(name_id order by name_id) as names,
        array_agg(n order by name_id) as counts
      from (select level, id, parent_id, name_id, sum(n)::bigint as n
        from audience_rollups cross join lateral unnest(names, counts) as u (name_id, n)
        where ${days} group by 1, 2, 3, 4 having sum(n) <> 0) named
      group by 1, 2, 3
    ) packed using (level, id, parent_id) left join (
      select level, id, parent_id,
        (array_agg(distinct hash order by hash))[1:${sql.lit(SKETCH_SIZE)}] as heard
      from audience_rollups cross join lateral unnest(listeners) as hash
      where ${days} group by 1, 2, 3
    ) sketched using (level, id, parent_id)`.execute(db);
}

/** From now on months before `day` are read from their own rows. It never goes back. */
export async function setClosedUntil(db: Executor, day: Day): Promise<void> {
  await sql`update rollup_state set closed_until = greatest(closed_until, ${day}::date)`.execute(
    db,
  );
}
