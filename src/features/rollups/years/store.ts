/** SQL that makes the partitions of the rollups, one a year. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Day } from "../../../platform/statistics/calendar.ts";

/** Makes those that are missing from the year of `first` to that of `last`. In a transaction. */
export async function ensureYears(db: Executor, first: Day, last: Day): Promise<void> {
  await sql`select ensure_rollup_years(${first}::date, ${last}::date)`.execute(db);
}
