/** All SQL of saved views. */
import { sql } from "kysely";
import type { Database, Executor } from "../../../platform/db/database.ts";
import type { ListKey } from "./rules.ts";

/** A person's views of a list, by name. */
export async function listViews(db: Executor, user_id: number, list: ListKey) {
  return db
    .selectFrom("saved_views")
    .select(["view_id", "name", "params"])
    .where("user_id", "=", user_id)
    .where("list", "=", list)
    .orderBy(sql`lower(name)`)
    .orderBy("view_id")
    .execute();
}

export type ViewRow = Awaited<ReturnType<typeof listViews>>[number];

/** One of the person's views; undefined for those of others. */
export const findView = (db: Executor, user_id: number, view_id: number) =>
  db
    .selectFrom("saved_views")
    .selectAll()
    .where("view_id", "=", view_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();

type NewView = Readonly<{ user_id: number; list: ListKey; name: string; params: string }>;

/**
 * Saves a view, or replaces the one of this name. False if that would be more than `most`. One of a person's requests
 * waits for the other, so that both together do not exceed it.
 */
export const saveView = (db: Database, view: NewView, most: number): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('longwave saved views'), ${view.user_id % 2 ** 31}::integer)`.execute(
      tx,
    );
    const { user_id, list, name } = view;
    const present = await listViews(tx, user_id, list);
    if (present.length >= most && !present.some((one) => one.name === name)) return false;
    await tx
      .insertInto("saved_views")
      .values(view)
      .onConflict((conflict) =>
        conflict.columns(["user_id", "list", "name"]).doUpdateSet({ params: view.params }),
      )
      .execute();
    return true;
  });

export async function removeView(db: Executor, view_id: number): Promise<void> {
  await db.deleteFrom("saved_views").where("view_id", "=", view_id).execute();
}
