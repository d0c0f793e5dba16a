/** SQL that decides which ads of deleted line items count. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../../platform/db/columns.ts";
import type { Executor } from "../../../../../platform/db/database.ts";

/** When (ms) each deleted line item among these was deleted, by itself or with its campaign. */
export async function findDeleted(
  db: Executor,
  lineitem_ids: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ lineitem_id: number; since: Date }>`
    select l.lineitem_id, least(l.deleted_at, c.deleted_at) as since
    from lineitems l join campaigns c using (campaign_id)
    where l.lineitem_id = any(${bigintColumn(lineitem_ids)}::bigint[])
      and (l.deleted_at is not null or c.deleted_at is not null)`.execute(db);
  return new Map(rows.map(({ lineitem_id, since }) => [lineitem_id, since.getTime()]));
}
