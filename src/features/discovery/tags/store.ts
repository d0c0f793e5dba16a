/** All SQL about tags. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import type { ListPosition } from "../../publishing/episodes/lists/store.ts";

/** `after`: the last item of the previous page. */
export type TaggedQuery = { tag: string; after: ListPosition | null; limit: number };

/**
 * Episodes of public shows with the tag that anyone may listen to, newest first; returns one extra row to show that
 * there are more.
 */
export function listTagged(db: Executor, { tag, after, limit }: TaggedQuery) {
  return db
    .selectFrom("episode_tags as tagged")
    .innerJoin("episodes", "episodes.episode_id", "tagged.episode_id")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .select([
      "episodes.episode_id",
      "episodes.type",
      "episodes.title",
      "episodes.duration",
      "episodes.explicit",
      "episodes.show_id",
      "episodes.author_id",
      "tagged.published_at",
      "episodes.download_enabled",
      "episodes.waveform_key",
    ])
    .where("tagged.tag", "=", sql<string>`normalised_tag(${tag}::text)`)
    .where("shows.visibility", "=", sql.lit("PUBLIC"))
    .where("shows.deleted_at", "is", null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(tagged.published_at, tagged.episode_id)
          < (${after?.published_at ?? null}::timestamptz, ${after?.episode_id ?? 0}::bigint)`,
      ),
    )
    .orderBy("tagged.published_at", "desc")
    .orderBy("tagged.episode_id", "desc")
    .limit(limit + 1)
    .execute();
}

export type TaggedRow = Awaited<ReturnType<typeof listTagged>>[number];
