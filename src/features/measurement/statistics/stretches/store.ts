/** SQL of the rollups' rows that cover a date range, and of the buckets that they belong to. */
import { type RawBuilder, sql } from "kysely";
import { recordset } from "../../../../platform/db/recordset.ts";
import {
  coverRange,
  type Day,
  type DayRange,
  type Group,
} from "../../../../platform/statistics/calendar.ts";
import { SPANS } from "../rules.ts";

export type Stretches = { span: number; first: string; last: string }[];

/** Selects the fewest rows to sum. Buckets of days and weeks consist of daily rows only. */
export function stretchesOf(range: DayRange | null, group: Group | null, closed: Day): Stretches {
  if (range === null)
    return [
      { span: SPANS.month, first: "-infinity", last: "infinity" },
      { span: SPANS.day, first: closed, last: "infinity" },
    ];
  const cover =
    group === null || group === "month"
      ? coverRange(range, closed)
      : [{ span: "day" as const, first: range.from, last: range.to }];
  return cover.map(({ span, first, last }) => ({ span: SPANS[span], first, last }));
}

/**
 * Rows of `table` in these stretches, with one index scan per stretch: "offset 0" keeps the planner from joining all
 * rows of the scope with the stretches.
 */
export const within = (table: string, own: RawBuilder<unknown>, stretches: Stretches) => sql`
  ${recordset(stretches, { span: "smallint", first: "text", last: "text" })} as stretch
  cross join lateral (
    select * from ${sql.table(table)} t
    where ${own} and t.span = stretch.span and t.start between stretch.first::date and stretch.last::date
    offset 0
  ) r`;

/** The bucket's first day, clipped to the range. For days it skips truncation, which would cost more than the rest. */
export const bucket = (range: DayRange, group: Group) =>
  group === "day"
    ? sql<Day>`start`
    : sql<Day>`greatest(date_trunc(${sql.lit(group)}, start::timestamp)::date, ${range.from}::date)`;
