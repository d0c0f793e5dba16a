/** SQL of the pages of operators: titles of the shows of a list. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** Shows by id with their authors, in the order of `ids`; deleted ones are left out. */
export async function findTitles(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("shows")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .select(["shows.show_id", "shows.title", "shows.visibility", "users.fullname as author"])
    .where("shows.show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("shows.deleted_at", "is", null)
    .execute();
  const known = new Map(rows.map((row) => [row.show_id, row]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

export type TitledShow = Awaited<ReturnType<typeof findTitles>>[number];
