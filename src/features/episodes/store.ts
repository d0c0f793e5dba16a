/** All SQL about episodes and their chapters. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../platform/db/database.ts";
import type { Chapters, Episodes } from "../../platform/db/rows.ts";

/** Inserts episodes in one statement and returns their ids in the same order; at most 500 at a time. */
export async function insertEpisodes(
  db: Executor,
  episodes: Insertable<Episodes>[],
): Promise<number[]> {
  if (episodes.length === 0) return [];
  const rows = await db.insertInto("episodes").values(episodes).returning("episode_id").execute();
  return rows.map(({ episode_id }) => episode_id);
}

/** Changes an episode; its revision moves on. */
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

export type NewChapter = Omit<Insertable<Chapters>, "episode_id">;

/** Puts `chapters` in the place of all that the episode has. */
export async function replaceChapters(
  db: Executor,
  episode_id: number,
  chapters: NewChapter[],
): Promise<void> {
  await db.deleteFrom("chapters").where("episode_id", "=", episode_id).execute();
  if (chapters.length === 0) return;
  await db
    .insertInto("chapters")
    .values(chapters.map((chapter) => ({ ...chapter, episode_id })))
    .execute();
}
