/** SQL that adds ledger rows to the rollups. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import { type LedgerTables, PRESENT } from "../../counting/history/restoring.ts";
import { ROLLUPS } from "../rules.ts";

/** The lock held while writing rollups, until the transaction ends. */
const FOLDING_LOCK = 7_160_020;

/** Takes the rollup lock until the transaction ends; waits for it. */
export async function lockRollups(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FOLDING_LOCK}::bigint)`.execute(db);
}

/** Takes the lock without waiting; false if another process holds it. */
export async function tryLockRollups(db: Executor): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${FOLDING_LOCK}::bigint) as taken`.execute(db);
  return rows[0]?.taken ?? false;
}

/** The rows of each ledger to aggregate: conditions on the columns of the alias `l`. */
export type Part = Readonly<{
  /** Processed one after another, so that only the rows of one condition are in memory. */
  downloads: readonly RawBuilder<unknown>[];
  impressions: RawBuilder<unknown>;
  accruals: RawBuilder<unknown>;
  /** The tables of downloads and impressions: those of an archived month are copies. */
  tables: LedgerTables;
}>;

/** Lets the transaction sort and hash in memory instead of on disk. */
export async function planForBulk(db: Executor): Promise<void> {
  await sql`select set_config('work_mem', '96MB', true)`.execute(db);
}

/** Downloads of this many `ledger_batches` are read at once; each holds those of one transaction of counting. */
const READ_BATCHES = 5;

/** The rows that these `ledger_batches` wrote. */
export function ofBatches(batches: readonly number[]): Part {
  const own = (some: readonly number[]) => sql`l.batch_id = any(${some}::bigint[])`;
  const downloads: RawBuilder<unknown>[] = [];
  for (let start = 0; start < batches.length; start += READ_BATCHES)
    downloads.push(own(batches.slice(start, start + READ_BATCHES)));
  return { downloads, impressions: own(batches), accruals: own(batches), tables: PRESENT };
}

/** The date that a row is booked on: that of its window, in UTC. */
const booked = sql`(l.window_start at time zone 'UTC')::date`;

/** The dates on which impressions and accrued prices of a part are booked. */
export async function listAdDays(db: Executor, part: Part): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select ${booked} as day from ${sql.table(part.tables.impressions)} l where ${part.impressions}
    union
    select day from accruals l where ${part.accruals}`.execute(db);
  return rows.map(({ day }) => day);
}

/**
 * Adds impressions and accrued prices to the rollups of line items, campaigns and teams: to days, and to months before
 * `closedUntil`. Sums by line item first, because few rows remain to be summed for the higher levels.
 */
export async function addAds(db: Executor, part: Part, closedUntil: Day): Promise<void> {
  await sql`
    with lines as materialized (
      select ${booked} as day, lineitem_id, campaign_id, team_id,
        sum(quantity)::integer as impressions, sum(quantity * price) as revenue
      from ${sql.table(part.tables.impressions)} l where ${part.impressions} group by 1, 2, 3, 4
      union all
      select day, lineitem_id, campaign_id, team_id, 0, amount from accruals l where ${part.accruals}
    ), days as materialized (
      select case when lineitem_id is not null then 0 when campaign_id is not null then 1 else 2 end as level,
        coalesce(lineitem_id, campaign_id, team_id) as id, day,
        case when lineitem_id is not null then campaign_id when campaign_id is not null then team_id
          else 0 end as parent_id,
        sum(impressions)::bigint as impressions, sum(revenue) as revenue
      from lines
      group by grouping sets ((day, lineitem_id, campaign_id), (day, campaign_id, team_id), (day, team_id))
    )
    insert into ad_rollups as r (level, id, span, start, parent_id, impressions, revenue)
    select level, id, 1, day, parent_id, impressions, revenue from days
    union all
    select level, id, 2, date_trunc('month', day)::date, parent_id, sum(impressions), sum(revenue)
    from days where day < ${closedUntil}::date
    group by level, id, date_trunc('month', day), parent_id
    order by 1, 2, 3, 4
    on conflict (level, id, span, start, parent_id) do update
    set impressions = r.impressions + excluded.impressions, revenue = r.revenue + excluded.revenue`.execute(
    db,
  );
}

/** Adds impressions to the days of line items by show and creative. Accrued prices belong to neither. */
export async function addAdDetails(db: Executor, part: Part): Promise<void> {
  await sql`
    insert into ad_details as d
      (campaign_id, start, lineitem_id, show_id, creative_id, impressions, revenue)
    select campaign_id, ${booked}, lineitem_id, show_id, creative_id,
      sum(quantity), sum(quantity * price)
    from ${sql.table(part.tables.impressions)} l where ${part.impressions} group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (campaign_id, start, lineitem_id, show_id, creative_id) do update
    set impressions = d.impressions + excluded.impressions, revenue = d.revenue + excluded.revenue`.execute(
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

/** The first day of the next month to close: the month of the first row after the closed ones; null for none. */
export async function findOpenMonth(db: Executor): Promise<Day | null> {
  // Every row has a team or a user, and rows of those levels are few.
  const first = (table: string) => sql`(
    select min(start) from ${sql.table(table)}
    where level = 2 and span = 1 and start >= (select closed_until from rollup_state))`;
  const { rows } = await sql<{ month: Day | null }>`
    select date_trunc('month', least(${first("ad_rollups")}, ${first("audience_rollups")}))::date as month`.execute(
    db,
  );
  return rows[0]?.month ?? null;
}

/** Empties a closed month in all rollups, before its rows are rewritten. */
export async function clearMonth(db: Executor, month: Day): Promise<void> {
  for (const table of ROLLUPS)
    await sql`delete from ${sql.table(table)} where span = 2 and start = ${month}::date`.execute(
      db,
    );
}

/** The days of a month, in any rollup. */
export const daysOf = (month: Day) =>
  sql`span = 1 and start >= ${month}::date and start < (${month}::date + interval '1 month')`;

/** Sums the ads of a month's days into its monthly rows. */
export async function writeAdMonth(db: Executor, month: Day): Promise<void> {
  await sql`
    insert into ad_rollups
    select level, id, 2, ${month}::date, parent_id, sum(impressions), sum(revenue)
    from ad_rollups where ${daysOf(month)} group by level, id, parent_id
    order by level, parent_id, id`.execute(db);
}

/**
 * Rewrites the days of a month, so that days of one scope are next to each other and to those of its siblings.
 * Aggregation leaves each day on a separate page, which is then read for a single row.
 */
export async function orderDays(db: Executor, month: Day): Promise<void> {
  for (const table of ROLLUPS)
    await sql`
      with days as (delete from ${sql.table(table)} where ${daysOf(month)} returning *)
      insert into ${sql.table(table)} select * from days order by level, parent_id, id, start`.execute(
      db,
    );
}

/** A day of a month. */
export type DayRow = Readonly<{
  level: number;
  id: number;
  parent_id: number;
  plays: number;
  downloads: number;
  names: Buffer;
  listeners: Buffer;
}>;

/** The audience's days of a month, sorted by the monthly row that they belong to, up to `most` at a time. */
export async function* readDays(db: Executor, month: Day, most: number): AsyncGenerator<DayRow[]> {
  await sql`
    declare month_days no scroll cursor for
    select level, id, parent_id, plays, downloads, names, listeners from audience_rollups
    where ${daysOf(month)} order by level, parent_id, id`.execute(db);
  for (;;) {
    const { rows } = await sql<DayRow>`fetch ${sql.lit(most)} from month_days`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < most) break;
  }
  await sql`close month_days`.execute(db);
}

/** Months before `day` are read from their monthly rows from now on. The day never moves back. */
export async function setClosedUntil(db: Executor, day: Day): Promise<void> {
  await sql`update rollup_state set closed_until = greatest(closed_until, ${day}::date)`.execute(
    db,
  );
}
