/** SQL about episodes; that of lists is in `lists`. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Episodes } from "../../../platform/db/rows.ts";

/** Inserts episodes in one statement and returns their ids in the same order; at most 500 at a time. */
export async function insertEpisodes(
  db: Executor,
  episodes: Insertable<Episodes>[],
): Promise<number[]> {
  if (episodes.length === 0) return [];
  const rows = await db.insertInto("episodes").values(episodes).returning("episode_id").execute();
  return rows.map(({ episode_id }) => episode_id);
}

/** Changes an episode and increments its revision. */
export async function updateEpisode(
  db: Executor,
  episode_id: number,
  changes: Updateable<Episodes>,
): Promise<void> {
  await db
    .updateTable("episodes")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("episode_id", "=", episode_id)
    .execute();
}

/** The episode's own columns, locked until the transaction ends. */
export function lockEpisode(db: Executor, episode_id: number) {
  return db
    .selectFrom("episodes")
    .selectAll()
    .where("episode_id", "=", episode_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Several episodes of shows that are not deleted, with what decides who may edit them, locked like `lockEpisode`. */
export function lockEpisodes(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .selectAll("episodes")
    .select([
      "shows.author_id as show_author_id",
      "shows.visibility as show_visibility",
      "shows.limited_key as show_limited_key",
    ])
    .where("episodes.episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("episodes.deleted_at", "is", null)
    .where("shows.deleted_at", "is", null)
    .orderBy("episodes.episode_id")
    .forUpdate("episodes")
    .execute();
}

export type LockedEpisodeRow = Awaited<ReturnType<typeof lockEpisodes>>[number];

/** Which of `guids` episodes of the show have. */
export async function findGuidsOfShow(
  db: Executor,
  show_id: number,
  guids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("episodes")
    .select("rss_guid")
    .where("show_id", "=", show_id)
    .where("rss_guid", "=", sql<string>`any(${guids}::text[])`)
    .where("deleted_at", "is", null)
    .execute();
  return rows.map(({ rss_guid }) => rss_guid);
}

/**
 * The user whose quota holds an episode's files: its author, who is its show's author. Throws if there is no such
 * episode.
 */
export async function findAuthor(db: Executor, episode_id: number): Promise<number> {
  const row = await db
    .selectFrom("episodes")
    .select("author_id")
    .where("episode_id", "=", episode_id)
    .executeTakeFirstOrThrow();
  return row.author_id;
}

/** Publishes episodes that are due at `now` and playable; the others are published when their audio is ready. */
export async function publishDue(db: Executor, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable("episodes")
    .set((eb) => ({
      published_at: eb.ref("auto_published_at"),
      auto_published_at: null,
      updated_at: sql`now()`,
      revision: sql`nextval('revisions')`,
    }))
    .where("auto_published_at", "<=", now)
    .where("published_at", "is", null)
    .where("deleted_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("media_key", "is not", null),
        eb.and([eb("type", "=", "EXTERNAL"), eb("media_url", "is not", null)]),
      ]),
    )
    .returning("episode_id")
    .execute();
  return rows.map(({ episode_id }) => episode_id);
}

/** Everything for the detail view in one row: the episode with its image, show, author and counts. */
export function findEpisode(db: Executor, episode_id: number) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .innerJoin("users", "users.user_id", "episodes.author_id")
    .innerJoin("episode_counts", "episode_counts.episode_id", "episodes.episode_id")
    .leftJoin("episode_plays", "episode_plays.episode_id", "episodes.episode_id")
    .leftJoin("images", (join) => join.on(isPictureOf("episodes")))
    .leftJoin("images as covers", "covers.image_id", "shows.image_id")
    .leftJoin("images as portraits", "portraits.image_id", "users.image_id")
    .selectAll("episodes")
    .select([
      "images.square_key",
      "images.upright_key",
      "images.cover_key",
      "images.feed_key",
      "images.tint",
      "shows.title as show_title",
      "shows.author_id as show_author_id",
      "shows.visibility as show_visibility",
      "shows.limited_key as show_limited_key",
      "shows.episode_description_footer_html as show_footer_html",
      "shows.timezone as show_timezone",
      "covers.square_key as show_square_key",
      "covers.upright_key as show_upright_key",
      "users.username as author_username",
      "users.fullname as author_fullname",
      "users.description as author_description",
      "users.plan as author_plan",
      "portraits.square_key as author_square_key",
      "portraits.upright_key as author_upright_key",
      "episode_counts.likes_count",
      "episode_counts.messages_count",
      "episode_plays.plays_count",
      "episode_plays.downloads_count",
    ])
    .select((eb) =>
      eb
        .selectFrom("chapters")
        .whereRef("chapters.episode_id", "=", "episodes.episode_id")
        .select((count) => count.fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("chapters_count"),
    )
    .where("episodes.episode_id", "=", episode_id)
    .where("episodes.deleted_at", "is", null)
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
}

export type EpisodeRow = NonNullable<Awaited<ReturnType<typeof findEpisode>>>;

/** Only the columns that decide who may see and edit the episode. */
export function findEpisodeAccess(db: Executor, episode_id: number) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "episodes.author_id",
      "episodes.type",
      "episodes.duration",
      "episodes.published_at",
      "episodes.hidden",
      "episodes.visibility",
      "episodes.limited_key",
      "episodes.media_key",
      "episodes.media_url",
      "shows.author_id as show_author_id",
      "shows.visibility as show_visibility",
      "shows.limited_key as show_limited_key",
    ])
    .where("episodes.episode_id", "=", episode_id)
    .where("episodes.deleted_at", "is", null)
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
}

export type EpisodeAccess = NonNullable<Awaited<ReturnType<typeof findEpisodeAccess>>>;

/** The episode's own image, or the show's. */
export const isPictureOf = (episode: "episodes" | "page") =>
  sql<boolean>`images.image_id = coalesce(${sql.ref(`${episode}.image_id`)}, shows.image_id)`;
