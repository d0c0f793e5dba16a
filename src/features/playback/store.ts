/** All SQL of playing: what decides where an episode's audio is and who may have it. */
import type { Executor } from "../../platform/db/database.ts";

/** What of an episode concerns playing it; undefined when it or its show is deleted. */
export function findPlayable(db: Executor, episode_id: number) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "episodes.type",
      "episodes.permalink",
      "episodes.published_at",
      "episodes.hidden",
      "episodes.visibility",
      "episodes.limited_key",
      "episodes.download_enabled",
      "episodes.media_key",
      "episodes.media_url",
      "shows.author_id",
      "shows.visibility as show_visibility",
      "shows.limited_key as show_limited_key",
    ])
    .where("episodes.episode_id", "=", episode_id)
    .where("episodes.deleted_at", "is", null)
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
}

export type Playable = NonNullable<Awaited<ReturnType<typeof findPlayable>>>;
