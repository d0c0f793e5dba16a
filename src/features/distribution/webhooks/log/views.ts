/** Converts deliveries to API objects; pure. */
import { wireTime } from "../../../../platform/text/time.ts";
import type { DeliveryRow } from "./store.ts";

const timeOrNull = (date: Date | null): string | null => (date === null ? null : wireTime(date));

export const deliveryView = (row: DeliveryRow) => ({
  delivery_id: row.delivery_id,
  type: row.type,
  sequence: row.sequence,
  state: row.state,
  attempts: row.attempts,
  next_at: row.state === "PENDING" ? wireTime(row.next_at) : null,
  attempted_at: timeOrNull(row.attempted_at),
  status: row.status,
  error: row.error,
  duration: row.duration,
  created_at: wireTime(row.created_at),
  delivered_at: timeOrNull(row.delivered_at),
});
