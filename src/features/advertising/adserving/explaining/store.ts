/** SQL that names bookings for those who may read them. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { BookingNames } from "./schema.ts";

/** The names of those line items that belong to one of the teams. */
export async function listBookingNames(
  db: Executor,
  team_ids: readonly number[],
  lineitem_ids: readonly number[],
): Promise<BookingNames[]> {
  if (team_ids.length === 0 || lineitem_ids.length === 0) return [];
  return db
    .selectFrom("lineitems as l")
    .innerJoin("campaigns as c", "c.campaign_id", "l.campaign_id")
    .innerJoin("advertisers as a", "a.advertiser_id", "c.advertiser_id")
    .select(["l.lineitem_id", "l.name as lineitem_name"])
    .select(["c.name as campaign_name", "a.name as advertiser_name"])
    .where("l.team_id", "in", [...team_ids])
    .where("l.lineitem_id", "in", [...lineitem_ids])
    .execute();
}
