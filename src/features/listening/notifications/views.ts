/** Converts devices to API objects; pure. */
import { hostOf } from "../../../platform/net/fetch.ts";
import { wireTime } from "../../../platform/text/time.ts";
import type { DeviceRow } from "./store.ts";

const timeOrNull = (date: Date | null): string | null => (date === null ? null : wireTime(date));

/** A device as its owner sees it, without what would let others push to it. */
export const deviceView = (row: DeviceRow) => ({
  device_id: row.device_id,
  name: row.name,
  service: hostOf(row.endpoint),
  created_at: wireTime(row.created_at),
  delivered_at: timeOrNull(row.delivered_at),
  failing_since: timeOrNull(row.failing_since),
});
