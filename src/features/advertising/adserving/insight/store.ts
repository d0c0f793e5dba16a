/** SQL of decision records: reasons by hour, and samples of ad requests. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";

export type ReasonCount = Readonly<{ lineitem_id: number; reason: string; count: number }>;

/** Adds counts to the hour that contains `at`. The order of rows is fixed, so that processes never deadlock. */
export async function addDecisionCounts(
  db: Executor,
  at: Date,
  counts: readonly ReasonCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into decision_counts (lineitem_id, hour, reason, count)
    select lineitem_id, date_trunc('hour', ${at}::timestamptz), reason, count
    from ${recordset(counts, { lineitem_id: "bigint", reason: "text", count: "bigint" })} as counts
    order by 1, 3
    on conflict (lineitem_id, hour, reason)
    do update set count = decision_counts.count + excluded.count`.execute(db);
}

/** Sums by line item and reason over the hours from `since` on. */
export async function sumDecisionCounts(db: Executor, since: Date): Promise<ReasonCount[]> {
  const { rows } = await sql<ReasonCount>`
    select lineitem_id, reason, sum(count)::bigint as count from decision_counts
    where hour >= ${since} group by 1, 2`.execute(db);
  return rows;
}

/** Sums by reason of one line item over the hours in [from, to). */
export async function sumReasons(db: Executor, lineitem_id: number, from: Date, to: Date) {
  const { rows } = await sql<{ reason: string; count: number }>`
    select reason, sum(count)::bigint as count from decision_counts
    where lineitem_id = ${lineitem_id} and hour >= ${from} and hour < ${to}
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** Sums by day (UTC, `YYYY-MM-DD`) and reason of one line item from `from` on, the latest day first. */
export async function sumDailyReasons(db: Executor, lineitem_id: number, from: Date) {
  const { rows } = await sql<{ day: string; reason: string; count: number }>`
    select (hour at time zone 'UTC')::date as day, reason, sum(count)::bigint as count
    from decision_counts where lineitem_id = ${lineitem_id} and hour >= ${from}
    group by 1, 2 order by 1 desc, 3 desc, 2`.execute(db);
  return rows;
}

export type Minute = Readonly<{ at: Date; process: string; seen: number; samples: unknown[] }>;

export async function insertAdRequests(db: Executor, minutes: readonly Minute[]): Promise<void> {
  if (minutes.length === 0) return;
  await db
    .insertInto("opportunities")
    .values(minutes.map((minute) => ({ ...minute, samples: JSON.stringify(minute.samples) })))
    // The first part of the minute may have been written before it was over.
    .onConflict((conflict) =>
      conflict.columns(["at", "process"]).doUpdateSet({
        seen: sql`opportunities.seen + excluded.seen`,
        samples: sql`opportunities.samples || excluded.samples`,
      }),
    )
    .execute();
}

/** A sampled ad request and how many it represents. */
export type SampleRow = Readonly<{ at: Date; weight: number; sample: unknown }>;

/**
 * Samples of [from, to) from shows that the teams may book (null: all shows), the oldest first, thinned out evenly if there are more than `most`; the weights are raised so that their sum
 * still equals the number of observed ad requests.
 */
export async function listSamples(
  db: Executor,
  team_ids: readonly number[] | null,
  from: Date,
  to: Date,
  most: number,
): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    with kept as (
      select at, seen::float8 / jsonb_array_length(samples) as weight, sample,
        row_number() over (order by at, process, nth) as nth, count(*) over () as total
      from opportunities, jsonb_array_elements(samples) with ordinality as s (sample, nth)
      where at >= ${from} and at < ${to} and ${team_ids === null ? sql`true` : isOfTeam(team_ids)}
    )
    select at, weight * greatest(1, total::float8 / ${most}::float8) as weight, sample
    from kept
    where total <= ${most}
      or floor(nth * ${most}::float8 / total) > floor((nth - 1) * ${most}::float8 / total)
    order by nth`.execute(db);
  return rows;
}

/** The countries of the downloads that the team may book in [from, to), the most frequent first. */
export async function listCountries(
  db: Executor,
  team_id: number,
  from: Date,
  to: Date,
): Promise<string[]> {
  const { rows } = await sql<{ country: string }>`
    select sample ->> 'country' as country
    from opportunities, jsonb_array_elements(samples) as sample
    where at >= ${from} and at < ${to} and sample ->> 'country' is not null
      and ${isOfTeam([team_id])}
    group by 1 order by sum(seen::float8 / jsonb_array_length(samples)) desc, 1`.execute(db);
  return rows.map(({ country }) => country);
}

const isOfTeam = (team_ids: readonly number[]) => sql`exists (
  select from jsonb_array_elements(sample -> 'team_ids') as team
  where team::bigint = any(${team_ids}::bigint[]))`;

/** Deletes records that are too old for forecasts and diagnoses. */
export async function forgetInsight(db: Executor, samplesBefore: Date, countsBefore: Date) {
  await db.deleteFrom("opportunities").where("at", "<", samplesBefore).execute();
  await db.deleteFrom("decision_counts").where("hour", "<", countsBefore).execute();
}
