/** All SQL of devices; `announcing/store.ts` has that of what is sent to them. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Devices } from "../../../platform/db/rows.ts";

/** A user's devices, the oldest first. */
export const listDevices = (db: Executor, user_id: number) =>
  db
    .selectFrom("devices")
    .selectAll()
    .where("user_id", "=", user_id)
    .orderBy("device_id")
    .execute();

export type DeviceRow = Awaited<ReturnType<typeof listDevices>>[number];

/** A device of the user. */
export const findDevice = (db: Executor, user_id: number, device_id: number) =>
  db
    .selectFrom("devices")
    .selectAll()
    .where("user_id", "=", user_id)
    .where("device_id", "=", device_id)
    .executeTakeFirst();

export type FollowedShow = Readonly<{
  show_id: number;
  title: string;
  notifications_enabled: boolean;
}>;

/** The shows that the user follows and strangers find, those that were followed last first. */
export const listFollowedShows = (
  db: Executor,
  user_id: number,
  limit: number,
): Promise<FollowedShow[]> =>
  db
    .selectFrom("favorites as f")
    .innerJoin("shows as s", "s.show_id", "f.show_id")
    .select(["s.show_id", "s.title", "f.notifications_enabled"])
    .where("f.user_id", "=", user_id)
    .where("f.removed_at", "is", null)
    .where("s.deleted_at", "is", null)
    .where("s.visibility", "=", "PUBLIC")
    .orderBy("f.position", "desc")
    .limit(limit)
    .execute();

/** Whether the user follows the show and has a device that its new episodes are pushed to. */
export async function isNotified(
  db: Executor,
  { user_id, show_id }: Readonly<{ user_id: number; show_id: number }>,
): Promise<boolean> {
  const found = await db
    .selectFrom("favorites as f")
    .innerJoin("devices as d", "d.user_id", "f.user_id")
    .select("f.show_id")
    .where("f.user_id", "=", user_id)
    .where("f.show_id", "=", show_id)
    .where("f.removed_at", "is", null)
    .where("f.notifications_enabled", "=", true)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** How many devices with other endpoints the user has; others who count wait until the transaction ends. */
export async function countOthersAndLock(
  tx: Executor,
  user_id: number,
  endpoint: string,
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave devices'), ${user_id % 2 ** 31}::integer)`.execute(
    tx,
  );
  const { count } = await tx
    .selectFrom("devices")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .where("endpoint", "<>", endpoint)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stores a device; one with the same endpoint becomes the user's, with the new keys. */
export const putDevice = (tx: Executor, values: Insertable<Devices>) =>
  tx
    .insertInto("devices")
    .values(values)
    .onConflict((conflict) =>
      conflict.column("endpoint").doUpdateSet((eb) => ({
        user_id: eb.ref("excluded.user_id"),
        public_key: eb.ref("excluded.public_key"),
        auth: eb.ref("excluded.auth"),
        name: eb.ref("excluded.name"),
        failing_since: null,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

/** Deletes a device of the user; false if there is none. */
export async function removeDevice(
  db: Executor,
  user_id: number,
  device_id: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("devices")
    .where("user_id", "=", user_id)
    .where("device_id", "=", device_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
