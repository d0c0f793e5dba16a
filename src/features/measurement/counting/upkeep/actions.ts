/** Deletes counting data after its retention time, and creates partitions for the coming days. */
import type { Deps } from "../../../../deps.ts";
import { DAY_MS, dayOf } from "../aggregation/rules.ts";
import { ensurePartitions } from "../aggregation/store.ts";
import { deleteTouches } from "../aggregation/touches/store.ts";
import { forgetLinesBefore } from "../history/store.ts";
import { deleteSites } from "../ledger/sources/store.ts";
import { ensureSecrets, SECRET_DAYS } from "../listeners/listeners.ts";
import { deleteSecretsBefore } from "../listeners/store.ts";
import { deleteUnrealistic } from "../networks/store.ts";
import { deleteCheckpoints, dropPartition, findPartitions } from "./store.ts";

const DAYS_AHEAD = 3;
const MARK_DAYS = 60;
/** A month, and a window that began at its end. */
const MONTH_DAYS = 32;

/** Runs once a day. Idempotent. */
export async function keepUp(deps: Pick<Deps, "db" | "clock" | "config">): Promise<void> {
  const { db, clock, config } = deps;
  const today = dayOf(clock().getTime());
  const before = (days: number) => new Date(today - days * DAY_MS);
  const ahead = Array.from({ length: DAYS_AHEAD + 1 }, (_, days) => today + days * DAY_MS);
  await db.transaction().execute((tx) => ensurePartitions(tx, ahead));
  await ensureSecrets(deps);
  // Delete all secrets but the last two: nobody can recompute older keys any more.
  await deleteSecretsBefore(db, before(2 * SECRET_DAYS));
  const oldestDay = before(config.recordDays).toISOString().slice(0, 10);
  await forgetLinesBefore(db, oldestDay);
  const oldest = oldestDay.replaceAll("-", "");
  for (const parent of ["media_parcels", "media_records", "deliveries"])
    for (const { name, day } of await findPartitions(db, parent))
      if (day < oldest) await dropPartition(db, name);
  await deleteTouches(db, before(config.recordDays));
  await deleteUnrealistic(db, before(config.recordDays));
  await deleteSites(db, before(config.recordDays + MONTH_DAYS));
  await deleteCheckpoints(db, before(MARK_DAYS));
}
