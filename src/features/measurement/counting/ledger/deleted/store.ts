/** SQL that decides which ads of deleted line items count. */
import { sql } from "kysely";
import { bigintColumn, bytesColumn, timeColumn } from "../../../../../platform/db/columns.ts";
import type { Executor } from "../../../../../platform/db/database.ts";
import type { Impression } from "../store.ts";

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

/** The impressions whose listener was still pinned to the rendition at delivery. */
export async function findPinned(
  db: Executor,
  impressions: readonly Impression[],
): Promise<Impression[]> {
  if (impressions.length === 0) return [];
  const column = <V>(read: (impression: Impression) => V): V[] => impressions.map(read);
  const { rows } = await sql<{ n: number }>`
    select n::integer as n from unnest(
      ${bytesColumn(column(({ listener }) => listener))}::bytea[],
      ${bigintColumn(column(({ episode_id }) => episode_id))}::bigint[],
      ${bytesColumn(column(({ digest }) => digest))}::bytea[],
      ${timeColumn(column(({ at }) => at))}::timestamptz[]
    ) with ordinality as row (listener, episode_id, digest, at, n)
    where exists (
      select from pins where pins.listener = row.listener and pins.episode_id = row.episode_id
        and pins.digest = row.digest and pins.expires_at > row.at)`.execute(db);
  return rows.flatMap(({ n }) => impressions[n - 1] ?? []);
}
