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
