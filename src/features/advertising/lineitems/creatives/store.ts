/** SQL of creatives and their encoded files. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { CreativeFiles, Creatives } from "../../../../platform/db/rows.ts";

/** The profile in which the team plays back a creative. */
const HEARD = "mp3-128-stereo";

const selectCreatives = (db: Executor) =>
  db
    .selectFrom("creatives")
    .leftJoin("creative_files as heard", (join) =>
      join.onRef("heard.creative_id", "=", "creatives.creative_id").on("heard.profile", "=", HEARD),
    )
    .selectAll("creatives")
    .select("heard.media_key")
    .where("creatives.deleted_at", "is", null);

/** Creatives that are in use or being encoded, by line item, oldest first. */
export async function findCreatives(
  db: Executor,
  lineitem_ids: readonly number[],
): Promise<Map<number, CreativeRow[]>> {
  const rows = await selectCreatives(db)
    .where("creatives.lineitem_id", "=", sql<number>`any(${lineitem_ids}::bigint[])`)
    .orderBy("creatives.creative_id")
    .execute();
  return Map.groupBy(rows, ({ lineitem_id }) => lineitem_id);
}

/** A creative of the line item. */
export function findCreative(db: Executor, lineitem_id: number, creative_id: number) {
  return selectCreatives(db)
    .where("creatives.lineitem_id", "=", lineitem_id)
    .where("creatives.creative_id", "=", creative_id)
    .executeTakeFirst();
}

export type CreativeRow = NonNullable<Awaited<ReturnType<typeof findCreative>>>;

/** The highest version of any creative of the line item; 0 if it has none. */
export async function lastVersion(db: Executor, lineitem_id: number): Promise<number> {
  const { version } = await db
    .selectFrom("creatives")
    .select(sql<number>`coalesce(max(version), 0)`.as("version"))
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirstOrThrow();
  return version;
}

export async function insertCreative(db: Executor, values: Insertable<Creatives>): Promise<number> {
  const row = await db
    .insertInto("creatives")
    .values(values)
    .returning("creative_id")
    .executeTakeFirstOrThrow();
  return row.creative_id;
}

export async function setWeight(db: Executor, creative_id: number, weight: number) {
  await db
    .updateTable("creatives")
    .set({ weight })
    .where("creative_id", "=", creative_id)
    .execute();
}

/** Takes creatives out of use. Renditions that contain them are still served. */
export async function deleteCreatives(db: Executor, ids: readonly number[], deleted_at: Date) {
  await db
    .updateTable("creatives")
    .set({ deleted_at })
    .where("creative_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .execute();
}

/** The line item that a creative belongs to, and its team. */
export function findLineitemOf(
  db: Executor,
  creative_id: number,
): Promise<{ lineitem_id: number; team_id: number }> {
  return db
    .selectFrom("creatives")
    .innerJoin("lineitems", "lineitems.lineitem_id", "creatives.lineitem_id")
    .select(["lineitems.lineitem_id", "lineitems.team_id"])
    .where("creative_id", "=", creative_id)
    .executeTakeFirstOrThrow();
}

/** Marks the creative as PROCESSING and returns its upload; undefined if it is not wanted any more. */
export function takeUpCreative(db: Executor, creative_id: number) {
  return db
    .updateTable("creatives")
    .set({ status: "PROCESSING" })
    .where("creative_id", "=", creative_id)
    .where("status", "in", ["PENDING", "PROCESSING"])
    .where("deleted_at", "is", null)
    .returning("upload_key")
    .executeTakeFirst();
}

type End = { status: "ERROR"; error: string } | { status: "READY"; error: null; duration: number };

/** Ends the encoding. Returns the creatives to replace; undefined if it is not wanted any more. */
export async function endCreative(
  db: Executor,
  creative_id: number,
  end: End,
): Promise<number[] | undefined> {
  const row = await db
    .updateTable("creatives")
    .set(end)
    .where("creative_id", "=", creative_id)
    .where("status", "in", ["PENDING", "PROCESSING"])
    .where("deleted_at", "is", null)
    .returning("replaces")
    .executeTakeFirst();
  return row?.replaces.map(Number);
}

/** Whether the creative is still to be encoded. */
export async function isUnfinished(db: Executor, creative_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("creatives")
    .select("creative_id")
    .where("creative_id", "=", creative_id)
    .where("status", "in", ["PENDING", "PROCESSING"])
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

export async function insertCreativeFiles(
  db: Executor,
  files: readonly Insertable<CreativeFiles>[],
): Promise<void> {
  await db.insertInto("creative_files").values(files).execute();
}

/** Gives a creative the files of another one. */
export async function copyCreativeFiles(db: Executor, from: number, to: number): Promise<void> {
  await db
    .insertInto("creative_files")
    .columns(["creative_id", "profile", "media_key", "bytes", "frames"])
    .expression((eb) =>
      eb
        .selectFrom("creative_files")
        .select([eb.val(to).as("creative_id"), "profile", "media_key", "bytes", "frames"])
        .where("creative_id", "=", from),
    )
    .execute();
}

/** All creatives being encoded, a page at a time. */
export function listUnfinished(
  db: Executor,
  after: number,
  limit: number,
): Promise<{ creative_id: number }[]> {
  return db
    .selectFrom("creatives")
    .select("creative_id")
    .where("status", "in", ["PENDING", "PROCESSING"])
    .where("deleted_at", "is", null)
    .where("creative_id", ">", after)
    .orderBy("creative_id")
    .limit(limit)
    .execute();
}
