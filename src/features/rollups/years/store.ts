/** SQL that makes the partitions of the rollups, one a year. */
import { sql } from "kysely";
import { integerColumn } from "../../../platform/db/columns.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";

/** Makes those that are missing of the years of these days. In a transaction. */
export async function ensureYears(db: Executor, days: readonly Day[]): Promise<void> {
  const years = new Set(days.map((day) => Number(day.slice(0, 4))));
  await sql`
    select ensure_rollup_year(year) from unnest(${integerColumn([...years])}::integer[]) as year`.execute(
    db,
  );
}
