/** All SQL for the player: what it needs of several episodes at once. */
import type { Executor } from "../../../platform/db/database.ts";

/** Chapters of the episodes, in order, with their images: one statement for a whole playlist. */
export async function listChaptersOf(db: Executor, episode_ids: readonly number[]) {
  if (episode_ids.length === 0) return [];
  return db
    .selectFrom("chapters")
    .leftJoin("images", "images.image_id", "chapters.image_id")
    .select(["episode_id", "starts_at", "title", "external_url"])
    .select(["images.square_key", "images.upright_key"])
    .where("episode_id", "in", [...episode_ids])
    .orderBy("episode_id")
    .orderBy("starts_at")
    .limit(5000)
    .execute();
}

export type ChapterRow = Awaited<ReturnType<typeof listChaptersOf>>[number];
