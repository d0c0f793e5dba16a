/** All SQL of imports: their records and codes, and what they read of shows and episodes. */
import { type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { Imports } from "../../../platform/db/rows.ts";
import { findEpisodeTags } from "../../distribution/feedtags/store.ts";
import { findTranscripts } from "../../distribution/feedtags/transcripts/store.ts";
import { EPISODE_COLUMNS, type KnownEpisode, type KnownParts } from "./matching.ts";

/** The key of the advisory locks that serialise the imports of one user. */
const IMPORT_LOCKS = 7_160_005;

/** Waits until no other import writes for this user; holds the lock until the transaction ends. */
export async function waitForTurn(db: Executor, user_id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORT_LOCKS}::int, (${user_id}::bigint % 2147483647)::int)`.execute(
    db,
  );
}

/** The user's show that was imported from `feed_url`, or else the one with this GUID; locked. */
export function findKnownShow(
  db: Executor,
  author_id: number,
  feed_url: string | null,
  guid: string,
) {
  return db
    .selectFrom("shows")
    .selectAll()
    .where("author_id", "=", author_id)
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("import_feed_url", "=", feed_url), eb("guid", "=", guid)]))
    .orderBy(sql`import_feed_url is not distinct from ${feed_url}::text`, "desc")
    .orderBy("show_id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

export type KnownShow = NonNullable<Awaited<ReturnType<typeof findKnownShow>>>;

export async function listKnownEpisodes(
  db: Executor,
  show_id: number,
): Promise<Map<string, KnownEpisode>> {
  const rows: KnownEpisode[] = await db
    .selectFrom("episodes")
    .select(EPISODE_COLUMNS)
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map((row) => [row.rss_guid, row]));
}

/** The chapters, tags and linked transcripts of a show's episodes, by episode. */
export async function listKnownParts(
  db: Executor,
  ids: readonly number[],
): Promise<(episode_id: number) => KnownParts> {
  const chapters = await db
    .selectFrom("chapters")
    .select(["episode_id", "starts_at", "title", "external_url"])
    .where("episode_id", "=", sql<number>`any(${ids}::bigint[])`)
    .orderBy("starts_at")
    .execute();
  const chaptersOf = Map.groupBy(chapters, ({ episode_id }) => episode_id);
  const tags = await findEpisodeTags(db, ids);
  const transcripts = await findTranscripts(db, ids);
  return (id) => ({
    chapters: (chaptersOf.get(id) ?? []).map(({ episode_id, ...chapter }) => chapter),
    tags: tags.get(id) ?? {},
    transcripts: (transcripts.get(id) ?? []).flatMap(({ url, type, language, rel }) =>
      url === null ? [] : [{ url, type, language, rel }],
    ),
  });
}

/** The URL of a show's cover in its feed. */
export async function findCoverAddress(db: Executor, show_id: number): Promise<string | null> {
  const row = await db
    .selectFrom("shows")
    .select("import_image_url")
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.import_image_url ?? null;
}

/** The owner of the show's jobs in the queue, which takes turns between owners: the show's author. */
export async function findOwner(db: Executor, show_id: number): Promise<number> {
  const { author_id } = await db
    .selectFrom("shows")
    .select("author_id")
    .where("show_id", "=", show_id)
    .executeTakeFirstOrThrow();
  return author_id;
}

export async function insertImport(db: Executor, values: Insertable<Imports>): Promise<number> {
  const row = await db
    .insertInto("imports")
    .values(values)
    .returning("import_id")
    .executeTakeFirstOrThrow();
  return row.import_id;
}

/** The number of the user's imports that are waiting or running. */
export async function countUnfinished(db: Executor, user_id: number): Promise<number> {
  const row = await db
    .selectFrom("imports")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .where("state", "in", ["PENDING", "RUNNING"])
    .executeTakeFirstOrThrow();
  return row.count;
}

/** An import as its owner sees it, with its ownership code, if one was created. */
export function findImport(db: Executor, import_id: number) {
  return db
    .selectFrom("imports")
    .leftJoin("import_codes", (join) =>
      join
        .onRef("import_codes.user_id", "=", "imports.user_id")
        .onRef("import_codes.feed_url", "=", "imports.feed_url"),
    )
    .select([
      "import_id",
      "imports.user_id",
      "imports.feed_url",
      "media",
      "dry_run",
      "state",
      "show_id",
      "report",
      "error",
      "error_type",
      "code",
      "imports.created_at",
      "imports.updated_at",
    ])
    .where("import_id", "=", import_id)
    .executeTakeFirst();
}

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>;

/** Starts an import that has not ended; undefined if there is none. */
export function beginImport(db: Executor, import_id: number) {
  return db
    .updateTable("imports")
    .from("users")
    .whereRef("users.user_id", "=", "imports.user_id")
    .where("import_id", "=", import_id)
    .where("state", "in", ["PENDING", "RUNNING"])
    .set({ state: "RUNNING", updated_at: sql`now()` })
    .returning(["imports.user_id", "users.is_admin", "feed_url", "feed_body", "media", "dry_run"])
    .executeTakeFirst();
}

export type ImportRequest = NonNullable<Awaited<ReturnType<typeof beginImport>>>;

/** Stores the URL that an uploaded feed declares for itself. */
export async function noteAddress(db: Executor, import_id: number, feed_url: string) {
  await db.updateTable("imports").set({ feed_url }).where("import_id", "=", import_id).execute();
}

/** Ends a running import permanently and deletes its uploaded file. False if it has ended already. */
export async function endImport(
  db: Executor,
  import_id: number,
  end: Updateable<Imports>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ ...end, feed_body: null, updated_at: sql`now()` })
    .where("import_id", "=", import_id)
    .where("state", "=", "RUNNING")
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export type ImportsQuery = Readonly<{
  state: "PENDING" | "RUNNING" | "DONE" | "FAILED" | undefined;
  /** A part of the feed's URL or of the person's name; empty for all. */
  q: string;
  limit: number;
  offset: number;
}>;

/** A page of everybody's imports, newest first, with the number of all that match as `total`. */
export function listImports(db: Executor, { state, q, limit, offset }: ImportsQuery) {
  const pattern = containing(q.replace(/^@/, ""));
  return db
    .selectFrom("imports")
    .innerJoin("users", "users.user_id", "imports.user_id")
    .leftJoin("shows", "shows.show_id", "imports.show_id")
    .select([
      "import_id",
      "imports.user_id",
      "users.username",
      "users.fullname",
      "imports.feed_url",
      "imports.media",
      "imports.dry_run",
      "imports.state",
      "imports.show_id",
      "shows.title as show_title",
      "imports.error",
      "imports.error_type",
      "imports.created_at",
      "imports.updated_at",
      sql<number>`count(*) over ()`.as("total"),
    ])
    .$if(state !== undefined, (rows) => rows.where("imports.state", "=", state ?? "DONE"))
    .$if(q !== "", (rows) =>
      rows.where((eb) =>
        eb.or([
          eb("imports.feed_url", "ilike", containing(q)),
          eb("users.username", "ilike", pattern),
          eb("users.fullname", "ilike", pattern),
        ]),
      ),
    )
    .orderBy("import_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export type ListedImport = Awaited<ReturnType<typeof listImports>>[number];

/** Makes a failed import of a URL wait again. False if it has not failed, or was an uploaded file. */
export async function reopenImport(db: Executor, import_id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({ state: "PENDING", error: null, error_type: null, updated_at: sql`now()` })
    .where("import_id", "=", import_id)
    .where("state", "=", "FAILED")
    .where("feed_url", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends an import that waits or runs as canceled. False if it has ended. */
export async function cancelUnfinished(
  db: Executor,
  import_id: number,
  error: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("imports")
    .set({
      state: "FAILED",
      error,
      error_type: "canceled",
      feed_body: null,
      updated_at: sql`now()`,
    })
    .where("import_id", "=", import_id)
    .where("state", "in", ["PENDING", "RUNNING"])
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The code of this user and feed; stores `code` if there is none yet. */
export async function keepCode(db: Executor, user_id: number, feed_url: string, code: string) {
  await db
    .insertInto("import_codes")
    .values({ user_id, feed_url, code })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return db
    .selectFrom("import_codes")
    .select(["code", "proved_at"])
    .where("user_id", "=", user_id)
    .where("feed_url", "=", feed_url)
    .executeTakeFirstOrThrow();
}

export async function markProved(
  db: Executor,
  user_id: number,
  feed_url: string,
  proved_at: Date,
): Promise<void> {
  await db
    .updateTable("import_codes")
    .set({ proved_at })
    .where("user_id", "=", user_id)
    .where("feed_url", "=", feed_url)
    .execute();
}
