/** Names line items for callers who may read their team's advertising, and finds the one that an aircheck is about. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Caller } from "../../../../platform/http/route.ts";
import { listReadableTeams, requireRecordOfTeam } from "../../../people/organizations/rights.ts";
import { bookingOf, creativesOf } from "../bookings/rules.ts";
import { findBooked, listCreatives } from "../bookings/store.ts";
import { openZones } from "../core/zones.ts";
import type { AdRequest } from "../schema.ts";
import { breaksFor, missOf } from "./rules.ts";
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

/** A line item that an editor wants to hear, whatever its state is. */
export type Audition = Readonly<{
  lineitem_id: number;
  team_id: number;
  /** Those of its creatives that can be played. */
  creatives: readonly Readonly<{
    creative_id: number;
    weight: number;
    files: Readonly<Record<string, unknown>>;
  }>[];
  /** Why it cannot run at all at present; null: it can. */
  obstacle: "canceled" | "not-active" | "no-creative" | null;
  /** Why no decision about the request could choose it, as in a diagnosis; null: one could. */
  missOf(request: AdRequest): string | null;
  /** The indexes of the breaks that its positions allow. */
  breaksFor(request: Pick<AdRequest, "breaks">): number[];
}>;

/** The line item, if `caller` may change it; else fails with not-found or forbidden. */
export async function findAudition(
  db: Executor,
  caller: Caller,
  lineitem_id: number,
): Promise<Audition> {
  const found = await findBooked(db, lineitem_id);
  const row = await requireRecordOfTeam(db, caller, found, "lineitem", "write");
  const creatives = creativesOf(await listCreatives(db, lineitem_id)).get(lineitem_id) ?? [];
  const booking = bookingOf(row, creatives, openZones());
  const obstacle =
    row.canceled_at !== null
      ? "canceled"
      : creatives.length === 0
        ? "no-creative"
        : row.active
          ? null
          : "not-active";
  return {
    lineitem_id,
    team_id: row.team_id,
    creatives,
    obstacle,
    missOf: (request) => missOf(booking, request),
    breaksFor: (request) => breaksFor(booking, request),
  };
}
