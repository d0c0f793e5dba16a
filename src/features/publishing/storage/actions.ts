/** Tracks storage quotas, and reserves space for uploads before they are read. */
import type { Deps } from "../../../deps.ts";
import type { Executor } from "../../../platform/db/database.ts";
import { openRoom, type Room } from "../../../platform/storage/room.ts";
import { findQuota, noteUnswept, replacePlans, sumHeld } from "./store.ts";

type Needs = Pick<Deps, "db" | "disk" | "config" | "clock">;

/** An unfinished upload that has been idle this long holds no disk space until it resumes. */
const HELD_MS = 600_000;

/** Opens the storage reservations of this process, and stores the plans of its configuration in the database. */
export async function openStorage({ db, disk, config, clock }: Needs): Promise<Room> {
  await replacePlans(db, config.plans);
  return openRoom({
    disk,
    findQuota: (user_id) => findQuota(db, user_id),
    sumPromised: () => sumHeld(db, new Date(clock().getTime() - HELD_MS)),
  });
}

/**
 * Runs a write whose file of `bytes` is already in the media store. If the write fails, the file counts as deleted but
 * not yet swept; otherwise rejected writes could fill the disk without counting towards any quota.
 */
export async function payForLeftover<T>(
  db: Executor,
  user_id: number,
  bytes: number,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await noteUnswept(db, user_id, bytes);
    throw error;
  }
}
