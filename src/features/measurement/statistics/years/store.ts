/** SQL that creates the yearly partitions of the rollups. */
import { sql } from "kysely";
import { integerColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Day } from "../../../../platform/statistics/calendar.ts";

const yearOf = (day: Day): number => Number(day.slice(0, 4));

/** Creates missing partitions for the years of these days. Call it in a transaction. */
export async function ensureYearsOf(db: Executor, days: readonly Day[]): Promise<void> {
  const years = [...new Set(days.map(yearOf))];
  await sql`
    select ensure_rollup_year(year) from unnest(${integerColumn(years)}::integer[]) as year`.execute(
    db,
  );
}

/** Does the same for all years from that of `first` to that of `last`. */
export async function ensureYears(db: Executor, first: Day, last: Day): Promise<void> {
  await sql`
    select ensure_rollup_year(year)
    from generate_series(${yearOf(first)}::integer, ${yearOf(last)}::integer) as year`.execute(db);
}
