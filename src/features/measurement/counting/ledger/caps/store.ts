/** SQL that bills at most the goal. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../../platform/db/columns.ts";
import type { Executor } from "../../../../../platform/db/database.ts";
import { recordset } from "../../../../../platform/db/recordset.ts";
import type { Impression } from "../store.ts";

/** The line items among these with a hard cap that exceed their goal, and by how much. */
export async function findOverrun(db: Executor, ids: readonly number[]) {
  const { rows } = await sql<{ lineitem_id: number; overrun: number }>`
    select lineitem_id, impressions_tracked - goal_impressions as overrun
    from lineitem_counts join lineitems using (lineitem_id)
    where lineitem_id = any(${bigintColumn(ids)}::bigint[]) and hard_cap
      and impressions_tracked > goal_impressions
    order by 1`.execute(db);
  return rows;
}

/** Makes impressions that this transaction has entered free of charge. */
export async function waive(db: Executor, late: readonly Impression[]): Promise<void> {
  const rows = late.map(({ ad, ...impression }) => ({
    ...impression,
    segment: ad.segment,
    price: ad.price,
  }));
  await sql`
    with waived as (
      update impressions set price = 0
      from ${recordset(rows, {
        window_start: "timestamptz",
        listener: "bytea",
        digest: "bytea",
        segment: "smallint",
        price: "bigint",
      })} as late
      where impressions.window_start = late.window_start and impressions.listener = late.listener
        and impressions.digest = late.digest and impressions.segment = late.segment
        and impressions.correction = 0
      returning impressions.lineitem_id, late.price
    )
    update lineitem_counts set revenue = revenue - sums.price
    from (select lineitem_id, sum(price) as price from waived group by 1) as sums
    where lineitem_counts.lineitem_id = sums.lineitem_id`.execute(db);
}
