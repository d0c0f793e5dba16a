/** All SQL about the encoding state of episodes. */
import { sql, type Updateable } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Episodes } from "../../../../platform/db/rows.ts";
import type { Upload } from "../../ingest/schema.ts";

/** Where new audio is: a file in the media store, or a URL. */
export type AudioSource = Upload | { source_url: string };
type Id = { episode_id: number; encoding_id: number };

/** Records a new encoding. The current audio is served meanwhile; a draft becomes an episode. */
export function beginEncoding(
  db: Executor,
  episode_id: number,
  source: AudioSource,
): Promise<{ encoding_id: number }> {
  return db
    .updateTable("episodes")
    .set({
      upload_key: "upload_key" in source ? source.upload_key : null,
      upload_bytes: "upload_key" in source ? source.upload_bytes : null,
      source_url: "source_url" in source ? source.source_url : null,
      encoding_id: sql<number>`nextval('revisions')`,
      encoding_status: "PENDING",
      encoding_error: null,
      encoding_progress: 0,
      type: sql<
        "RECORDED" | "EXTERNAL" | "LIVE"
      >`case when type = 'DRAFT' then 'RECORDED' else type end`,
    })
    .where("episode_id", "=", episode_id)
    .returning(sql<number>`encoding_id`.as("encoding_id"))
    .executeTakeFirstOrThrow();
}

/** The owner of the episode's jobs in the queue, which takes turns between owners: its author. */
export async function findOwner(db: Executor, episode_id: number): Promise<number> {
  const { author_id } = await db
    .selectFrom("episodes")
    .select("author_id")
    .where("episode_id", "=", episode_id)
    .executeTakeFirstOrThrow();
  return author_id;
}

/** Records that the fetched file is in the media store. Returns false if it has been superseded. */
export async function noteFetched(
  db: Executor,
  { episode_id, encoding_id }: Id,
  upload: Upload,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("episodes")
    .set(upload)
    .where("episode_id", "=", episode_id)
    .where("encoding_id", "=", encoding_id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Marks the work as started and returns it; undefined if it has been superseded. */
export function takeUp(db: Executor, { episode_id, encoding_id }: Id) {
  return db
    .updateTable("episodes")
    .from("shows")
    .whereRef("shows.show_id", "=", "episodes.show_id")
    .where("episode_id", "=", episode_id)
    .where("encoding_id", "=", encoding_id)
    .where("episodes.deleted_at", "is", null)
    .set({ encoding_status: "PROCESSING", encoding_progress: 0 })
    .returning([
      "upload_key",
      "episodes.author_id",
      "source_url",
      "shows.delivery_profile",
      "shows.loudness_normalisation",
    ])
    .executeTakeFirst();
}

/** Stores the progress, 0 to 100. Returns false if the work has been superseded. */
export async function noteProgress(
  db: Executor,
  { episode_id, encoding_id }: Id,
  encoding_progress: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("episodes")
    .set({ encoding_progress })
    .where("episode_id", "=", episode_id)
    .where("encoding_id", "=", encoding_id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The episode, locked, if this encoding is still its latest. */
export function lockEncoding(db: Executor, { episode_id, encoding_id }: Id) {
  return db
    .selectFrom("episodes")
    .selectAll()
    .where("episode_id", "=", episode_id)
    .where("encoding_id", "=", encoding_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export type LockedEncoding = NonNullable<Awaited<ReturnType<typeof lockEncoding>>>;

/** Ends the encoding with success or failure. Returns false, and changes nothing, if it has been superseded. */
export async function endEncoding(
  db: Executor,
  { episode_id, encoding_id }: Id,
  end: Updateable<Episodes>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("episodes")
    .set({
      ...end,
      upload_key: null,
      encoding_id: null,
      updated_at: sql`now()`,
      revision: sql`nextval('revisions')`,
    })
    .where("episode_id", "=", episode_id)
    .where("encoding_id", "=", encoding_id)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Encodings in progress, page by page. */
export function listUnfinished(db: Executor, after: number, limit: number): Promise<Id[]> {
  return db
    .selectFrom("episodes")
    .select(["episode_id", sql<number>`encoding_id`.as("encoding_id")])
    .where("encoding_id", "is not", null)
    .where("deleted_at", "is", null)
    .where("episode_id", ">", after)
    .orderBy("episode_id")
    .limit(limit)
    .execute();
}

export async function hasChapters(db: Executor, episode_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("chapters")
    .select("chapter_id")
    .where("episode_id", "=", episode_id)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
