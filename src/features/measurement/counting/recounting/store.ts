/** SQL of recounts: reads records back, and appends corrections to the ledgers. */
import { sql } from "kysely";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import { rangesOfText } from "../aggregation/ranges.ts";
import type { ExclusionCount } from "../aggregation/store.ts";
import type { Entry } from "../journal/entry.ts";

/**
 * Locks out other recounts and the counting of new records, which wait in their journal. So the transaction sees
 * consistent data, and processes never deadlock on sums.
 */
export async function beginRecount(tx: Executor): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('longwave recount'))`.execute(tx);
}

/** Listeners whose key begins with a byte from `first` to `last`. */
export type Slice = Readonly<{ first: number; last: number }>;

const inSlice = ({ first, last }: Slice) => sql`get_byte(listener, 0) between ${first} and ${last}`;

export type RawRecord = Omit<Entry, "source" | "device" | "os" | "os_kind" | "exclusion">;

/** Records of [from, to) from before journal segments, when each record was a row. */
export async function findRecords(
  db: Executor,
  from: Date,
  to: Date,
  slice: Slice,
): Promise<RawRecord[]> {
  const { rows } = await sql<Omit<RawRecord, "sent" | "former"> & { sent: string }>`
    select extract(epoch from at) * 1000::float8 as at, episode_id, encode(digest, 'hex') as digest,
      encode(listener, 'hex') as listener, encode(address, 'hex') as address, method, status, purpose,
      sent::text as sent, probe, preview, user_agent, referrer, country, network
    from media_records where at >= ${from} and at < ${to} and ${inSlice(slice)}`.execute(db);
  return rows.map((row) => ({
    ...row,
    at: Math.round(Number(row.at)),
    sent: rangesOfText(row.sent),
    former: null,
  }));
}

export async function hasRecords(db: Executor, from: Date, to: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from media_parcels where day >= ${from} and day < ${to})
      or exists (select from media_records where at >= ${from} and at < ${to}) as found`.execute(
    db,
  );
  return rows[0]?.found === true;
}

/** A ledger row by its subject, and whether it counts now. `segment` is null for downloads. */
export type CountedRow = Readonly<{
  window_start: number;
  listener: string;
  /** The episode of a download, or the rendition (hex) of an impression. */
  of: string;
  segment: number | null;
  counts: boolean;
}>;

export const countedRowKey = ({
  window_start,
  listener,
  of,
  segment,
}: Omit<CountedRow, "counts">) => `${window_start} ${listener} ${of} ${segment}`;

export async function findCountedRows(
  db: Executor,
  ledger: "downloads" | "impressions",
  from: Date,
  to: Date,
  slice: Slice,
): Promise<Map<string, CountedRow>> {
  const what =
    ledger === "downloads"
      ? sql`episode_id::text as of, null::integer as segment`
      : sql`encode(digest, 'hex') as of, segment`;
  const { rows } = await sql<Omit<CountedRow, "window_start"> & { window_start: Date }>`
    select window_start, encode(listener, 'hex') as listener, ${what}, sum(quantity) > 0 as counts
    from ${sql.table(ledger)}
    where window_start >= ${from} and window_start < ${to} and ${inSlice(slice)}
    group by 1, 2, 3, 4`.execute(db);
  const standing = rows.map((row) => ({ ...row, window_start: row.window_start.getTime() }));
  return new Map(standing.map((row) => [countedRowKey(row), row]));
}

/** Takes counted downloads back and restores those taken back: appends the opposite of their last row. */
export async function flipDownloads(
  db: Executor,
  batch_id: number,
  flipped: readonly CountedRow[],
): Promise<void> {
  if (flipped.length === 0) return;
  const rows = flipped.map((row) => ({ ...row, episode_id: Number(row.of) }));
  await sql`
    with turned as (
      insert into downloads (window_start, listener, episode_id, correction, quantity, batch_id, at, show_id,
        author_id, organization_id, digest, purpose, source, device, os, os_kind, country)
      select distinct on (window_start, listener, episode_id) window_start, listener, episode_id,
        correction + 1, -quantity, ${batch_id}::bigint, at, show_id, author_id, organization_id, digest,
        purpose, source, device, os, os_kind, country
      from downloads join ${recordset(rows, {
        window_start: "timestamptz",
        listener: "bytea",
        episode_id: "bigint",
      })} as row using (window_start, listener, episode_id)
      order by window_start, listener, episode_id, correction desc
      returning episode_id, show_id, purpose, quantity
    ), of_episodes as (
      update episode_plays set plays_count = plays_count + plays, downloads_count = downloads_count + loads
      from (
        select episode_id, coalesce(sum(quantity) filter (where purpose = 'play'), 0) as plays,
          coalesce(sum(quantity) filter (where purpose = 'download'), 0) as loads
        from turned group by 1
      ) as sums where sums.episode_id = episode_plays.episode_id
    )
    update show_plays set plays_count = plays_count + plays, downloads_count = downloads_count + loads
    from (
      select show_id, coalesce(sum(quantity) filter (where purpose = 'play'), 0) as plays,
        coalesce(sum(quantity) filter (where purpose = 'download'), 0) as loads
      from turned group by 1
    ) as sums where sums.show_id = show_plays.show_id`.execute(db);
}

/** The same for impressions; returns the rows written. */
export async function flipImpressions(
  db: Executor,
  batch_id: number,
  flipped: readonly CountedRow[],
) {
  if (flipped.length === 0) return [];
  const subjects = flipped.map((row) => ({ ...row, digest: row.of }));
  const { rows } = await sql<{
    digest: Buffer;
    segment: number;
    listener: Buffer;
    lineitem_id: number;
    campaign_id: number;
    at: Date;
    quantity: 1 | -1;
    price: number;
  }>`
    insert into impressions (window_start, listener, digest, segment, correction, quantity, batch_id, at,
      lineitem_id, campaign_id, team_id, creative_id, episode_id, show_id, price)
    select distinct on (window_start, listener, digest, segment) window_start, listener, digest, segment,
      correction + 1, -quantity, ${batch_id}::bigint, at, lineitem_id, campaign_id, team_id, creative_id,
      episode_id, show_id, price
    from impressions join ${recordset(subjects, {
      window_start: "timestamptz",
      listener: "bytea",
      digest: "bytea",
      segment: "smallint",
    })} as row using (window_start, listener, digest, segment)
    order by window_start, listener, digest, segment, correction desc
    returning digest, segment, listener, lineitem_id, campaign_id, at, quantity, price`.execute(db);
  return rows;
}

/** Replaces the day's counts of excluded requests. */
export async function replaceExclusions(
  db: Executor,
  day: Date,
  counts: readonly ExclusionCount[],
): Promise<void> {
  await sql`delete from exclusions where day = ${day.toISOString().slice(0, 10)}::date`.execute(db);
  if (counts.length === 0) return;
  await sql`
    insert into exclusions (day, episode_id, reason, requests_count)
    select ${day.toISOString().slice(0, 10)}::date, row.* from ${recordset(counts, {
      episode_id: "bigint",
      reason: "text",
      requests_count: "bigint",
    })} as row`.execute(db);
}

/** Sums of the ledgers over whole days. */
export async function sumLedgers(db: Executor, from: Date, to: Date) {
  const { rows } = await sql<{ downloads: number; impressions: number }>`
    select
      (select coalesce(sum(quantity), 0) from downloads where window_start >= ${from} and window_start < ${to})
        as downloads,
      (select coalesce(sum(quantity), 0) from impressions where window_start >= ${from} and window_start < ${to})
        as impressions`.execute(db);
  return rows[0] ?? { downloads: 0, impressions: 0 };
}

export type RecountRow = Readonly<{
  first_day: string;
  last_day: string;
  lists: string;
  downloads_before: number;
  downloads_after: number;
  impressions_before: number;
  impressions_after: number;
}>;

export async function insertRecount(db: Executor, row: RecountRow): Promise<void> {
  await db.insertInto("recounts").values(row).execute();
}
