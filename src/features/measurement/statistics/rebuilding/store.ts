/** SQL of rebuilding the rollups from the ledgers, month by month. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";
import type { LedgerTables } from "../../counting/history/restoring.ts";
import { daysOf, type Part } from "../aggregation/store.ts";
import { ROLLUPS } from "../rules.ts";

/**
 * Lists every month with ledger rows or rollups for rebuilding, unless a rebuild is unfinished, which is then
 * continued.
 */
export async function planRebuild(db: Executor): Promise<void> {
  await sql`
    insert into rollup_rebuilds (month)
    select generate_series(date_trunc('month', first), last, interval '1 month')::date
    from (
      select min(day) as first, max(day) as last from (
        select min(window_start) at time zone 'UTC' as day from downloads
        union all select max(window_start) at time zone 'UTC' from downloads
        union all select min(window_start) at time zone 'UTC' from impressions
        union all select max(window_start) at time zone 'UTC' from impressions
        union all select min(month) from history_months where manifest_key is not null
        union all select max(month) from history_months where manifest_key is not null
        union all select min(day) from accruals union all select max(day) from accruals
        union all select min(start) from ad_rollups union all select max(start) from ad_rollups
        union all select min(start) from audience_rollups union all select max(start) from audience_rollups
      ) days
    ) ends where first is not null and not exists (select from rollup_rebuilds)`.execute(db);
}

/** Months still to be rebuilt, latest first, because they are requested most. */
export async function listMonths(db: Executor): Promise<Day[]> {
  const rows = await db
    .selectFrom("rollup_rebuilds")
    .select("month")
    .orderBy("month", "desc")
    .execute();
  return rows.map(({ month }) => month);
}

export async function forgetMonth(db: Executor, month: Day): Promise<void> {
  await db.deleteFrom("rollup_rebuilds").where("month", "=", month).execute();
}

/** Empties the days of a month in all rollups. */
export async function clearDays(db: Executor, month: Day): Promise<void> {
  for (const table of ROLLUPS)
    await sql`delete from ${sql.table(table)} where ${daysOf(month)}`.execute(db);
  await sql`
    delete from ad_details
    where start >= ${month}::date and start < (${month}::date + interval '1 month')`.execute(db);
}

/** The approximate number of downloads read at once. */
const READ_TOGETHER = 500_000;

const folded = sql`exists (select from ledger_batches b where b.batch_id = l.batch_id and b.folded_at is not null)`;
const inWindows = (first: Day, after: RawBuilder<unknown>) => sql`
  l.window_start >= ${first}::date::timestamp at time zone 'UTC'
  and l.window_start < (${after}) at time zone 'UTC'`;
const monthAfter = (month: Day) => sql`${month}::date + interval '1 month'`;

export type CountedDay = Readonly<{ day: Day; downloads: number }>;

/** The days of a month with downloads, and how many there are. */
export async function countDays(
  db: Executor,
  month: Day,
  { downloads }: LedgerTables,
): Promise<CountedDay[]> {
  const { rows } = await sql<CountedDay>`
    select (window_start at time zone 'UTC')::date as day, count(*) as downloads
    from ${sql.table(downloads)} l where ${inWindows(month, monthAfter(month))} group by 1 order by 1`.execute(
    db,
  );
  return rows;
}

/**
 * The aggregated ledger rows of a month with these days. Rows that are not aggregated yet will be added when they are.
 * Days with very many downloads are split by listener.
 */
export function ofMonth(month: Day, days: readonly CountedDay[], tables: LedgerTables): Part {
  const downloads = days.flatMap(({ day, downloads: count }) => {
    const parts = Math.ceil(count / READ_TOGETHER);
    const windows = sql`${inWindows(day, sql`${day}::date + interval '1 day'`)} and ${folded}`;
    return Array.from({ length: parts }, (_, part) =>
      parts === 1
        ? windows
        : sql`${windows} and get_byte(l.listener, 1) % ${sql.lit(parts)} = ${sql.lit(part)}`,
    );
  });
  return {
    downloads,
    tables,
    impressions: sql`${inWindows(month, monthAfter(month))} and ${folded}`,
    accruals: sql`l.day >= ${month}::date and l.day < (${monthAfter(month)}) and ${folded}`,
  };
}
