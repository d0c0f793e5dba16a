/** All SQL that reads the displayed fields of found documents. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { Kind } from "./scope.ts";

const SOURCES = {
  shows: { table: sql.table("shows"), id: "show_id" },
  episodes: { table: sql.table("episodes"), id: "episode_id" },
} as const;

/** The displayed fields of shows, in no particular order. */
export function readShows(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("shows")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select([
      "shows.show_id",
      "shows.title",
      "shows.author_id",
      "images.square_key",
      "images.upright_key",
    ])
    .where("shows.show_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
    .execute();
}

/** The displayed fields of episodes and their shows, in no particular order. */
export function readEpisodes(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .leftJoin("images as covers", "covers.image_id", "shows.image_id")
    .leftJoin("images", (join) =>
      join.on(sql<boolean>`images.image_id = coalesce(episodes.image_id, shows.image_id)`),
    )
    .select([
      "episodes.episode_id",
      "episodes.type",
      "episodes.title",
      "episodes.duration",
      "episodes.show_id",
      "episodes.author_id",
      "episodes.published_at",
      "episodes.download_enabled",
      "images.square_key",
      "images.upright_key",
      "shows.title as show_title",
      "shows.author_id as show_author_id",
      "covers.square_key as show_square_key",
      "covers.upright_key as show_upright_key",
    ])
    .where("episodes.episode_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
    .execute();
}

/** What a result page shows of documents to tell why they were found; HTML in descriptions is not removed. */
export async function readReasons(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
): Promise<{ id: number; author: string; description: string }[]> {
  const wanted = sql`any((select ${ids}::bigint[])::bigint[])`;
  const { rows } =
    kind === "shows"
      ? await sql<{ id: number; author: string; description: string }>`
        select show_id as id, coalesce(author_name, fullname) as author, left(s.description, 5000) as description
        from shows s join users on user_id = author_id where show_id = ${wanted}`.execute(db)
      : await sql<{ id: number; author: string; description: string }>`
        select episode_id as id, s.title as author, left(e.description, 5000) as description
        from episodes e join shows s using (show_id) where episode_id = ${wanted}`.execute(db);
  return rows;
}

export type FoundShow = Awaited<ReturnType<typeof readShows>>[number];
export type FoundEpisode = Awaited<ReturnType<typeof readEpisodes>>[number];

/** The number of documents in each language and category; for shows, or for the shows of episodes. */
export async function countFacets(db: Executor, kind: Kind, ids: readonly number[]) {
  const { table, id } = SOURCES[kind];
  const { rows } = await sql<{ language: string; category_id: number | null; count: number }>`
    with found as (
      select s.language, array[s.category_id, s.category_2_id, s.category_3_id] as categories
      from ${table} d join shows s on s.show_id = d.show_id
      where d.${sql.ref(id)} = any((select ${ids}::bigint[])::bigint[]))
    select language, null::integer as category_id, count(*) from found group by language
    union all
    select null, category, count(*) from found, unnest(categories) category
    where category is not null group by category`.execute(db);
  return rows;
}
