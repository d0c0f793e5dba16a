/** Knows who has how much room, and gives uploads theirs before they are read. */
import type { Deps } from "../../deps.ts";
import type { Executor } from "../../platform/db/database.ts";
import { openRoom, type Room } from "../../platform/storage/room.ts";
import { findQuota, noteUnswept, replacePlans, sumHeld } from "./store.ts";

type Needs = Pick<Deps, "db" | "disk" | "config" | "clock">;

/** An unfinished upload that has sent nothing for so long holds no disk space, until it goes on. */
const HELD_MS = 600_000;

/** The room of this process; the plans of its configuration become those of the database. */
export async function openStorage({ db, disk, config, clock }: Needs): Promise<Room> {
  await replacePlans(db, config.plans);
  return openRoom({
    disk,
    findQuota: (user_id) => findQuota(db, user_id),
    sumPromised: () => sumHeld(db, new Date(clock().getTime() - HELD_MS)),
  });
}

/**
 * Runs a write whose file of `bytes` is in the media store already. When it fails, the file counts as
 * deleted and not swept yet: else refused writes would fill the disk at nobody's expense.
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
