/** SQL of things that need a person, one statement for each kind, over all shows of the person at once. Reads only. */
import { type RawBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";

/** Which shows, how many lines, and the time that it is. */
type Asked = Readonly<{ ids: readonly number[]; limit: number; now: Date }>;

const own = (ids: readonly number[], column = sql.ref("episodes.show_id")): RawBuilder<boolean> =>
  sql`${column} = any(${ids}::bigint[])`;

const selectEpisodes = (db: Executor, { ids, limit }: Asked) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select(["episode_id", "episodes.show_id", "episodes.title", "shows.title as show_title"])
    .select(sql<number>`count(*) over ()`.as("total"))
    .where(own(ids))
    .where("episodes.deleted_at", "is", null)
    .limit(limit);

/** Episodes whose audio could not be used, the newest first. */
export const listFailed = (db: Executor, asked: Asked) =>
  selectEpisodes(db, asked)
    .select("encoding_error")
    // Constants, as the index has them.
    .where(sql<boolean>`type <> 'DRAFT' and encoding_status = 'ERROR'`)
    .orderBy("episode_id", "desc")
    .execute();

/** Episodes that are scheduled within a week, but have no audio to publish. */
export const listUnready = (db: Executor, asked: Asked) =>
  selectEpisodes(db, asked)
    .select("auto_published_at")
    .where("type", "=", "DRAFT")
    .where("published_at", "is", null)
    .where("auto_published_at", "<", sql<Date>`${asked.now}::timestamptz + interval '7 days'`)
    .orderBy("auto_published_at")
    .execute();

/** Drafts without a date that nobody has changed for a month, the newest first. */
export const listOldDrafts = (db: Executor, asked: Asked) =>
  selectEpisodes(db, asked)
    .select("episodes.updated_at")
    .where("published_at", "is", null)
    .where("auto_published_at", "is", null)
    .where(sql<boolean>`(type = 'DRAFT' or encoding_status = 'READY')`)
    .where("episodes.updated_at", "<", sql<Date>`${asked.now}::timestamptz - interval '1 month'`)
    .orderBy("episodes.updated_at", "desc")
    .execute();

/** Shows whose cover could not be fetched from where it was imported. */
export const listBadCovers = (db: Executor, { ids, limit }: Asked) =>
  db
    .selectFrom("shows")
    .select(["show_id", "title"])
    .where(own(ids, sql.ref("show_id")))
    .where("image_error", "is not", null)
    .where("image_id", "is", null)
    .orderBy("show_id", "desc")
    .limit(limit)
    .execute();

/** The user's last import of each feed in the last 30 days, if it failed or skipped something. */
export const listBadImports = (db: Executor, user_id: number, { limit, now }: Asked) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("imports")
        .distinctOn("feed_url")
        .select(["import_id", "feed_url", "state"])
        .select(sql<string | null>`report->>'title'`.as("title"))
        .select(sql<number>`coalesce(jsonb_array_length(report->'skipped'), 0)`.as("skipped"))
        .where("user_id", "=", user_id)
        .where("dry_run", "=", false)
        .where("created_at", ">", sql<Date>`${now}::timestamptz - interval '30 days'`)
        .orderBy("feed_url")
        .orderBy("import_id", "desc")
        .as("last"),
    )
    .selectAll("last")
    .where((eb) => eb.or([eb("state", "=", "FAILED"), eb("skipped", ">", 0)]))
    .orderBy("import_id", "desc")
    .limit(limit)
    .execute();
