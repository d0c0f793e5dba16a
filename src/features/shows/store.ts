/** All SQL about shows and who may edit them. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Shows } from "../../platform/db/rows.ts";

export async function insertShow(db: Executor, show: Insertable<Shows>): Promise<number> {
  const row = await db
    .insertInto("shows")
    .values(show)
    .returning("show_id")
    .executeTakeFirstOrThrow();
  return row.show_id;
}

/** Changes a show; its revision moves on. */
export async function updateShow(
  db: Executor,
  show_id: number,
  changes: Updateable<Shows>,
): Promise<void> {
  await db
    .updateTable("shows")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("show_id", "=", show_id)
    .execute();
}

/** Whether the author already has a show under this permalink. */
export async function isPermalinkTaken(
  db: Executor,
  author_id: number,
  permalink: string,
): Promise<boolean> {
  const found = await db
    .selectFrom("shows")
    .select("show_id")
    .where("author_id", "=", author_id)
    .where("permalink", "=", permalink)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}
