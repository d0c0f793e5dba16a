/** All SQL of rankings: creating one from the signals, and reading shows in its order. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";

/** The key of the lock under which runs of the job exclude each other while writing. */
const RANKING_LOCK = 7_160_013;
/** `until_version` of a current score. */
const FOR_NOW = 2_147_483_647;

const lockRankings = (db: Executor) =>
  sql`select pg_advisory_xact_lock(${RANKING_LOCK}::bigint)`.execute(db);

/** Begins a new ranking and supersedes an unfinished run. Call in a transaction. */
export async function beginRanking(db: Executor): Promise<number> {
  await lockRankings(db);
  const { version } = await db
    .insertInto("rankings")
    .expression((eb) =>
      eb.selectFrom("rankings").select(sql<number>`max(version) + 1`.as("version")),
    )
    .columns(["version"])
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** Locks out other runs until the transaction ends; returns false if one has begun since. */
export async function isRankingOurs(db: Executor, version: number): Promise<boolean> {
  await lockRankings(db);
  const { newest } = await db
    .selectFrom("rankings")
    .select(({ fn }) => fn.max("version").as("newest"))
    .executeTakeFirstOrThrow();
  return newest === version;
}

/**
 * The next shows after `after` with their signals, and how they are ranked now. `published` contains the times, in ms since
 * 1970, of up to `episodes` episodes. Not locked: to lock all shows every ten minutes wrote each of them to the disk again.
 * Chosen before they are joined: joined first, PostgreSQL read the counts of all shows before them, too.
 */
export async function readSignals(
  db: Executor,
  { after, limit, episodes }: { after: number; limit: number; episodes: number },
) {
  const recent = sql<number[]>`array(
    select (extract(epoch from published_at) * 1000)::float8 from episodes
    where episodes.show_id = shows.show_id and listenable
    order by published_at desc, episode_id desc limit ${episodes})`;
  const scores = sql<number[]>`array(
    select distinct score from ranked_shows
    where ranked_shows.show_id = shows.show_id and until_version = ${sql.lit(FOR_NOW)})`;
  return db
    .with(
      (cte) => cte("next_shows").materialized(),
      (db) =>
        db
          .selectFrom("shows")
          .select(["show_id", "quality"])
          .select([
            sql<boolean>`image_id is not null`.as("has_artwork"),
            sql<number>`char_length(description)`.as("description_length"),
          ])
          .where("show_id", ">", after)
          .where("deleted_at", "is", null)
          .orderBy("show_id")
          .limit(limit),
    )
    .selectFrom("next_shows as shows")
    .innerJoin("show_counts", "show_counts.show_id", "shows.show_id")
    .leftJoin("show_signals", "show_signals.show_id", "shows.show_id")
    .select(["shows.show_id", "show_counts.followers_count", "show_counts.likes_count"])
    .select(["show_signals.listeners", "show_signals.completion"])
    .select(["shows.quality", "shows.has_artwork", "shows.description_length"])
    .select([scores.as("scores"), recent.as("published")])
    .orderBy("shows.show_id")
    .execute();
}

/** Locks shows: their categories cannot change until the transaction ends. */
export async function lockRanked(db: Executor, ids: readonly number[]): Promise<void> {
  await sql`select from shows where show_id = any(${ids}::bigint[]) order by show_id for no key update`.execute(
    db,
  );
}

export type SignalsRow = Awaited<ReturnType<typeof readSignals>>[number];
export type Scored = { show_id: number; score: number };

/** Sets the scores of shows as of `version`; scores of earlier versions stay. */
export async function writeScores(
  db: Executor,
  version: number,
  scored: readonly Scored[],
): Promise<void> {
  await sql`
    with scored as (
      select * from ${recordset(scored, { show_id: "bigint", score: "integer" })} as scored
    ), changed as (
      update ranked_shows set until_version = ${version}
      from scored
      where ranked_shows.show_id = scored.show_id and until_version = ${sql.lit(FOR_NOW)}
        and ranked_shows.score <> scored.score
      returning category_id, ranked_shows.show_id, scored.score
    )
    insert into ranked_shows (category_id, show_id, from_version, score)
    select category_id, show_id, ${version}, score from changed`.execute(db);
}

/** Publishes the ranking for new readers. */
export async function publishRanking(db: Executor, version: number, at: Date): Promise<void> {
  await db
    .updateTable("rankings")
    .set({ published_at: at })
    .where("version", "=", version)
    .execute();
}

/** Deletes rankings that were replaced before `before`, and the scores that only they used. */
export async function forgetRankings(db: Executor, before: Date): Promise<void> {
  await sql`
    with kept as (
      select min(version) as oldest from (
        select version, lead(published_at) over (order by version) as replaced_at
        from rankings where published_at is not null
      ) published where replaced_at is null or replaced_at > ${before}
    ), forgotten as (
      delete from rankings using kept where version < oldest
    )
    delete from ranked_shows using kept where until_version <= oldest`.execute(db);
}

/** The ranking of version `wanted`, or the newest if there is no such ranking or it was replaced before `since`. */
export async function findRanking(
  db: Executor,
  wanted: number | undefined,
  since: Date,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select version from (
      select version, lead(published_at) over (order by version) as replaced_at
      from rankings where published_at is not null
    ) published
    where replaced_at is null
      or (version = ${wanted ?? null}::bigint and replaced_at > ${since})
    order by replaced_at is null limit 1`.execute(db);
  return rows[0]?.version ?? 0;
}

/** The position of a show in a ranking. Equal scores are ordered by id, younger show first. */
export type RankedPosition = { score: number; show_id: number };

/** The position of any show, even a deleted one; undefined for an id that never was a show. */
export function findRankedPosition(
  db: Executor,
  version: number,
  show_id: number,
): Promise<RankedPosition | undefined> {
  return db
    .selectFrom("ranked_shows")
    .select(["score", "show_id"])
    .where("show_id", "=", show_id)
    .where("category_id", "=", 0)
    .where("from_version", "<=", version)
    .where("until_version", ">", version)
    .executeTakeFirst();
}
