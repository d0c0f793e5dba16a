/** All SQL about the names in URLs. */
import type { Executor } from "../../../platform/db/database.ts";

/** Permalinks are unique per author only: of several public shows, the oldest has the short URL. */
export async function findShowByPermalink(
  db: Executor,
  permalink: string,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("shows")
    .select("show_id")
    .where("permalink", "=", permalink)
    .where("visibility", "=", "PUBLIC")
    .where("deleted_at", "is", null)
    .orderBy("show_id")
    .limit(1)
    .executeTakeFirst();
  return found?.show_id;
}

/** The public show of an author with this permalink. */
export async function findShowOf(
  db: Executor,
  username: string,
  permalink: string,
): Promise<number | undefined> {
  const found = await db
    .selectFrom("shows")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .select("show_id")
    .where("users.username", "=", username)
    .where("users.deleted_at", "is", null)
    .where("permalink", "=", permalink)
    .where("visibility", "=", "PUBLIC")
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
  return found?.show_id;
}
