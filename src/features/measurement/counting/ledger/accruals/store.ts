/** SQL of the accrual of flat prices. */
import { sql } from "kysely";
import type { Executor } from "../../../../../platform/db/database.ts";
import { recordset } from "../../../../../platform/db/recordset.ts";

export type FlatLineitem = Readonly<{
  lineitem_id: number;
  campaign_id: number;
  team_id: number;
  /** In 10⁻⁵ of the currency. */
  price_amount: number;
  goal_impressions: number | null;
  start_date: string;
  end_date: string;
  /** The last day that accrues: of its end, its cancellation or deletion, or yesterday. */
  last_day: string;
}>;

/** Line items with a flat price that were ever approved and have begun by `yesterday` (YYYY-MM-DD). */
export async function findFlat(db: Executor, yesterday: string): Promise<FlatLineitem[]> {
  const { rows } = await sql<FlatLineitem>`
    select lineitem_id, campaign_id, team_id, price_amount, goal_impressions,
      start_date::text as start_date, end_date::text as end_date,
      least(${yesterday}::date, end_date + auto_extend_days, canceled_at::date, deleted_at::date)::text as last_day
    from lineitems
    where price_type = 'FLAT' and approved_at is not null and price_amount > 0 and start_date <= ${yesterday}::date
    order by lineitem_id`.execute(db);
  return rows;
}

export type AccrualDay = Readonly<{
  day: string;
  /** Delivered on this day. */
  impressions: number;
  /** Accrued for this day so far. */
  amount: string;
  corrections: number;
}>;

/** The days of a line item from `first` to `last`, with the deliveries and accruals of each. */
export async function findAccruals(
  db: Executor,
  lineitem_id: number,
  first: string,
  last: string,
): Promise<AccrualDay[]> {
  const { rows } = await sql<AccrualDay>`
    with delivered as (
      select window_start::date as day, sum(quantity) as impressions from impressions
      where lineitem_id = ${lineitem_id} and window_start >= ${first}::date and window_start < ${last}::date + 1
      group by 1
      union all
      select day, impressions from history_impressions
      where lineitem_id = ${lineitem_id} and day >= ${first}::date and day <= ${last}::date
    ), accrued as (
      select day, sum(amount) as amount, count(*) as corrections from accruals
      where lineitem_id = ${lineitem_id} group by 1
    )
    select day::date::text as day, coalesce(impressions, 0)::bigint as impressions,
      coalesce(amount, 0)::text as amount, coalesce(corrections, 0)::integer as corrections
    from generate_series(${first}::date, ${last}::date, '1 day') as days (day)
      left join delivered using (day) left join accrued using (day)
    order by day`.execute(db);
  return rows;
}

export type Accrual = Readonly<{ day: string; correction: number; amount: string }>;

/** Appends the missing amounts of a line item's days, and adds them to its revenue. */
export async function insertAccruals(
  db: Executor,
  batch_id: number,
  { lineitem_id, campaign_id, team_id }: FlatLineitem,
  accruals: readonly Accrual[],
): Promise<void> {
  const rows = accruals.map((accrual) => ({ ...accrual, amount: BigInt(accrual.amount) }));
  await sql`
    with appended as (
      insert into accruals (lineitem_id, day, correction, batch_id, campaign_id, team_id, amount)
      select ${lineitem_id}::bigint, day::date, correction, ${batch_id}::bigint, ${campaign_id}::bigint,
        ${team_id}::bigint, amount
      from ${recordset(rows, { day: "text", correction: "smallint", amount: "bigint" })} as row
      returning amount
    )
    insert into lineitem_counts as known (lineitem_id, revenue)
    select ${lineitem_id}::bigint, sum(amount) from appended
    on conflict (lineitem_id) do update set revenue = known.revenue + excluded.revenue`.execute(db);
}
