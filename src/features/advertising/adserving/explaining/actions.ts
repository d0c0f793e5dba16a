/** Names line items for callers who may read their team's advertising. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { listReadableTeams } from "../../../people/organizations/rights.ts";
import type { BookingNames } from "./schema.ts";
import { listBookingNames } from "./store.ts";

/** The names of those of the line items that `caller` may read, by id. */
export async function findBookingNames(
  db: Executor,
  caller: Caller,
  lineitem_ids: readonly number[],
): Promise<ReadonlyMap<number, BookingNames>> {
  const team_ids = await listReadableTeams(db, caller);
  const rows = await listBookingNames(db, team_ids, lineitem_ids);
  return new Map(rows.map((row) => [row.lineitem_id, row]));
}
