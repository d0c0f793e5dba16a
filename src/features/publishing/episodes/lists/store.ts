/** SQL about lists of episodes: those of a show or a user, page by page, and those that everyone may hear. */
import { type ExpressionBuilder, sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { DB } from "../../../../platform/db/rows.ts";
import { isPictureOf } from "../store.ts";

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
