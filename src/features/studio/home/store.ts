/** SQL of the studio's home: episodes by state, what is in progress, and what was published last. Reads only. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

const isProcessing = sql<boolean>`type <> 'DRAFT' and encoding_status in ('PENDING', 'PROCESSING')`;

/** Episodes of these shows that are being processed, newest first. */
export const listProcessing = (db: Executor, ids: readonly number[], limit: number) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select([
      "episode_id",
      "episodes.title",
      "shows.title as show_title",
      "encoding_status",
      "encoding_progress",
    ])
    .where("episodes.show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    .where(isProcessing)
    .orderBy("episode_id", "desc")
    .limit(limit)
    .execute();

/** The user's imports that are waiting or running. */
export const listRunningImports = (db: Executor, user_id: number, limit: number) =>
  db
    .selectFrom("imports")
    .select(["import_id", "feed_url"])
    .where("user_id", "=", user_id)
    .where("dry_run", "=", false)
    .where("state", "in", ["PENDING", "RUNNING"])
    .orderBy("import_id", "desc")
    .limit(limit)
    .execute();

type Newest = Readonly<{ episode_id: number; show_id: number; title: string; show_title: string }>;

/** The episodes of these shows that were published last: the newest of each show by its index, then those of them. */
export async function listNewest(
  db: Executor,
  ids: readonly number[],
  now: Date,
  limit: number,
): Promise<Newest[]> {
  const { rows } = await sql<Newest>`
    select newest.episode_id, show_id, newest.title, shows.title as show_title
    from unnest(${ids}::bigint[]) own (show_id)
    cross join lateral (
      select episode_id, title, published_at from episodes
      where episodes.show_id = own.show_id and deleted_at is null and type <> 'DRAFT'
        and published_at <= ${now}::timestamptz
      order by published_at desc, episode_id desc limit ${limit}
    ) newest
    join shows using (show_id)
    order by published_at desc, newest.episode_id desc limit ${limit}`.execute(db);
  return rows;
}
