/** All SQL of playback: an episode's audio and its access, renditions, pins and cuts. */
import { sql } from "kysely";
import type { Cut } from "../../../platform/audio/quiet.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { DefaultBreak } from "../../publishing/shows/rules.ts";
import { filesOf, type Manifest } from "./manifest.ts";

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
      ...([
        "episodes.episode_id",
        "episodes.show_id",
        "episodes.type",
        "episodes.permalink",
      ] as const),
      ...(["episodes.title", "episodes.published_at", "episodes.hidden"] as const),
      ...(["episodes.visibility", "episodes.limited_key", "episodes.download_enabled"] as const),
      ...(["episodes.media_key", "episodes.media_url", "episodes.media_bytes"] as const),
      ...(["episodes.media_header_bytes", "episodes.media_frames", "episodes.duration"] as const),
      ...(["episodes.tags", "shows.author_id", "shows.title as show_title"] as const),
      ...(["shows.author_name", "shows.language", "shows.category_id"] as const),
      ...(["shows.category_2_id", "shows.category_3_id"] as const),
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

/** Stores a rendition with the files it uses. Returns false if it exists already, which changes nothing. */
export async function insertRendition(db: Executor, made: Manifest, at: Date): Promise<boolean> {
  const { digest: hex, parts, ...columns } = made;
  const digest = Buffer.from(hex, "hex");
  const row = { ...columns, digest, segments: JSON.stringify(parts) };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("renditions")
    .values({ ...row, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  const keys = filesOf(parts);
  if (keys.size === 0) return true;
  await db
    .insertInto("rendition_files")
    .values([...keys].map((media_key) => ({ media_key, digest })))
    .execute();
  return true;
}

/** A rendition by its hex digest; undefined if there is none. */
export async function findManifest(db: Executor, hex: string) {
  const row = await db
    .selectFrom("renditions")
    .selectAll()
    .where("digest", "=", Buffer.from(hex, "hex"))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { segments, digest: _, ...columns } = row;
  return { ...columns, digest: hex, parts: segments };
}

export type ManifestRow = NonNullable<Awaited<ReturnType<typeof findManifest>>>;

/** Records that a rendition is in use, at most once a day. */
export async function touchRendition(db: Executor, hex: string, at: Date): Promise<void> {
  await db
    .updateTable("renditions")
    .set({ last_used_at: at })
    .where("digest", "=", Buffer.from(hex, "hex"))
    .where("last_used_at", "<", new Date(at.getTime() - DAY_MS))
    .execute();
}

const DAY_MS = 86_400_000;

export type PinPlace = Readonly<{ episode_id: number; media_digest: Buffer }>;

/** The valid pins of these listeners whose renditions still exist. */
export function findPins(db: Executor, place: PinPlace, listeners: readonly Buffer[], at: Date) {
  return db
    .selectFrom("pins")
    .innerJoin("renditions", "renditions.digest", "pins.digest")
    .select(["pins.listener", "pins.digest", "pins.expires_at"])
    .where("pins.listener", "in", [...listeners])
    .where("pins.episode_id", "=", place.episode_id)
    .where("pins.media_digest", "=", place.media_digest)
    .where("pins.expires_at", ">", at)
    .execute();
}

type Pin = PinPlace & Readonly<{ listener: Buffer; digest: Buffer; expires_at: Date }>;

/**
 * Pins a rendition, or prolongs the pin that was there first. Returns the digest that is now pinned; concurrent calls
 * for the same pin wait and return the same digest.
 */
export async function upsertPin(db: Executor, pin: Pin, at: Date): Promise<Buffer> {
  const { digest } = await db
    .insertInto("pins")
    .values(pin)
    .onConflict((conflict) =>
      conflict.columns(["listener", "episode_id", "media_digest"]).doUpdateSet({
        digest: sql`case when pins.expires_at > ${at} then pins.digest else excluded.digest end`,
        expires_at: sql`excluded.expires_at`,
      }),
    )
    .returning("digest")
    .executeTakeFirstOrThrow();
  return digest;
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

/** Deletes expired pins, unused renditions and old cuts. Returns the number of renditions deleted. */
export async function forgetOld(
  db: Executor,
  { now, unusedSince, cutBefore }: { now: Date; unusedSince: Date; cutBefore: Date },
): Promise<number> {
  await db.deleteFrom("pins").where("expires_at", "<=", now).execute();
  // Cuts are quickly found again if they are needed.
  await db.deleteFrom("cuts").where("found_at", "<", cutBefore).execute();
  const { numDeletedRows } = await db
    .deleteFrom("renditions")
    .where("last_used_at", "<", unusedSince)
    .where(sql<boolean>`not exists (select from pins where pins.digest = renditions.digest)`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
