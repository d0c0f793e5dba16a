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
