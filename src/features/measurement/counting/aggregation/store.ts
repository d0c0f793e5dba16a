/** SQL that aggregates records into deliveries. */
import { sql } from "kysely";
import { bigintColumn, timeColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import type { Group, Key, Merged, Outcome } from "./grouping.ts";
import { rangesOfText } from "./ranges.ts";

/**
 * The shows and authors that episodes belong to now, including deleted episodes: deliveries in progress still count.
 */
export async function findEpisodePlaces(db: Executor, ids: readonly number[]) {
  const rows = await db
    .selectFrom("episodes")
    .innerJoin("shows", "shows.show_id", "episodes.show_id")
    .leftJoin("organization_networks as network", "network.user_id", "shows.author_id")
    .leftJoin("organizations", (join) =>
      join
        .onRef("organizations.organization_id", "=", "network.organization_id")
        .on("organizations.deleted_at", "is", null),
    )
    .select(["episodes.episode_id", "episodes.show_id", "shows.author_id"])
    .select(["organizations.organization_id", "organizations.download_window"])
    .where("episodes.episode_id", "=", sql<number>`any(${bigintColumn(ids)}::bigint[])`)
    .execute();
  return new Map(rows.map((row) => [row.episode_id, row]));
}

export type EpisodePlace = NonNullable<
  ReturnType<Awaited<ReturnType<typeof findEpisodePlaces>>["get"]>
>;

/** Makes batches and a recount of a day (recounting/store.ts) wait for each other. */
export async function lockAgainstRecount(db: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('longwave recount'))`.execute(db);
}

/** Marks [from, to) of a journal as applied; false if another process has done so. */
export async function moveCheckpoint(
  db: Executor,
  journal_id: string,
  from: number,
  to: number,
): Promise<boolean> {
  const result =
    from === 0
      ? await db
          .insertInto("journal_marks")
          .values({ journal_id, applied_bytes: to })
          .onConflict((conflict) => conflict.column("journal_id").doNothing())
          .executeTakeFirst()
      : await db
          .updateTable("journal_marks")
          .set({ applied_bytes: to, updated_at: sql`now()` })
          .where("journal_id", "=", journal_id)
          .where("applied_bytes", "=", from)
          .executeTakeFirst();
  const rows = "numUpdatedRows" in result ? result.numUpdatedRows : result.numInsertedOrUpdatedRows;
  return rows === 1n;
}

export type Checkpoint = Readonly<{ journal_id: string; applied_bytes: number }>;

/** Marks the beginnings of journals as applied; false if any of them was begun before: then roll back. */
export async function beginJournals(db: Executor, marks: readonly Checkpoint[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into journal_marks (journal_id, applied_bytes)
    select journal_id::uuid, applied_bytes
    from ${recordset(marks, { journal_id: "text", applied_bytes: "bigint" })} as row
    order by 1
    on conflict (journal_id) do nothing`.execute(db);
  return numAffectedRows === BigInt(marks.length);
}

export async function findCheckpoint(db: Executor, journal_id: string): Promise<number> {
  const row = await db
    .selectFrom("journal_marks")
    .select("applied_bytes")
    .where("journal_id", "=", journal_id)
    .executeTakeFirst();
  return row?.applied_bytes ?? 0;
}

/** A key in the form that the query below returns. */
const textOf = ({ listener, episode_id, window_start, digest }: Key): string =>
  `${listener} ${episode_id} ${window_start} ${digest ?? ""}`;

type Row = { key: string; sent: string; before: string; requests: number; counted: boolean };

/**
 * Writes the assumed state of the groups. If the stored state differs (another process has written meanwhile, or
 * nothing was cached), it is merged with the stored one and returned; `counted` then keeps its stored value.
 */
export async function uniteDeliveries(
  db: Executor,
  believed: readonly Outcome[],
): Promise<ReadonlyMap<Group, Merged>> {
  const states = believed.map(({ group, verdict, merged }) => ({
    listener: group.listener,
    episode_id: group.episode_id,
    window_start: group.window_start,
    digest: group.digest ?? "",
    sent: merged?.sent ?? group.sent,
    requests: group.requests,
    expected: merged?.requests ?? group.requests,
    counted: verdict.download || merged?.counted === true,
    address: group.address,
  }));
  const isExpected = sql`known.requests + excluded.requests = excluded.expected`;
  const { rows } = await sql<Row>`
    with written as (
      insert into deliveries as known (listener, episode_id, window_start, digest, sent, requests, expected,
        counted, address)
      select * from ${recordset(states, {
        listener: "bytea",
        episode_id: "bigint",
        window_start: "timestamptz",
        digest: "bytea",
        sent: "int8multirange",
        requests: "integer",
        expected: "integer",
        counted: "boolean",
        address: "bytea",
      })} as state
      on conflict (window_start, listener, episode_id, digest) do update
        set requests = known.requests + excluded.requests, expected = excluded.expected,
          sent = case when ${isExpected} then excluded.sent else known.sent + excluded.sent end,
          before = case when ${isExpected} then null else known.sent end,
          counted = case when ${isExpected} then excluded.counted else known.counted end
      returning listener, episode_id, window_start, digest, sent, requests, expected, counted, before
    )
    select concat_ws(' ', encode(listener, 'hex'), episode_id,
        (extract(epoch from window_start) * 1000)::bigint, encode(digest, 'hex')) as key,
      sent::text, coalesce(before, '{}')::text as before, requests, counted
    from written where requests <> expected`.execute(db);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const listeners = new Set(rows.map(({ key }) => key.slice(0, key.indexOf(" "))));
  const others = new Map<Group, Merged>();
  for (const { group } of believed) {
    const row = listeners.has(group.listener) ? byKey.get(textOf(group)) : undefined;
    if (row !== undefined) others.set(group, mergedOf(row));
  }
  return others;
}

const mergedOf = ({ sent, before, requests, counted }: Row): Merged => ({
  sent: rangesOfText(sent),
  before: rangesOfText(before),
  requests,
  counted,
});

export async function markCounted(db: Executor, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  const keys = groups.map((group) => ({ ...group, digest: group.digest ?? "" }));
  await sql`
    update deliveries set counted = true
    from ${recordset(keys, {
      listener: "bytea",
      episode_id: "bigint",
      window_start: "timestamptz",
      digest: "bytea",
    })} as now_counted
    where deliveries.window_start = now_counted.window_start and deliveries.listener = now_counted.listener
      and deliveries.episode_id = now_counted.episode_id and deliveries.digest = now_counted.digest`.execute(
    db,
  );
}

export type ExclusionCount = Readonly<{
  /** ms since 1970. */
  day: number;
  episode_id: number;
  reason: string;
  requests_count: number;
}>;

/** Adds to the counts by reason, in the fixed order of rows. */
export async function addExclusions(
  db: Executor,
  counts: readonly ExclusionCount[],
): Promise<void> {
  if (counts.length === 0) return;
  await sql`
    insert into exclusions as known (day, episode_id, reason, requests_count)
    select day::date, episode_id, reason, requests_count
    from ${recordset(counts, {
      day: "timestamptz",
      episode_id: "bigint",
      reason: "text",
      requests_count: "bigint",
    })} as row
    order by 1, 2, 3
    on conflict (day, episode_id, reason) do update
      set requests_count = known.requests_count + excluded.requests_count`.execute(db);
}

/** One process at a time attaches partitions: two that did so in different orders would deadlock. */
export async function lockPartitions(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave partitions'))`.execute(tx);
}

/** Creates the missing partitions of days (their first ms). */
export async function ensurePartitions(tx: Executor, days: readonly number[]): Promise<void> {
  await lockPartitions(tx);
  for (const table of ["media_parcels", "deliveries"])
    await sql`
      select ensure_partition(${table}, to_char(day, 'YYYYMMDD'), day, day + interval '1 day')
      from unnest(${timeColumn(days)}::timestamptz[]) as day`.execute(tx);
  for (const table of ["downloads", "impressions"])
    await sql`
      select ensure_partition(${table}, to_char(month, 'YYYYMM'), month, month + interval '1 month')
      from (
        select distinct date_trunc('month', day) as month
        from unnest(${timeColumn(days)}::timestamptz[]) as day
      ) as months`.execute(tx);
}
