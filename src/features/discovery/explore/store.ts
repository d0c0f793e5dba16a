/** All SQL about curated lists and their shows. */
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { containing } from "../../../platform/db/like.ts";
import type { DB, ExploreLists } from "../../../platform/db/rows.ts";
import type { RankedPosition } from "./ranking/store.ts";

export function findList(db: Executor, list_id: number) {
  return db
    .selectFrom("explore_lists")
    .selectAll()
    .where("list_id", "=", list_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

export type ListRow = NonNullable<Awaited<ReturnType<typeof findList>>>;

/** The list, locked until the transaction ends. */
export function lockList(db: Executor, list_id: number): Promise<ListRow | undefined> {
  return db
    .selectFrom("explore_lists")
    .selectAll()
    .where("list_id", "=", list_id)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/** Whether the list exists or has existed. */
export async function listEverExisted(db: Executor, list_id: number): Promise<boolean> {
  const found = await db
    .selectFrom("explore_lists")
    .select("list_id")
    .where("list_id", "=", list_id)
    .executeTakeFirst();
  return found !== undefined;
}

type ListsQuery = { country: string | undefined; before: number | undefined; limit: number };

/** Lists for all countries and those for `country`, newest first; returns one extra row to show that there are more. */
export function listLists(db: Executor, { country, before, limit }: ListsQuery) {
  return db
    .selectFrom("explore_lists")
    .selectAll()
    .where("deleted_at", "is", null)
    .where("hidden_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("countries", "=", sql<string[]>`'{}'`),
        ...(country === undefined ? [] : [eb(eb.val(country), "=", eb.fn.any("countries"))]),
      ]),
    )
    .$if(before !== undefined, (query) => query.where("list_id", "<", before ?? 0))
    .orderBy("list_id", "desc")
    .limit(limit + 1)
    .execute();
}

type AdminListsQuery = Readonly<{ q: string; limit: number; offset: number }>;

/** All lists, hidden ones too, newest first, with the number of their shows and of all that match. */
export function listAllLists(db: Executor, { q, limit, offset }: AdminListsQuery) {
  return db
    .selectFrom("explore_lists")
    .selectAll()
    .select([
      sql<
        number | null
      >`case when filled_by = 'hand' then (select count(*) from explore_list_items item
        where item.list_id = explore_lists.list_id and item.edition = explore_lists.edition) end`.as(
        "shows_count",
      ),
      sql<number>`count(*) over ()`.as("total"),
    ])
    .where("deleted_at", "is", null)
    .$if(q !== "", (rows) => rows.where("name", "ilike", containing(q)))
    .orderBy("list_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

export type AdminListRow = Awaited<ReturnType<typeof listAllLists>>[number];

export async function insertList(db: Executor, list: Insertable<ExploreLists>): Promise<number> {
  const row = await db
    .insertInto("explore_lists")
    .values(list)
    .returning("list_id")
    .executeTakeFirstOrThrow();
  return row.list_id;
}

/** Changes a list and increments its revision. */
export async function updateList(
  db: Executor,
  list_id: number,
  changes: Updateable<ExploreLists>,
): Promise<void> {
  await db
    .updateTable("explore_lists")
    .set({ ...changes, updated_at: sql`now()`, revision: sql`nextval('revisions')` })
    .where("list_id", "=", list_id)
    .execute();
}

/** The ids that are shows. */
export async function findShowIds(db: Executor, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("shows")
    .select("show_id")
    .where("show_id", "=", sql<number>`any(${ids}::bigint[])`)
    .where("deleted_at", "is", null)
    .execute();
  return new Set(rows.map(({ show_id }) => show_id));
}

type Edition = { list_id: number; edition: number };

/** The shows of an edition in order, including those that strangers cannot find. */
export async function listEditionShowIds(
  db: Executor,
  { list_id, edition }: Edition,
): Promise<number[]> {
  const rows = await db
    .selectFrom("explore_list_items")
    .select("show_id")
    .where("list_id", "=", list_id)
    .where("edition", "=", edition)
    .orderBy("position")
    .execute();
  return rows.map(({ show_id }) => show_id);
}

/** Writes an edition of a list; earlier ones stay for readers who are paging through them. */
export async function insertEdition(
  db: Executor,
  { list_id, edition }: Edition,
  shows: readonly number[],
): Promise<void> {
  if (shows.length === 0) return;
  await db
    .insertInto("explore_list_items")
    .values(shows.map((show_id, position) => ({ list_id, edition, position, show_id })))
    .execute();
}

/** The position of a show in the edition `wanted`, or else in the newest edition with it. */
export function findPosition(
  db: Executor,
  { list_id, show_id, wanted }: { list_id: number; show_id: number; wanted: number },
) {
  return db
    .selectFrom("explore_list_items")
    .select(["edition", "position"])
    .where("list_id", "=", list_id)
    .where("show_id", "=", show_id)
    .orderBy((eb) => eb("edition", "=", wanted), "desc")
    .orderBy("edition", "desc")
    .limit(1)
    .executeTakeFirst();
}

const itemColumns = [
  "shows.show_id",
  "shows.title",
  "shows.author_id",
  "images.square_key",
  "images.upright_key",
] as const;

/** Shows with episodes that anyone may listen to. */
const isListenable = (eb: ExpressionBuilder<DB, "shows" | "show_counts">) =>
  eb.and([
    eb("shows.deleted_at", "is", null),
    // As literals, not parameters, here and below: otherwise the plan is made without knowing the values.
    eb("shows.visibility", "=", sql.lit("PUBLIC")),
    eb("show_counts.listenable_episodes_count", ">", sql.lit(0)),
  ]);

/** The listenable shows of an edition after `position`; returns one extra row to show that there are more. */
export function listHandPicked(
  db: Executor,
  { list_id, edition, position, limit }: Edition & { position: number; limit: number },
) {
  return db
    .selectFrom("explore_list_items as item")
    .innerJoin("shows", "shows.show_id", "item.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "item.show_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(itemColumns)
    .where("item.list_id", "=", list_id)
    .where("item.edition", "=", edition)
    .where("item.position", ">", position)
    .where(isListenable)
    .orderBy("item.position")
    .limit(limit + 1)
    .execute();
}

export type ListedShowRow = Awaited<ReturnType<typeof listHandPicked>>[number];

/** Conditions on shows: `language` null means any; the latest episode must not be older than `since`. */
type Fit = { language: string | null; since: Date | null };
/** `category_id` 0: any. */
export type RankedQuery = Fit & {
  version: number;
  category_id: number;
  after: RankedPosition | null;
  limit: number;
};

/** Up to this many shows, sorting is faster than searching in the ranking's order. */
const FEW = 2000;

const fitting = (db: Executor, { language, since }: Fit) =>
  db
    .selectFrom("shows as fit")
    .innerJoin("show_counts as count", "count.show_id", "fit.show_id")
    .select("fit.show_id")
    .where("fit.deleted_at", "is", null)
    .$if(language !== null, (builder) => builder.where("fit.language", "=", language ?? ""))
    .$if(since !== null, (builder) => builder.where("count.last_episode_at", ">=", since));

/** Whether so few shows match, in all categories, that they should be found first. */
async function fitFew(db: Executor, fit: Fit): Promise<boolean> {
  if (fit.language === null && fit.since === null) return false;
  const { count } = await db
    .selectFrom(fitting(db, fit).limit(FEW).as("found"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count < FEW;
}

/**
 * The listenable shows of a category that match, after a position, in the order of a ranking; returns one extra row to
 * show that there are more.
 */
export async function listRanked(db: Executor, query: RankedQuery): Promise<ListedShowRow[]> {
  const { language, since } = query;
  // Both queries return the same rows. PostgreSQL cannot tell which is faster before it knows the values.
  if (await fitFew(db, query))
    return selectRanked(db, query)
      .where("ranked.show_id", "=", sql<number>`any(array(${fitting(db, query)}))`)
      .execute();
  return selectRanked(db, query)
    .$if(language !== null, (builder) => builder.where("shows.language", "=", language ?? ""))
    .$if(since !== null, (builder) => builder.where("show_counts.last_episode_at", ">=", since))
    .execute();
}

const selectRanked = (db: Executor, { version, category_id, after, limit }: RankedQuery) =>
  db
    .selectFrom("ranked_shows as ranked")
    .innerJoin("shows", "shows.show_id", "ranked.show_id")
    .innerJoin("show_counts", "show_counts.show_id", "ranked.show_id")
    .leftJoin("images", "images.image_id", "shows.image_id")
    .select(itemColumns)
    .where("ranked.category_id", "=", category_id)
    .where("ranked.from_version", "<=", version)
    .where("ranked.until_version", ">", version)
    .where(isListenable)
    .$if(after !== null, (builder) =>
      builder.where(
        sql<boolean>`(ranked.score, ranked.show_id)
          < (${after?.score ?? 0}::integer, ${after?.show_id ?? 0}::bigint)`,
      ),
    )
    .orderBy("ranked.score", "desc")
    .orderBy("ranked.show_id", "desc")
    .limit(limit + 1);
