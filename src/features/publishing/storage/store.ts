/** All SQL about how much users store and may store. */
import { sql } from "kysely";
import type { Database, Executor } from "../../../platform/db/database.ts";
import type { Plans } from "../../../platform/storage/plans.ts";
import type { Quota } from "../../../platform/storage/room.ts";

/** The user's storage usage and limit. */
export async function findQuota(db: Executor, user_id: number): Promise<Quota> {
  const { rows } = await sql<{ used: number; unswept: number; limit: number | null }>`
    select coalesce(bytes, 0) as used, coalesce(unswept_bytes, 0) as unswept,
      storage_limit(users.user_id) as limit
    from users left join storage_use on storage_use.user_id = users.user_id
    where users.user_id = ${user_id}`.execute(db);
  return rows[0] ?? { used: 0, unswept: 0, limit: 0 };
}

/** Bytes that uploads have yet to send; uploads idle since `since` hold no space. */
export async function sumHeld(db: Executor, since: Date): Promise<number> {
  const { held } = await db
    .selectFrom("uploads")
    .select(sql<number>`coalesce(sum(held_bytes), 0)::bigint`.as("held"))
    .where("held_bytes", ">", 0)
    .where("held_at", ">", since)
    .executeTakeFirstOrThrow();
  return held;
}

/** Replaces all plans with `plans`. */
export async function replacePlans(db: Database, plans: Plans): Promise<void> {
  const values = [...plans].map(([plan, bytes]) => ({ plan, bytes }));
  await db.transaction().execute(async (transaction) => {
    await transaction
      .insertInto("storage_plans")
      .values(values)
      .onConflict((conflict) =>
        conflict.column("plan").doUpdateSet((eb) => ({ bytes: eb.ref("excluded.bytes") })),
      )
      .execute();
    await transaction
      .deleteFrom("storage_plans")
      .where("plan", "not in", [...plans.keys()])
      .execute();
  });
}

/** Stops counting files deleted before the sweep began, because they no longer use disk space. */
export async function forgetUnswept(db: Executor): Promise<void> {
  await db
    .updateTable("storage_use")
    .set({ unswept_bytes: 0 })
    .where("unswept_bytes", "<>", 0)
    .execute();
}

/** Counts a file that was stored for a failed write and that only the sweep will delete. */
export async function noteUnswept(db: Executor, user_id: number, bytes: number): Promise<void> {
  if (bytes === 0) return;
  await db
    .insertInto("storage_use")
    .values({ user_id, unswept_bytes: bytes })
    .onConflict((conflict) =>
      conflict.column("user_id").doUpdateSet((eb) => ({
        unswept_bytes: eb("storage_use.unswept_bytes", "+", eb.ref("excluded.unswept_bytes")),
      })),
    )
    .execute();
}

/** The columns for file sizes that older versions did not store, nor `cover_key`. `bytes` is the sum of the files in `keys`. */
export const MEASURED = [
  { table: "episodes", id: "episode_id", keys: ["original_key"], bytes: "original_bytes" },
  { table: "episodes", id: "episode_id", keys: ["waveform_key"], bytes: "waveform_bytes" },
  { table: "episodes", id: "episode_id", keys: ["upload_key"], bytes: "upload_bytes" },
  { table: "creatives", id: "creative_id", keys: ["upload_key"], bytes: "upload_bytes" },
  {
    table: "images",
    id: "image_id",
    keys: ["original_key", "upright_key", "square_key", "feed_key"],
    bytes: "bytes",
  },
] as const;

type Place = (typeof MEASURED)[number];

/** Records at `place` whose files were never measured; at most `limit`. */
export async function listUnmeasured(
  db: Executor,
  { table, id, keys, bytes }: Place,
  limit: number,
) {
  const { rows } = await sql<{ id: number; keys: string[] }>`
    select ${sql.ref(id)} as id, array[${sql.join(keys.map((key) => sql.ref(key)))}] as keys
    from ${sql.table(table)}
    where ${sql.ref(keys[0])} is not null and ${sql.ref(bytes)} is null limit ${limit}`.execute(db);
  return rows;
}

/** Stores the size of a record's files, even if it takes the user beyond the quota. */
export async function storeMeasured(
  db: Database,
  { table, id, keys, bytes }: Place,
  found: { id: number; keys: string[]; bytes: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select set_config('longwave.measuring', 'on', true)`.execute(transaction);
    await sql`update ${sql.table(table)} set ${sql.ref(bytes)} = ${found.bytes}
      where ${sql.ref(id)} = ${found.id} and ${sql.ref(bytes)} is null
        and ${sql.ref(keys[0])} = ${found.keys[0]}`.execute(transaction);
  });
}
