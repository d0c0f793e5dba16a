/** All SQL about announcements of changed feeds. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { FeedPings } from "../../../../platform/db/rows.ts";

/**
 * Feeds that changed since they were announced; locked, and skipping those that another process has locked. They are
 * chosen before their shows are looked up: joined first, PostgreSQL read all shows of the server for each hundred.
 */
export function takeMovedFeeds(db: Executor, limit: number) {
  return db
    .with(
      (cte) => cte("moved").materialized(),
      (db) =>
        db
          .selectFrom("feed_revisions")
          .select(["show_id", "revision"])
          .where(sql<boolean>`announced_revision is distinct from revision`)
          .orderBy("show_id")
          .limit(limit)
          .forUpdate()
          .skipLocked(),
    )
    .selectFrom("moved")
    .innerJoin("shows", "shows.show_id", "moved.show_id")
    .leftJoin("show_feeds", "show_feeds.show_id", "moved.show_id")
    .select(["moved.show_id", "moved.revision", "shows.visibility", "shows.deleted_at"])
    .select("shows.author_id")
    .select(sql<string>`coalesce(show_feeds.mode, 'AUTO')`.as("mode"))
    .execute();
}

export type MovedFeed = Awaited<ReturnType<typeof takeMovedFeeds>>[number];

export async function markAnnounced(db: Executor, ids: readonly number[]): Promise<void> {
  await db
    .updateTable("feed_revisions")
    .set((eb) => ({ announced_revision: eb.ref("revision") }))
    .where("show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
}

/** Tells events which of the checked shows break rules with their feeds, by the names of the rules. */
export async function noteFeedChecks(
  db: Executor,
  ids: readonly number[],
  broken: Readonly<Record<number, readonly string[]>>,
): Promise<void> {
  await sql`select note_feed_checks(${ids}::bigint[], ${JSON.stringify(broken)}::jsonb)`.execute(
    db,
  );
}

export async function insertPing(db: Executor, ping: Insertable<FeedPings>): Promise<number> {
  const row = await db
    .insertInto("feed_pings")
    .values(ping)
    .returning("ping_id")
    .executeTakeFirstOrThrow();
  return row.ping_id;
}

export function findPing(db: Executor, ping_id: number) {
  return db.selectFrom("feed_pings").selectAll().where("ping_id", "=", ping_id).executeTakeFirst();
}

export async function notePing(
  db: Executor,
  ping_id: number,
  end: Updateable<FeedPings>,
): Promise<void> {
  await db
    .updateTable("feed_pings")
    .set({ ...end, attempts: sql`attempts + 1`, updated_at: sql`now()` })
    .where("ping_id", "=", ping_id)
    .execute();
}

/** Announcements of a show below `before`, newest first; returns one extra row to show that there are more. */
export function listPings(db: Executor, show_id: number, before: number | null, limit: number) {
  return db
    .selectFrom("feed_pings")
    .selectAll()
    .where("show_id", "=", show_id)
    .$if(before !== null, (query) => query.where("ping_id", "<", before ?? 0))
    .orderBy("ping_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type PingRow = Awaited<ReturnType<typeof listPings>>[number];

export async function forgetPings(db: Executor, before: Date): Promise<void> {
  await db.deleteFrom("feed_pings").where("created_at", "<", before).execute();
}
