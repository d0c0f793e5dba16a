/** SQL of the public pages: what lists say of shows, what is new, and the site map. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";

/** What cards and rows say of these shows. */
export async function findShowCards(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const rows = await db
    .selectFrom("shows")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select([
      "shows.show_id",
      "shows.title",
      "shows.language",
      "shows.author_name",
      "users.fullname as author_fullname",
    ])
    .select(["images.square_key", "images.upright_key"])
    .select(["images.cover_key", "images.feed_key"])
    .where("show_id", "=", sql<number>`any(${[...new Set(ids)]}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.show_id, row]));
}

/** So many shows that have published last are looked at for those in the reader's language. */
const RECENT = 200;

/**
 * The latest episodes of the public shows that have published last, one of each; those of shows in `language` come first.
 * Both the shows and their episodes are read in the order of an index, and few of them, however many there are.
 */
export const listNewEpisodes = (db: Executor, limit: number, language: string | null = null) =>
  db
    .selectFrom(recentShows(db, limit, language).as("recent"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("episodes")
          .selectAll()
          .whereRef("episodes.show_id", "=", "recent.show_id")
          .where("episodes.listenable", "=", sql.lit(true))
          .orderBy("episodes.published_at", "desc")
          .orderBy("episodes.episode_id", "desc")
          .limit(1)
          .as("latest"),
      (join) => join.onTrue(),
    )
    .leftJoin("images", (join) =>
      join.on(sql<boolean>`images.image_id = coalesce(latest.image_id, recent.image_id)`),
    )
    .select(["latest.episode_id", "latest.type", "latest.title", "latest.duration"])
    .select(["latest.explicit", "latest.show_id", "latest.author_id", "latest.published_at"])
    .select(["latest.download_enabled", "latest.waveform_key", "latest.image_id"])
    .select(["images.square_key", "images.upright_key"])
    .select(["images.cover_key", "images.feed_key"])
    .orderBy("recent.spoken", "desc")
    .orderBy("recent.last_episode_at", "desc")
    .execute();

const recentShows = (db: Executor, limit: number, language: string | null) =>
  db
    .selectFrom(lastPublished(db, language === null ? limit : RECENT).as("last"))
    .selectAll()
    .select((eb) => eb("last.language", "=", language ?? "").as("spoken"))
    .orderBy("spoken", "desc")
    .orderBy("last.last_episode_at", "desc")
    .limit(limit);

const lastPublished = (db: Executor, limit: number) =>
  db
    .selectFrom("show_counts")
    .innerJoin("shows", "shows.show_id", "show_counts.show_id")
    .select(["shows.show_id", "shows.language", "shows.image_id", "show_counts.last_episode_at"])
    .where("show_counts.last_episode_at", "is not", null)
    .where("shows.visibility", "=", sql.lit("PUBLIC"))
    .where("shows.deleted_at", "is", null)
    .orderBy("show_counts.last_episode_at", "desc")
    .limit(limit);

/** How many shows of a category strangers can hear, at most `most`. */
export async function countShows(db: Executor, category_id: number, most: number): Promise<number> {
  const some = db
    .selectFrom("ranked_shows as ranked")
    .innerJoin("shows", "shows.show_id", "ranked.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "ranked.show_id")
    .select("ranked.show_id")
    .distinct()
    .where("ranked.category_id", "=", category_id)
    .where("shows.deleted_at", "is", null)
    .where("shows.visibility", "=", sql.lit("PUBLIC"))
    .where("show_counts.listenable_episodes_count", ">", sql.lit(0))
    .limit(most);
  const { n } = await db
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Those of the categories that have a show which strangers can hear: the top of the ranking of each. */
export async function findFilledCategories(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom(
      sql<{ category_id: number }>`unnest(${ids}::integer[])`.as<"wanted">(
        sql`wanted (category_id)`,
      ),
    )
    // Lateral, with an order and a limit: otherwise PostgreSQL reads all shows of all categories.
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("ranked_shows as ranked")
          .innerJoin("shows", "shows.show_id", "ranked.show_id")
          .innerJoin("show_counts", "show_counts.show_id", "ranked.show_id")
          .select("ranked.show_id")
          .whereRef("ranked.category_id", "=", "wanted.category_id")
          .where("shows.deleted_at", "is", null)
          .where("shows.visibility", "=", sql.lit("PUBLIC"))
          .where("show_counts.listenable_episodes_count", ">", sql.lit(0))
          .orderBy("ranked.score", "desc")
          .orderBy("ranked.show_id", "desc")
          .limit(1)
          .as("top"),
      (join) => join.onTrue(),
    )
    .select("wanted.category_id")
    .execute();
  return new Set(rows.map(({ category_id }) => category_id));
}

/** The covers of these episodes: their own, or their show's. */
export async function findEpisodeCovers(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .innerJoin("images", (join) =>
      join.on(sql<boolean>`images.image_id = coalesce(episodes.image_id, shows.image_id)`),
    )
    .select(["episode_id", "square_key", "upright_key"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.episode_id, row]));
}

/** Characters of the notes that a row can show in two lines. */
const NOTES = 240;

/** What rows of a show say of these episodes: the start of their notes, their season and number. */
export async function findEpisodeNotes(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("episodes")
    .select(["episode_id", "season_number", "episode_number"])
    .select((eb) => eb.fn<string>("left", ["description", eb.lit(NOTES)]).as("notes"))
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .execute();
  return new Map(rows.map(({ episode_id, ...notes }) => [episode_id, notes]));
}

/** The greatest ids, 0 without any. */
export async function findLastIds(db: Executor) {
  const last = await db
    .selectNoFrom((build) => [
      build
        .selectFrom("shows")
        .select(({ fn }) => fn.max("show_id").as("id"))
        .as("shows"),
      build
        .selectFrom("episodes")
        .select(({ fn }) => fn.max("episode_id").as("id"))
        .as("episodes"),
    ])
    .executeTakeFirstOrThrow();
  return { shows: Number(last.shows ?? 0), episodes: Number(last.episodes ?? 0) };
}

/** Public shows with an episode that strangers can hear. */
export const listShowsBetween = (db: Executor, first: number, last: number) =>
  db
    .selectFrom("shows")
    .select(["show_id as id", "updated_at"])
    .where("show_id", ">=", first)
    .where("show_id", "<=", last)
    .where("deleted_at", "is", null)
    .where("visibility", "=", "PUBLIC")
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("episodes")
          .select("episode_id")
          .whereRef("episodes.show_id", "=", "shows.show_id")
          .where("listenable", "=", true),
      ),
    )
    .orderBy("show_id")
    .execute();

/** Public episodes of public shows. */
export const listEpisodesBetween = (db: Executor, first: number, last: number) =>
  db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select(["episode_id as id", "episodes.updated_at"])
    .where("episode_id", ">=", first)
    .where("episode_id", "<=", last)
    .where("listenable", "=", true)
    .where("shows.deleted_at", "is", null)
    .where("shows.visibility", "=", "PUBLIC")
    .orderBy("episode_id")
    .execute();
