/** SQL that makes the partitions of the rollups, one a year. */
import { sql } from "kysely";
import { integerColumn } from "../../../platform/db/columns.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";

const yearOf = (day: Day): number => Number(day.slice(0, 4));

/** Makes those that are missing of the years of these days. In a transaction. */
export async function ensureYearsOf(db: Executor, days: readonly Day[]): Promise<void> {
  const years = [...new Set(days.map(yearOf))];
  await sql`
    select ensure_rollup_year(year) from unnest(${integerColumn(years)}::integer[]) as year`.execute(
    db,
  );
}

/** The same of all years from that of `first` to that of `last`. */
export async function ensureYears(db: Executor, first: Day, last: Day): Promise<void> {
  await sql`
    select ensure_rollup_year(year)
    from generate_series(${yearOf(first)}::integer, ${yearOf(last)}::integer) as year`.execute(db);
}
