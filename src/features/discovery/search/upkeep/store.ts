/** All SQL that maintains the index, apart from its triggers. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import type { Batch } from "../../../../platform/jobs/migrations/migration.ts";
import type { Kind } from "../scope.ts";

const INDEX = {
  shows: { table: "search_shows", id: "show_id", source: "shows", write: "search_write_shows" },
  episodes: {
    table: "search_episodes",
    id: "episode_id",
    source: "episodes",
    write: "search_write_episodes",
  },
} as const;

/** Ids of records after `after`, in order; includes deleted ones, whose documents must be removed. */
export async function listRecords(
  db: Executor,
  kind: Kind,
  after: number,
  most: number,
): Promise<number[]> {
  const { source, id } = INDEX[kind];
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from ${sql.table(source)} where ${sql.ref(id)} > ${after}
    order by 1 limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}

/** Updates the documents of these records; correct documents are not written. */
export async function writeDocuments(
  db: Executor,
  kind: Kind,
  ids: readonly number[],
): Promise<void> {
  await sql`select ${sql.raw(INDEX[kind].write)}(${ids}::bigint[])`.execute(db);
}

export async function countRecords(db: Executor, kind: Kind): Promise<number> {
  const { source } = INDEX[kind];
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(source)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes the documents of up to `most` records; null if there are no more. */
export async function repairRecords(
  db: Executor,
  kind: Kind,
  after: string,
  most: number,
): Promise<Batch | null> {
  const ids = await listRecords(db, kind, Number(after), most);
  const last = ids.at(-1);
  if (last === undefined) return null;
  await writeDocuments(db, kind, ids);
  return { after: String(last), done: ids.length };
}

export async function countWordsToRepair(db: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct word) as count from search_words`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Writes what corrections need of up to `most` words; null if there are no more. */
export async function repairWords(
  db: Executor,
  after: string,
  most: number,
): Promise<Batch | null> {
  const { rows } = await sql<{ last: string | null; done: number }>`
    with batch as (
      select distinct word from search_words where word ~>~ ${after} order by word using ~<~ limit ${most}),
    changed as (
      update search_words w set edits = search_edits(w.word) from batch
      where w.word = batch.word and w.word not like '~%' and w.edits is distinct from search_edits(w.word))
    select (select word from batch order by word using ~>~ limit 1) as last,
      (select count(*) from batch) as done`.execute(db);
  const { last = null, done = 0 } = rows[0] ?? {};
  return last === null ? null : { after: last, done };
}

/** Updates popularity and freshness; documents whose rank hardly changed are not written. */
export async function refreshRanks(db: Executor, kind: Kind): Promise<void> {
  if (kind === "shows")
    await sql`
      update search_shows d set rank = present.rank, published_at = at
      from shows s join show_counts c using (show_id)
      cross join lateral (select coalesce(c.last_episode_at, s.created_at) as at) dated
      cross join lateral (
        select search_rank(s.quality, c.followers_count + c.likes_count, at) as rank) present
      where d.show_id = s.show_id and (abs(d.rank - present.rank) > 0.01 or d.published_at <> at)`.execute(
      db,
    );
  else
    await sql`
      update search_episodes d set rank = present.rank
      from episodes e join shows s using (show_id) join show_counts c using (show_id)
      join episode_counts l using (episode_id)
      cross join lateral (select search_rank(s.quality, c.followers_count + l.likes_count,
        coalesce(e.published_at, e.created_at)) as rank) present
      where d.episode_id = e.episode_id and abs(d.rank - present.rank) > 0.01`.execute(db);
}

/** The number of documents visible to strangers in each level, best first; empty levels are omitted. */
export async function countLevels(db: Executor, kind: Kind): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(INDEX[kind].table)} where level <> 'z'
    group by level order by level`.execute(db);
  return rows.map(({ count }) => count);
}

/** The lowest rank of the best `sizes[0]` documents, of the next `sizes[1]`, and so on. */
export async function findFloors(
  db: Executor,
  kind: Kind,
  sizes: readonly number[],
): Promise<number[]> {
  let place = 0;
  const places = sizes.map((size) => {
    place += size;
    return place;
  });
  const { rows } = await sql<{ rank: number }>`
    select rank from (
      select rank, row_number() over (order by rank desc) as place
      from ${sql.table(INDEX[kind].table)} where level <> 'z') ranked
    where place = any(${places}::bigint[]) order by place`.execute(db);
  return rows.map(({ rank }) => rank);
}

const letter = (index: number): string => String.fromCharCode("a".charCodeAt(0) + index);

/**
 * Sets the floors of all levels except the last. Surplus levels stay but get no new documents: they are searched until
 * `dropLevels` removes them when empty.
 */
export async function setFloors(db: Executor, kind: Kind, floors: readonly number[]) {
  await sql`update search_levels set floor = '-infinity' where kind = ${kind}`.execute(db);
  if (floors.length === 0) return;
  await db
    .insertInto("search_levels")
    .values(floors.map((floor, index) => ({ kind, level: letter(index), floor })))
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "level"])
        .doUpdateSet((eb) => ({ floor: eb.ref("excluded.floor") })),
    )
    .execute();
}

/** Deletes all levels beyond the first `kept`. */
export async function dropLevels(db: Executor, kind: Kind, kept: number): Promise<void> {
  await db
    .deleteFrom("search_levels")
    .where("kind", "=", kind)
    .where("level", ">=", letter(kept))
    .execute();
}

/** Ids of documents whose level does not match their rank. */
export async function listMisplaced(db: Executor, kind: Kind): Promise<number[]> {
  const { table, id } = INDEX[kind];
  const { rows } = await sql<{ id: number }>`
    select ${sql.ref(id)} as id from ${sql.table(table)} d
    where level <> 'z' and level <> search_level(${kind}, rank) order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** The number of documents of a kind that are read to count words. */
const SAMPLE = 50_000;

/**
 * Lexemes of one kind's documents, without level, with the estimated number of documents that contain them. Not by `ts_stat`,
 * whose tree of words has no balance: titles with rising numbers took a time that grew with the square of their number.
 */
async function counted(db: Executor, kind: Kind) {
  const table = sql.table(INDEX[kind].table);
  const { rows } = await sql<{ documents: number }>`
    select count(*) as documents from ${table}`.execute(db);
  const percent = Math.ceil((SAMPLE * 10_000) / ((rows[0]?.documents ?? 0) + 1)) / 100;
  const share = sql.lit(Math.min(100, percent));
  return sql`
    select left(word, -2) as word, count(*) * 100 / ${share} as documents
    from ${table} tablesample system (${share}) repeatable (1), unnest(tsvector_to_array(lexemes)) word
    where left(word, 1) not in ('=', '@', '#', ':', '"') and length(word) between 4 and 35
    group by 1`;
}

/** Estimates from a sample how many documents contain each word, and adds common words to the vocabulary. */
export async function countWords(db: Executor): Promise<void> {
  const shows = await counted(db, "shows");
  const episodes = await counted(db, "episodes");
  await sql`create temporary table word_counts on commit drop as
    select word, sum(documents)::integer as documents
    from (${shows} union all ${episodes}) each
    group by word`.execute(db);
  await sql`analyze word_counts`.execute(db);
  // Removes duplicates that concurrent transactions inserted.
  await sql`delete from search_words a using search_words b
    where a.word = b.word and a.ctid > b.ctid`.execute(db);
  await sql`update search_words known set documents = c.documents from word_counts c
    where c.word = known.word and abs(c.documents - known.documents) > known.documents / 10`.execute(
    db,
  );
  await sql`insert into search_words (word, documents, edits)
    select word, documents, case when word like '~%' then '{}' else search_edits(word) end
    from word_counts c where documents > 2 and search_grams(word) = '{}'
      and not exists (select from search_words known where known.word = c.word)`.execute(db);
}

/** Compacts an index while it is being read and written. Not inside a transaction. */
export async function reindex(db: Executor, kind: Kind): Promise<void> {
  await sql`reindex table concurrently ${sql.table(INDEX[kind].table)}`.execute(db);
  await sql`analyze ${sql.table(INDEX[kind].table)}`.execute(db);
}
