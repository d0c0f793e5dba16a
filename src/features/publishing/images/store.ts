/** All SQL about images. */
import { type Insertable, sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Images } from "../../../platform/db/rows.ts";

export async function insertImage(db: Executor, image: Insertable<Images>): Promise<number> {
  const row = await db
    .insertInto("images")
    .values(image)
    .returning("image_id")
    .executeTakeFirstOrThrow();
  return row.image_id;
}

/** The original of an image, the size of its upright form, and its crop. */
export const findImage = (db: Executor, image_id: number) =>
  db
    .selectFrom("images")
    .select(["original_key", "width", "height", "crop"])
    .where("image_id", "=", image_id)
    .executeTakeFirst();

/** Measured images without a cover, in the order of their numbers; at most `limit`. */
export const listUncovered = (db: Executor, limit: number) =>
  db
    .selectFrom("images")
    .select(["image_id", "feed_key"])
    .where("cover_key", "is", null)
    .where("bytes", "is not", null)
    .orderBy("image_id")
    .limit(limit)
    .execute();

type Cover = Readonly<{ image_id: number; cover_key: string; tint: string | null; bytes: number }>;

/** Gives an older image its cover of `bytes`, even if that takes the user beyond the quota. */
export async function storeCover(
  db: Executor,
  { image_id, cover_key, tint, bytes }: Cover,
): Promise<void> {
  await sql`select set_config('longwave.measuring', 'on', true)`.execute(db);
  await db
    .updateTable("images")
    .set((eb) => ({ cover_key, tint, bytes: eb("bytes", "+", bytes) }))
    .where("image_id", "=", image_id)
    .where("cover_key", "is", null)
    .execute();
}

type Column = { table: string; column: string };

/** Deletes images that were created before `before` and to which no foreign key points. */
export async function deleteUnusedImages(db: Executor, before: Date): Promise<void> {
  const { rows } = await sql<Column>`
    select relname as table, attname as column
    from pg_constraint join pg_class on pg_class.oid = conrelid
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'images'::regclass`.execute(db);
  const shown = rows.map(({ table, column }) => {
    const reference = sql.ref(`${table}.${column}`);
    return sql`and not exists (select from ${sql.table(table)} where ${reference} = i.image_id)`;
  });
  await sql`delete from images i where i.created_at < ${before} ${sql.join(shown, sql` `)}`.execute(
    db,
  );
}
