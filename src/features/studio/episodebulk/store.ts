/** SQL of changes of many episodes: their titles, and what the audit log says of a change. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

export async function findTitles(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("episodes")
    .select(["episode_id", "title"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ episode_id, title }) => [episode_id, title]));
}

/** The newest entry about an episode that the person caused on a page. */
export const findLastEntry = (db: Executor, user_id: number, episode_id: number) =>
  selectEntries(db, user_id)
    .select("entry_id")
    .where("subject_id", "=", episode_id)
    .orderBy("entry_id", "desc")
    .limit(1)
    .executeTakeFirst();

/** All entries of the transaction that this entry is from, if the person caused it on a page since `since`. */
export const listChange = (
  db: Executor,
  { user_id, entry_id, since }: Readonly<{ user_id: number; entry_id: number; since: Date }>,
) =>
  selectEntries(db, user_id)
    .select(["subject_id", "before", "after"])
    .where("at", ">=", since)
    .where("at", "=", (eb) =>
      eb.selectFrom("audit_entries as one").select("one.at").where("one.entry_id", "=", entry_id),
    )
    .orderBy("entry_id")
    .execute();

const selectEntries = (db: Executor, user_id: number) =>
  db
    .selectFrom("audit_entries")
    .where("subject", "=", "episode")
    .where("actor_id", "=", user_id)
    .where("via", "=", "page");
