/** SQL about which image a chapter has. */
import type { Executor } from "../../../platform/db/database.ts";

export const findChapterImage = (
  db: Executor,
  { episode_id, chapter_id }: Readonly<{ episode_id: number; chapter_id: number }>,
) =>
  db
    .selectFrom("chapters")
    .select("image_id")
    .where("episode_id", "=", episode_id)
    .where("chapter_id", "=", chapter_id)
    .executeTakeFirst();
