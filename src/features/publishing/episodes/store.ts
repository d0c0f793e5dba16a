/** All SQL about episodes. */
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { DB, Episodes } from "../../../platform/db/rows.ts";

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
const isPictureOf = (episode: "episodes" | "page") =>
  sql<boolean>`images.image_id = coalesce(${sql.ref(`${episode}.image_id`)}, shows.image_id)`;

/** The position of an episode in a list; the time is PostgreSQL's text, exact to the microsecond. */
export type ListPosition = { published_at: string | null; episode_id: number };

/** The position of any episode, even a deleted one. */
export function findListPosition(
  db: Executor,
  episode_id: number,
): Promise<ListPosition | undefined> {
  return db
    .selectFrom("episodes")
    .select(["episode_id", sql<string | null>`published_at::text`.as("published_at")])
    .where("episode_id", "=", episode_id)
    .executeTakeFirst();
}

/**
 * `editable`: include what strangers cannot see. `after`: the last item of the previous page. `season`: only the episodes
 * of this one.
 */
export type EpisodesQuery = {
  of: { column: "show_id" | "author_id"; id: number };
  season?: number | undefined;
  editable: boolean;
  oldest: boolean;
  after: ListPosition | null;
  limit: number;
};

/**
 * A page of a show's or a user's episodes, with one extra row to show that there are more. Ordered by published_at,
 * then id; episodes without published_at count as the newest. Dated and undated episodes are read separately, each as
 * one range of the index, because PostgreSQL finds no range for a condition that spans both.
 */
export function listEpisodes(db: Executor, query: EpisodesQuery) {
  const dated = stretch(db, query, "dated");
  const page = query.editable ? dated.unionAll(stretch(db, query, "undated")) : dated;
  const direction = query.oldest ? "asc" : "desc";
  return db
    .selectFrom(page.as("page"))
    .innerJoin("shows", "shows.show_id", "page.show_id")
    .leftJoin("images", (join) => join.on(isPictureOf("page")))
    .selectAll("page")
    .select(["images.square_key", "images.upright_key"])
    .select(["images.cover_key", "images.feed_key"])
    .orderBy("page.published_at", direction)
    .orderBy("page.episode_id", direction)
    .limit(query.limit + 1)
    .execute();
}

export type EpisodeListRow = Awaited<ReturnType<typeof listEpisodes>>[number];

/** More seasons than a page can offer. */
const MOST_SEASONS = 60;

/** The seasons of a show that strangers can hear, the first ones if there are many. */
export async function listSeasons(db: Executor, show_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("episodes")
    .select("season_number as n")
    .distinct()
    .where("show_id", "=", show_id)
    .where("listenable", "=", sql.lit(true))
    .where("season_number", "is not", null)
    .orderBy("season_number")
    .limit(MOST_SEASONS)
    .execute();
  return rows.map(({ n }) => Number(n));
}

/** Episodes that everyone may listen to, with the columns of lists; callers add joins, conditions and order. */
export const selectListenable = (db: Executor) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .leftJoin("images", (join) => join.on(isPictureOf("episodes")))
    .select(listColumns.map((column) => `episodes.${column}` as const))
    .select(["images.square_key", "images.upright_key"])
    .select(["images.cover_key", "images.feed_key"])
    .where("episodes.listenable", "=", sql.lit(true))
    .where("shows.visibility", "=", "PUBLIC")
    .where("shows.deleted_at", "is", null);

type Kind = "dated" | "undated";

const listColumns = [
  "episode_id",
  "type",
  "title",
  "duration",
  "explicit",
  "show_id",
  "author_id",
  "published_at",
  "download_enabled",
  "waveform_key",
  "image_id",
] as const;

/** The first episodes of one kind after the position; in a subquery, so that a union keeps its limit. */
function stretch(db: Executor, query: EpisodesQuery, kind: Kind) {
  const { of, editable, oldest, after, limit, season } = query;
  const direction = oldest ? "asc" : "desc";
  const episodes = db
    .selectFrom("episodes")
    .select(listColumns)
    .where("published_at", kind === "dated" ? "is not" : "is", null)
    .where(isBeyond(after, oldest, kind))
    .where(of.column, "=", of.id)
    .$if(season !== undefined, (query) => query.where("season_number", "=", season ?? 0))
    .$if(editable, (query) => query.where("deleted_at", "is", null))
    // Spelled out, not sent as a value: else a prepared plan cannot use the indexes of the listenable.
    .$if(!editable, (query) => query.where("listenable", "=", sql.lit(true)))
    .$if(!editable && of.column === "author_id", (query) => query.where(isShowPublic))
    .orderBy("published_at", direction)
    .orderBy("episode_id", direction)
    .limit(limit + 1);
  return db.selectFrom(episodes.as("stretch")).selectAll();
}

/** Later in the list than the place. Next to the other kind it is all or nothing. */
function isBeyond(after: ListPosition | null, oldest: boolean, kind: Kind) {
  if (after === null) return sql<boolean>`true`;
  const { published_at, episode_id } = after;
  if ((published_at === null) !== (kind === "undated"))
    return sql<boolean>`${sql.lit(oldest === (kind === "undated"))}`;
  const beyond = sql.raw(oldest ? ">" : "<");
  return published_at === null
    ? sql<boolean>`episode_id ${beyond} ${episode_id}`
    : sql<boolean>`(published_at, episode_id) ${beyond} (${published_at}::timestamptz, ${episode_id})`;
}

const isShowPublic = (eb: ExpressionBuilder<DB, "episodes">) =>
  eb.exists(
    eb
      .selectFrom("shows")
      .select("shows.show_id")
      .whereRef("shows.show_id", "=", "episodes.show_id")
      .where("shows.visibility", "=", "PUBLIC"),
  );
