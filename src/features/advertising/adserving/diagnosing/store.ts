/** SQL used only by diagnoses. */
import type { Executor } from "../../../../platform/db/database.ts";

/** The limit that leaves no room at present; null: none does. */
export async function findLimit(db: Executor, lineitem_id: number): Promise<string | null> {
  const row = await db
    .selectFrom("pacing")
    .select(["room", "room_limit"])
    .where("lineitem_id", "=", lineitem_id)
    .executeTakeFirst();
  return row?.room === 0 ? row.room_limit : null;
}
