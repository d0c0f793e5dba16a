/** SQL used only by the inventory. */
import type { Executor } from "../../../../platform/db/database.ts";

/** Ads delivered so far by line item. */
export async function countDelivered(
  db: Executor,
  lineitem_ids: readonly number[],
): Promise<Map<number, number>> {
  if (lineitem_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("lineitem_counts")
    .select(["lineitem_id", "impressions_tracked"])
    .where("lineitem_id", "in", lineitem_ids)
    .execute();
  return new Map(rows.map((row) => [row.lineitem_id, row.impressions_tracked]));
}

/** Titles of the shows that still exist. */
export async function titlesOf(
  db: Executor,
  show_ids: readonly number[],
): Promise<Map<number, string>> {
  if (show_ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("shows")
    .select(["show_id", "title"])
    .where("show_id", "in", show_ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ show_id, title }) => [show_id, title]));
}
