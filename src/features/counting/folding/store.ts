/** All SQL of folding records into deliveries. */
import { sql } from "kysely";
import {
  bigintColumn,
  booleanColumn,
  bytesColumn,
  integerColumn,
  rangesColumn,
  smallintColumn,
  textColumn,
  timeColumn,
} from "../../../platform/db/columns.ts";
import type { Executor } from "../../../platform/db/database.ts";
import type { Ranges } from "../journal/entry.ts";
import type { Group, Judged } from "./fold.ts";
import { rangesOfText } from "./ranges.ts";

export function findManifests(db: Executor, digests: readonly string[]) {
  return db
    .selectFrom("renditions")
    .select(["digest", "segments", "programme_bytes", "bytes_per_minute"])
    .where("digest", "=", sql<Buffer>`any(${bytesColumn(digests)}::bytea[])`)
    .execute();
}

/** Where episodes belong today, the deleted ones too: what was under way goes on counting. */
export async function findPlaces(db: Executor, ids: readonly number[]) {
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

export type Place = NonNullable<ReturnType<Awaited<ReturnType<typeof findPlaces>>["get"]>>;

/** Notes that [from, to) of a journal is applied; false when somebody else has done that. */
export async function markApplied(
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

export async function findMark(db: Executor, journal_id: string): Promise<number> {
  const row = await db
    .selectFrom("journal_marks")
    .select("applied_bytes")
    .where("journal_id", "=", journal_id)
    .executeTakeFirst();
  return row?.applied_bytes ?? 0;
}

export async function insertRecords(db: Executor, judged: readonly Judged[]): Promise<void> {
  const column = <V>(read: (of: Judged) => V): V[] => judged.map(read);
  await sql`
    insert into media_records (at, episode_id, digest, listener, address, method, status, purpose, sent,
      probe, preview, user_agent, referrer, country, network, exclusion)
    select * from unnest(
      ${timeColumn(column(({ entry }) => entry.at))}::timestamptz[],
      ${bigintColumn(column(({ entry }) => entry.episode_id))}::bigint[],
      ${bytesColumn(column(({ entry }) => entry.digest))}::bytea[],
      ${bytesColumn(column(({ entry }) => entry.listener))}::bytea[],
      ${bytesColumn(column(({ entry }) => entry.address))}::bytea[],
      ${textColumn(column(({ entry }) => entry.method))}::text[],
      ${smallintColumn(column(({ entry }) => entry.status))}::smallint[],
      ${textColumn(column(({ entry }) => entry.purpose))}::text[],
      ${rangesColumn(column(({ entry }) => entry.sent))}::int8multirange[],
      ${booleanColumn(column(({ entry }) => entry.probe))}::boolean[],
      ${booleanColumn(column(({ entry }) => entry.preview))}::boolean[],
      ${textColumn(column(({ entry }) => entry.user_agent))}::text[],
      ${textColumn(column(({ entry }) => entry.referrer))}::text[],
      ${textColumn(column(({ entry }) => entry.country))}::text[],
      ${textColumn(column(({ entry }) => entry.network))}::text[],
      ${textColumn(column(({ exclusion }) => exclusion))}::text[])`.execute(db);
}

/** A delivery that was known before, with what it has now. */
export type Merged = Readonly<{
  sent: Ranges;
  before: Ranges;
  requests: number;
  counted: boolean;
}>;

type Row = { key: string; sent: string; before: string; requests: number; counted: boolean };

/** By what a delivery is known. */
export const deliveryKey = ({
  listener,
  episode_id,
  window_start,
  digest,
}: Pick<Group, "listener" | "episode_id" | "window_start" | "digest">): string =>
  `${listener} ${episode_id} ${window_start} ${digest ?? ""}`;

/**
 * Unites the groups with what there is, and returns those that were there, by their keys.
 * `counted` is for new ones; known ones keep theirs.
 */
export async function uniteDeliveries(
  db: Executor,
  groups: readonly Group[],
  counted: readonly boolean[],
): Promise<Map<string, Merged>> {
  const column = <V>(read: (group: Group) => V): V[] => groups.map(read);
  const { rows } = await sql<Row>`
    with written as (
      insert into deliveries as known (listener, episode_id, window_start, digest, sent, requests, counted)
      select * from unnest(
        ${bytesColumn(column(({ listener }) => listener))}::bytea[],
        ${bigintColumn(column(({ episode_id }) => episode_id))}::bigint[],
        ${timeColumn(column(({ window_start }) => window_start))}::timestamptz[],
        ${bytesColumn(column(({ digest }) => digest ?? ""))}::bytea[],
        ${rangesColumn(column(({ sent }) => sent))}::int8multirange[],
        ${integerColumn(column(({ requests }) => requests))}::integer[],
        ${booleanColumn(counted)}::boolean[])
      on conflict (window_start, listener, episode_id, digest) do update
        set sent = known.sent + excluded.sent, requests = known.requests + excluded.requests,
          before = known.sent
      returning listener, episode_id, window_start, digest, sent, requests, counted, before
    )
    select concat_ws(' ', encode(listener, 'hex'), episode_id,
        (extract(epoch from window_start) * 1000)::bigint, encode(digest, 'hex')) as key,
      sent::text, before::text, requests, counted
    from written where before is not null`.execute(db);
  return new Map(
    rows.map(({ key, sent, before, requests, counted: was }) => [
      key,
      { sent: rangesOfText(sent), before: rangesOfText(before), requests, counted: was },
    ]),
  );
}

export async function markCounted(db: Executor, groups: readonly Group[]): Promise<void> {
  if (groups.length === 0) return;
  const column = <V>(read: (group: Group) => V): V[] => groups.map(read);
  await sql`
    update deliveries set counted = true
    from unnest(
      ${bytesColumn(column(({ listener }) => listener))}::bytea[],
      ${bigintColumn(column(({ episode_id }) => episode_id))}::bigint[],
      ${timeColumn(column(({ window_start }) => window_start))}::timestamptz[],
      ${bytesColumn(column(({ digest }) => digest ?? ""))}::bytea[]
    ) as now_counted (listener, episode_id, window_start, digest)
    where deliveries.window_start = now_counted.window_start and deliveries.listener = now_counted.listener
      and deliveries.episode_id = now_counted.episode_id and deliveries.digest = now_counted.digest`.execute(
    db,
  );
}

export type ExclusionCount = Readonly<{
  /** ms since 1970 */
  day: number;
  episode_id: number;
  reason: string;
  requests_count: number;
}>;

/** Adds to the counts by reason; in the order that everybody has. */
export async function addExclusions(
  db: Executor,
  counts: readonly ExclusionCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const column = <V>(read: (count: ExclusionCount) => V): V[] => counts.map(read);
  await sql`
    insert into exclusions as known (day, episode_id, reason, requests_count)
    select day::date, episode_id, reason, requests_count from unnest(
      ${timeColumn(column(({ day }) => day))}::timestamptz[],
      ${bigintColumn(column(({ episode_id }) => episode_id))}::bigint[],
      ${textColumn(column(({ reason }) => reason))}::text[],
      ${bigintColumn(column(({ requests_count }) => requests_count))}::bigint[]
    ) as row (day, episode_id, reason, requests_count)
    order by 1, 2, 3
    on conflict (day, episode_id, reason) do update
      set requests_count = known.requests_count + excluded.requests_count`.execute(db);
}

/** Days of which there must be partitions, by their first ms. */
export async function ensureDays(db: Executor, days: readonly number[]): Promise<void> {
  for (const table of ["media_records", "deliveries"])
    await sql`
      select ensure_partition(${table}, to_char(day, 'YYYYMMDD'), day, day + interval '1 day')
      from unnest(${timeColumn(days)}::timestamptz[]) as day`.execute(db);
}

export async function ensureMonths(db: Executor, days: readonly number[]): Promise<void> {
  for (const table of ["downloads", "impressions"])
    await sql`
      select ensure_partition(${table}, to_char(month, 'YYYYMM'), month, month + interval '1 month')
      from (
        select distinct date_trunc('month', day) as month
        from unnest(${timeColumn(days)}::timestamptz[]) as day
      ) as months`.execute(db);
}
