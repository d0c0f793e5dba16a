/** All SQL of playback: an episode's audio and its access, and cuts. */
import { sql } from "kysely";
import type { Cut } from "../../../platform/audio/quiet.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { DefaultBreak } from "../../publishing/shows/rules.ts";

/** The columns of an episode that playback needs; undefined if it or its show is deleted. */
export function findPlayable(db: Executor, episode_id: number) {
  return db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .leftJoin("images", (join) =>
      join.on(sql<boolean>`images.image_id = coalesce(episodes.image_id, shows.image_id)`),
    )
    .select(["users.fullname as author_fullname", "images.square_key as cover_key"])
    .select([
      "episodes.episode_id",
      "episodes.show_id",
      "episodes.type",
      "episodes.permalink",
      "episodes.title",
      "episodes.published_at",
      "episodes.hidden",
      "episodes.visibility",
      "episodes.limited_key",
      "episodes.download_enabled",
      "episodes.media_key",
      "episodes.media_url",
      "episodes.media_bytes",
      "episodes.media_header_bytes",
      "episodes.media_frames",
      "episodes.duration",
      "episodes.tags",
      "shows.author_id",
      "shows.title as show_title",
      "shows.author_name",
      "shows.language",
      "shows.category_id",
      "shows.category_2_id",
      "shows.category_3_id",
      "shows.visibility as show_visibility",
      "shows.limited_key as show_limited_key",
      sql<DefaultBreak[] | null>`shows.default_breaks`.as("default_breaks"),
    ])
    .where("episodes.episode_id", "=", episode_id)
    .where("episodes.deleted_at", "is", null)
    .where("shows.deleted_at", "is", null)
    .executeTakeFirst();
}

export type Playable = NonNullable<Awaited<ReturnType<typeof findPlayable>>>;

/** The teams of the organization to whose networks the author belongs; only their ads may run. */
export async function findTeams(db: Executor, author_id: number): Promise<number[]> {
  const rows = await db
    .selectFrom("organization_networks as network")
    .innerJoin("organizations as o", "o.organization_id", "network.organization_id")
    .innerJoin("teams", "teams.organization_id", "o.organization_id")
    .select("teams.team_id")
    .where("network.user_id", "=", author_id)
    .where("o.deleted_at", "is", null)
    .execute();
  return rows.map(({ team_id }) => team_id);
}

/** The cuts of a file that are already known, by timecode. */
export async function findCuts(
  db: Executor,
  media_digest: Buffer,
  timecodes: readonly number[],
): Promise<Map<number, Cut>> {
  const rows = await db
    .selectFrom("cuts")
    .select(["timecode", "frame", "byte_at"])
    .where("media_digest", "=", media_digest)
    .where("timecode", "in", [...timecodes])
    .execute();
  return new Map(rows.map(({ timecode, ...cut }) => [timecode, cut]));
}

export async function insertCuts(
  db: Executor,
  media_digest: Buffer,
  cuts: ReadonlyMap<number, Cut>,
  found_at: Date,
): Promise<void> {
  const rows = [...cuts].map(([timecode, cut]) => ({ media_digest, timecode, ...cut, found_at }));
  await db
    .insertInto("cuts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function forgetCuts(db: Executor, foundBefore: Date): Promise<void> {
  await db.deleteFrom("cuts").where("found_at", "<", foundBefore).execute();
}
