/** All SQL about feeds: their contents, settings and revisions. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** The columns that decide whether a feed can be read, and whether a caller's copy is current. */
const selectStates = (db: Executor) =>
  db
    .selectFrom("shows")
    .innerJoin("feed_revisions as moved", "moved.show_id", "shows.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .leftJoin("show_feeds", "show_feeds.show_id", "shows.show_id")
    .select([
      "shows.show_id",
      "shows.visibility",
      "shows.limited_key",
      "shows.author_id",
      "moved.revision",
      "moved.changed_at",
      "show_feeds.redirect_url",
      "show_feeds.item_limit",
      "show_counts.listenable_episodes_count",
      sql<string>`coalesce(show_feeds.mode, 'AUTO')`.as("mode"),
    ])
    .where("shows.deleted_at", "is", null);

export function findState(db: Executor, show_id: number) {
  return selectStates(db).where("shows.show_id", "=", show_id).executeTakeFirst();
}

export type FeedState = NonNullable<Awaited<ReturnType<typeof findState>>>;

/** Returns a function that reads states by show; the statement is built once. */
export function prepareFindStates(db: Executor) {
  const build = (ids: number[]) =>
    selectStates(db)
      .where("shows.show_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
      .compile();
  let built: ReturnType<typeof build> | null = null;
  return async (ids: number[]): Promise<Map<number, FeedState>> => {
    built ??= build(ids);
    const { rows } = await db.executeQuery<FeedState>({ ...built, parameters: [ids] });
    return new Map(rows.map((row) => [row.show_id, row]));
  };
}

/** Shows with all columns of their channels. */
const selectChannels = (db: Executor) =>
  db
    .selectFrom("shows")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .leftJoin("show_feeds", "show_feeds.show_id", "shows.show_id")
    .selectAll("shows")
    .select(["users.fullname as author_fullname", "images.feed_key"])
    .select(["show_feeds.prepend_url", "show_feeds.show_email", "show_feeds.redirect_url"]);

export function findChannel(db: Executor, show_id: number) {
  return selectChannels(db).where("shows.show_id", "=", show_id).executeTakeFirstOrThrow();
}

/**
 * Whether the channel of our own feed may break a rule that it must keep: all that depends on the record. Parsing the
 * feeds of 50 shows that break none takes longer than the rest of a page.
 */
const MAY_BREAK_RULES = sql<boolean>`(
  coalesce(shows.category_id, shows.category_2_id, shows.category_3_id) is null
  or (images.feed_key is null and shows.import_image_url is null)
  or octet_length(shows.description) > 4000 or octet_length(shows.description_html) > 4000
  or shows.language !~ '^[A-Za-z]{2,3}(-|$)' or shows.website_url !~* '^https?://' or shows.title = ''
  or shows.import_image_url !~* '^https?://')`;

/** Those of the shows whose feed is served from here, is not private, and has an episode, if it may break a rule. */
export const listDoubtfulChannels = (db: Executor, ids: readonly number[]) =>
  selectChannels(db)
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .where("shows.show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("shows.deleted_at", "is", null)
    .where("shows.visibility", "<>", "PRIVATE")
    .where("listenable_episodes_count", ">", 0)
    .where(sql<boolean>`coalesce(show_feeds.mode, 'AUTO') = 'AUTO'`)
    .where(MAY_BREAK_RULES)
    .orderBy("shows.show_id", "desc")
    .execute();

export type ChannelRow = Awaited<ReturnType<typeof findChannel>>;

/** The columns of an item: reading all columns of these wide rows would be half of a feed's cost. */
const ITEM_COLUMNS = [
  "episode_id",
  "title",
  "permalink",
  "description",
  "description_html",
  "duration",
  "explicit",
  "tags",
  "published_at",
  "media_key",
  "media_type",
  "media_bytes",
  "season_number",
  "episode_number",
  "season_episode_type",
  "rss_guid",
  "episode_link",
  "import_image_url",
] as const;

/** A range of the episodes that everyone may listen to, newest first. */
export function listItems(
  db: Executor,
  show_id: number,
  { limit, offset }: { limit: number; offset: number },
) {
  return db
    .selectFrom("episodes")
    .leftJoin("images", "images.image_id", "episodes.image_id")
    .select(ITEM_COLUMNS)
    .select("images.feed_key")
    .where("episodes.show_id", "=", show_id)
    .where("listenable", "=", sql.lit(true))
    .orderBy("published_at", "desc")
    .orderBy("episode_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export type ItemRow = Awaited<ReturnType<typeof listItems>>[number];

/** Chapters of these episodes, by episode, in order. */
export async function listItemChapters(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("chapters")
    .leftJoin("images", "images.image_id", "chapters.image_id")
    .select(["episode_id", "starts_at", "title", "external_url", "images.square_key"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("episode_id")
    .orderBy("starts_at")
    .execute();
  return Map.groupBy(rows, ({ episode_id }) => episode_id);
}

export type ChapterRow = NonNullable<
  ReturnType<Awaited<ReturnType<typeof listItemChapters>>["get"]>
>[number];

/** The feed's settings, or the defaults if none were set. */
export async function findSettings(db: Executor, show_id: number) {
  const row = await db
    .selectFrom("show_feeds")
    .selectAll()
    .where("show_id", "=", show_id)
    .executeTakeFirst();
  const defaults = { mode: "AUTO" as const, prepend_url: null, redirect_url: null };
  return row ?? { show_id, ...defaults, show_email: false, item_limit: null };
}

export type FeedSettings = Awaited<ReturnType<typeof findSettings>>;

/** Replaces the settings. */
export async function saveSettings(db: Executor, settings: FeedSettings): Promise<void> {
  await db
    .insertInto("show_feeds")
    .values(settings)
    .onConflict((conflict) => conflict.column("show_id").doUpdateSet(settings))
    .execute();
}
