/** All SQL about likes and bookmarks, which are two tables of the same shape. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { type PublicUserRow, selectPublicUsers } from "../../people/users/store.ts";
import { type EpisodeListRow, selectListenable } from "../../publishing/episodes/lists/store.ts";

/** The table; comments about "likes" below apply to "bookmarks" too. */
export type Mark = "likes" | "bookmarks";
type Edge = { user_id: number; episode_id: number };

// The tables have the same columns, so the types of one serve for both.
const tableOf = (mark: Mark) => mark as "likes";

/** Marks the episode; idempotent. A mark that is set again becomes the newest. */
export async function putMark(db: Executor, mark: Mark, edge: Edge): Promise<void> {
  const table = tableOf(mark);
  await db
    .insertInto(table)
    .values(edge)
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "episode_id"])
        .doUpdateSet((eb) => ({
          position: eb.ref("excluded.position"),
          created_at: eb.ref("excluded.created_at"),
          removed_at: null,
        }))
        .where(`${table}.removed_at`, "is not", null),
    )
    .execute();
}

export async function removeMark(db: Executor, mark: Mark, edge: Edge): Promise<void> {
  await db
    .updateTable(tableOf(mark))
    .set({ removed_at: sql`now()` })
    .where("user_id", "=", edge.user_id)
    .where("episode_id", "=", edge.episode_id)
    .where("removed_at", "is", null)
    .execute();
}

/** The position of the mark in its lists, even after it was removed. */
export function findMark(db: Executor, mark: Mark, { user_id, episode_id }: Edge) {
  return db
    .selectFrom(tableOf(mark))
    .select(["position", "removed_at"])
    .where("user_id", "=", user_id)
    .where("episode_id", "=", episode_id)
    .executeTakeFirst();
}

/** `before`: the position of the last item of the previous page. */
export type MarksQuery = { before: number | null; limit: number };

/**
 * Episodes that the user has marked, newest mark first, and that strangers may hear; returns one extra row to show that
 * there are more.
 */
export function listMarkedEpisodes(
  db: Executor,
  mark: Mark,
  user_id: number,
  { before, limit }: MarksQuery,
): Promise<EpisodeListRow[]> {
  return selectListenable(db)
    .innerJoin(`${mark} as marks` as "likes as marks", "marks.episode_id", "episodes.episode_id")
    .where("marks.user_id", "=", user_id)
    .where("marks.removed_at", "is", null)
    .$if(before !== null, (query) => query.where("marks.position", "<", before ?? 0))
    .orderBy("marks.position", "desc")
    .limit(limit + 1)
    .execute();
}

/** Users who like the episode, newest like first; returns one extra row to show that there are more. */
export function listLikers(
  db: Executor,
  episode_id: number,
  { before, limit }: MarksQuery,
): Promise<PublicUserRow[]> {
  return selectPublicUsers(db)
    .innerJoin("likes", "likes.user_id", "users.user_id")
    .where("likes.episode_id", "=", episode_id)
    .where("likes.removed_at", "is", null)
    .$if(before !== null, (query) => query.where("likes.position", "<", before ?? 0))
    .orderBy("likes.position", "desc")
    .limit(limit + 1)
    .execute();
}
