/** Reads all bookings that may run. */
import type { Executor } from "../../../../platform/db/database.ts";
import type { Booking } from "../core/booking.ts";
import type { Zones } from "../core/zones.ts";
import { bookingOf, creativesOf } from "./rules.ts";
import { listCreatives, listRunning } from "./store.ts";

export async function readBookings(db: Executor, zones: Zones, at: Date): Promise<Booking[]> {
  const rows = await listRunning(db, at);
  if (rows.length === 0) return [];
  const creatives = creativesOf(await listCreatives(db));
  return rows.map((row) => bookingOf(row, creatives.get(row.lineitem_id) ?? [], zones));
}
