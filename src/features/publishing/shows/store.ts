/** SQL about shows; that of who may edit them is in `editable`. */
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { recordset } from "../../../platform/db/recordset.ts";
import type { DB, Shows } from "../../../platform/db/rows.ts";

export async function insertShow(db: Executor, show: Insertable<Shows>): Promise<number> {
  const row = await db
    .insertInto("shows")
    .values(show)
    .returning("show_id")
    .executeTakeFirstOrThrow();
  return row.show_id;
}

/**
 * Like `insertShow`, but returns undefined if the author has a show with that permalink, even one inserted
 * concurrently.
 */
export async function insertShowUnlessTaken(
  db: Executor,
  show: Insertable<Shows>,
): Promise<number | undefined> {
  const row = await db
    .insertInto("shows")
    .values(show)
    .onConflict((conflict) =>
      conflict.columns(["author_id", "permalink"]).where("deleted_at", "is", null).doNothing(),
    )
    .returning("show_id")
    .executeTakeFirst();
  return row?.show_id;
}

/**
 * Like `insertShowUnlessTaken` for several shows, which set the same columns, none of them JSON. Returns the ids of those
 * that were inserted, by GUID.
 */
export async function insertShowsUnlessTaken(
  db: Executor,
  shows: readonly Insertable<Shows>[],
): Promise<ReadonlyMap<string, number>> {
  const columns = sql.join(columnNames(shows[0] ?? {}).map((name) => sql.ref(name)));
  await waitBriefly(db);
  const { rows } = await sql<{ show_id: number; guid: string }>`insert into shows (${columns})
    select ${columns} from jsonb_populate_recordset(null::shows, ${JSON.stringify(shows)}::jsonb)
    on conflict (author_id, permalink) where deleted_at is null do nothing
    returning show_id, guid`.execute(db);
  return new Map(rows.map(({ show_id, guid }) => [guid, show_id]));
}

/** The columns that a write sets: others keep their value, or get their default. */
export const columnNames = (columns: object): string[] =>
  Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/**
 * Changes several shows, which their transaction has locked, like `updateShow`; all change the same columns, none of them
 * JSON. Returns the new revisions by show id.
 */
export async function updateShows(
  db: Executor,
  shows: readonly (Updateable<Shows> & { show_id: number })[],
): Promise<ReadonlyMap<number, number>> {
  const [first] = shows;
  if (first === undefined) return new Map();
  const { show_id: _, ...set } = first;
  const columns = columnNames(set).map(
    (name) => sql`${sql.ref(name)} = ${sql.ref(`changed.${name}`)}`,
  );
  const { rows } = await sql<{ show_id: number; revision: number }>`update shows
    set ${sql.join([...columns, sql`updated_at = now()`, sql`revision = nextval('revisions')`])}
    from jsonb_populate_recordset(null::shows, ${JSON.stringify(shows)}::jsonb) as changed
    where shows.show_id = changed.show_id
    returning shows.show_id, shows.revision`.execute(db);
  return new Map(rows.map(({ show_id, revision }) => [show_id, revision]));
}

/** Who owns shows, and their revisions; locked until the transaction ends, or refused if that takes too long. */
export async function lockOwners(db: Executor, ids: readonly number[]) {
  await waitBriefly(db);
  return db
    .selectFrom("shows")
    .select(["show_id", "author_id", "revision"])
    .where("show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .orderBy("show_id")
    .forUpdate()
    .execute();
}

/** Where several people's writes share a transaction, waiting for a lock would make all of them wait. */
const waitBriefly = (db: Executor) => sql`set local lock_timeout = '500ms'`.execute(db);

/** Changes a show and increments its revision, which it returns. */
export async function updateShow(
  db: Executor,
  show_id: number,
  changes: Updateable<Shows>,
): Promise<number> {
  const { revision } = await db
    .updateTable("shows")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("show_id", "=", show_id)
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

/** Stores quality scores from the ranking, 0 to 1; this is not an edit, so revisions stay. */
export async function storeQuality(
  db: Executor,
  found: readonly { show_id: number; quality: number }[],
): Promise<void> {
  await sql`update shows set quality = found.quality
    from ${recordset(found, { show_id: "bigint", quality: "real" })} as found
    where shows.show_id = found.show_id and shows.quality <> found.quality`.execute(db);
}

/** The author's permalinks that are `slug`, or `slug` with a number. */
export async function listPermalinks(
  db: Executor,
  author_id: number,
  slug: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("shows")
    .select("permalink")
    .where("author_id", "=", author_id)
    .where("deleted_at", "is", null)
    .where((eb) => eb.or([eb("permalink", "=", slug), eb("permalink", "like", `${slug}-%`)]))
    .execute();
  return new Set(rows.map(({ permalink }) => permalink));
}

/** Everything for the detail view in one row: the show with its image, author and counts. */
const selectShows = (db: Executor) =>
  db
    .selectFrom("shows")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .innerJoin("users", "users.user_id", "shows.author_id")
    .leftJoin("show_plays", "show_plays.show_id", "shows.show_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .leftJoin("images as portraits", "portraits.image_id", "users.image_id")
    .selectAll("shows")
    .select([
      "images.square_key",
      "images.upright_key",
      "images.cover_key",
      "images.feed_key",
      "images.tint",
      "show_counts.listenable_episodes_count",
      "show_counts.editable_episodes_count",
      "show_counts.followers_count",
      "show_counts.likes_count",
      "show_counts.last_episode_at",
      "show_plays.plays_count",
      "users.username as author_username",
      "users.fullname as author_fullname",
      "users.description as author_description",
      "users.plan as author_plan",
      "portraits.square_key as author_square_key",
      "portraits.upright_key as author_upright_key",
    ])
    .where("shows.deleted_at", "is", null);

export function findShow(db: Executor, show_id: number) {
  return selectShows(db).where("shows.show_id", "=", show_id).executeTakeFirst();
}

export type ShowRow = NonNullable<Awaited<ReturnType<typeof findShow>>>;

/** Returns a function that finds shows by id; missing ones are left out. */
export function prepareFindShows(db: Executor) {
  // The query is built once. The sub-select keeps PostgreSQL from planning again for each length of the list.
  const build = (ids: number[]) =>
    selectShows(db)
      .where("shows.show_id", "=", sql<number>`any((select ${ids}::bigint[])::bigint[])`)
      .compile();
  let built: ReturnType<typeof build> | null = null;
  return async (ids: number[]): Promise<Map<number, ShowRow>> => {
    built ??= build(ids);
    const { rows } = await db.executeQuery<ShowRow>({ ...built, parameters: [ids] });
    return new Map(rows.map((row) => [row.show_id, row]));
  };
}

/** Titles by show id, for existing shows. */
export async function findShowTitles(
  db: Executor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("shows")
    .select(["show_id", "title"])
    .where("show_id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ show_id, title }) => [show_id, title]));
}

/** Whether a show has this GUID; others that ask for the same one wait until the transaction ends. */
export async function isGuidTaken(db: Executor, guid: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${guid}, 0))`.execute(db);
  const found = await db
    .selectFrom("shows")
    .select("show_id")
    .where("guid", "=", guid)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The show's own columns, locked until the transaction ends. */
export function lockShow(db: Executor, show_id: number) {
  return db
    .selectFrom("shows")
    .selectAll()
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

export async function hasEpisodes(db: Executor, show_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("episodes")
    .select("episode_id")
    .where("show_id", "=", show_id)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The columns of a show in a list. */
export const listColumns = [
  "shows.show_id",
  "shows.title",
  "shows.author_id",
  "shows.category_id",
  "shows.category_2_id",
  "shows.category_3_id",
  "images.square_key",
  "images.upright_key",
] as const;

export type ShowListRow = Pick<
  ShowRow,
  | "show_id"
  | "title"
  | "author_id"
  | "category_id"
  | "category_2_id"
  | "category_3_id"
  | "square_key"
  | "upright_key"
>;

export type InShows = ExpressionBuilder<DB, "shows" | "show_counts">;

/** Shows that strangers find: public, and not just waiting for their first episode to be published. */
export const isListable = (eb: InShows) =>
  eb.and([
    eb("shows.deleted_at", "is", null),
    eb("shows.visibility", "=", "PUBLIC"),
    eb.or([
      eb("show_counts.listenable_episodes_count", ">", 0),
      eb("show_counts.editable_episodes_count", "=", 0),
    ]),
  ]);
