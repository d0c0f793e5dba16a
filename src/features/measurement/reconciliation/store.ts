/** SQL of reconciliations: the line items of a campaign. */
import type { Executor } from "../../../platform/db/database.ts";

/** Also deleted ones, because their impressions remain sold. */
export function listItemsOf(db: Executor, campaign_id: number) {
  return db
    .selectFrom("lineitems")
    .select(["lineitem_id", "name", "external_id"])
    .where("campaign_id", "=", campaign_id)
    .orderBy("lineitem_id")
    .execute();
}
