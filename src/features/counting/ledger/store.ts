/** All SQL of the ledgers and the sums that are kept with them. */
import { sql } from "kysely";
import type { Executor } from "../../../platform/db/database.ts";
import { bytesColumn, plainColumn, textColumn, timeColumn } from "../folding/columns.ts";
import type { PlacedAd } from "../folding/rules.ts";
import type { Classification } from "../schema.ts";

export async function insertBatch(db: Executor, lists: string): Promise<number> {
  const row = await db
    .insertInto("ledger_batches")
    .values({ lists })
    .returning("batch_id")
    .executeTakeFirstOrThrow();
  return row.batch_id;
}

/** A counted download; times are ms since 1970, keys and digests hex. */
export type Download = Readonly<
  Pick<Classification, "source" | "device" | "os" | "os_kind" | "country"> & {
    window_start: number;
    listener: string;
    episode_id: number;
    at: number;
    show_id: number;
    author_id: number;
    organization_id: number | null;
    digest: string | null;
    purpose: "play" | "download";
  }
>;

/** Writes the downloads that are not in the ledger yet, and adds them to the sums. */
export async function insertDownloads(
  db: Executor,
  batch_id: number,
  downloads: readonly Download[],
): Promise<void> {
  if (downloads.length === 0) return;
  const column = <V>(read: (download: Download) => V): V[] => downloads.map(read);
  await sql`
    with fresh as (
      insert into downloads (window_start, listener, episode_id, batch_id, at, show_id, author_id,
        organization_id, digest, purpose, source, device, os, os_kind, country)
      select window_start, listener, episode_id, ${batch_id}::bigint, at, show_id, author_id,
        organization_id, digest, purpose, source, device, os, os_kind, country
      from unnest(
        ${timeColumn(column(({ window_start }) => window_start))}::timestamptz[],
        ${bytesColumn(column(({ listener }) => listener))}::bytea[],
        ${plainColumn(column(({ episode_id }) => episode_id))}::bigint[],
        ${timeColumn(column(({ at }) => at))}::timestamptz[],
        ${plainColumn(column(({ show_id }) => show_id))}::bigint[],
        ${plainColumn(column(({ author_id }) => author_id))}::bigint[],
        ${plainColumn(column(({ organization_id }) => organization_id))}::bigint[],
        ${bytesColumn(column(({ digest }) => digest))}::bytea[],
        ${plainColumn(column(({ purpose }) => purpose))}::text[],
        ${textColumn(column(({ source }) => source))}::text[],
        ${textColumn(column(({ device }) => device))}::text[],
        ${textColumn(column(({ os }) => os))}::text[],
        ${plainColumn(column(({ os_kind }) => os_kind))}::text[],
        ${plainColumn(column(({ country }) => country))}::text[]
      ) with ordinality as row (window_start, listener, episode_id, at, show_id, author_id,
        organization_id, digest, purpose, source, device, os, os_kind, country, n)
      order by n
      on conflict (window_start, listener, episode_id, correction) do nothing
      returning episode_id, show_id, purpose
    ), of_episodes as (
      insert into episode_plays as known (episode_id, plays_count, downloads_count)
      select episode_id, count(*) filter (where purpose = 'play'),
        count(*) filter (where purpose = 'download')
      from fresh group by 1 order by 1
      on conflict (episode_id) do update set plays_count = known.plays_count + excluded.plays_count,
        downloads_count = known.downloads_count + excluded.downloads_count
    )
    insert into show_plays as known (show_id, plays_count, downloads_count)
    select show_id, count(*) filter (where purpose = 'play'), count(*) filter (where purpose = 'download')
    from fresh group by 1 order by 1
    on conflict (show_id) do update set plays_count = known.plays_count + excluded.plays_count,
      downloads_count = known.downloads_count + excluded.downloads_count`.execute(db);
}

/** An ad delivered whole in a download that counts. */
export type Impression = Readonly<{
  window_start: number;
  listener: string;
  digest: string;
  at: number;
  episode_id: number;
  show_id: number;
  ad: PlacedAd;
}>;

/** Writes the impressions that are not in the ledger yet; returns their places in the list. */
export async function insertImpressions(
  db: Executor,
  batch_id: number,
  impressions: readonly Impression[],
): Promise<number[]> {
  const column = <V>(read: (impression: Impression) => V): V[] => impressions.map(read);
  const { rows } = await sql<{ n: number }>`
    with incoming as materialized (
      select * from unnest(
        ${timeColumn(column(({ window_start }) => window_start))}::timestamptz[],
        ${bytesColumn(column(({ listener }) => listener))}::bytea[],
        ${bytesColumn(column(({ digest }) => digest))}::bytea[],
        ${plainColumn(column(({ ad }) => ad.segment))}::smallint[],
        ${timeColumn(column(({ at }) => at))}::timestamptz[],
        ${plainColumn(column(({ ad }) => ad.lineitem_id))}::bigint[],
        ${plainColumn(column(({ ad }) => ad.campaign_id))}::bigint[],
        ${plainColumn(column(({ ad }) => ad.team_id))}::bigint[],
        ${plainColumn(column(({ ad }) => ad.creative_id))}::bigint[],
        ${plainColumn(column(({ episode_id }) => episode_id))}::bigint[],
        ${plainColumn(column(({ show_id }) => show_id))}::bigint[],
        ${plainColumn(column(({ ad }) => ad.price))}::bigint[]
      ) with ordinality as row (window_start, listener, digest, segment, at, lineitem_id, campaign_id,
        team_id, creative_id, episode_id, show_id, price, n)
    ), fresh as (
      insert into impressions (window_start, listener, digest, segment, batch_id, at, lineitem_id,
        campaign_id, team_id, creative_id, episode_id, show_id, price)
      select window_start, listener, digest, segment, ${batch_id}::bigint, at, lineitem_id,
        campaign_id, team_id, creative_id, episode_id, show_id, price
      from incoming order by n
      on conflict (window_start, listener, digest, segment, correction) do nothing
      returning window_start, listener, digest, segment
    )
    select n::integer from incoming join fresh using (window_start, listener, digest, segment)
    order by n`.execute(db);
  return rows.map(({ n }) => n - 1);
}

export type LineitemSum = Readonly<{ lineitem_id: number; impressions: number; revenue: bigint }>;

/** Adds to the sums of line items; in the order that everybody has. */
export async function addLineitemCounts(db: Executor, sums: readonly LineitemSum[]): Promise<void> {
  if (sums.length === 0) return;
  const column = <V>(read: (sum: LineitemSum) => V): V[] => sums.map(read);
  await sql`
    insert into lineitem_counts as known (lineitem_id, impressions_tracked, revenue)
    select * from unnest(
      ${plainColumn(column(({ lineitem_id }) => lineitem_id))}::bigint[],
      ${plainColumn(column(({ impressions }) => impressions))}::bigint[],
      ${plainColumn(column(({ revenue }) => String(revenue)))}::bigint[])
    order by 1
    on conflict (lineitem_id) do update
      set impressions_tracked = known.impressions_tracked + excluded.impressions_tracked,
        revenue = known.revenue + excluded.revenue`.execute(db);
}

/** Line items among these whose advertisers want to be told, with the addresses to tell. */
export function findPixelUrls(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("lineitems")
    .select(["lineitem_id", "third_party_impression_urls as urls"])
    .where("lineitem_id", "=", sql<number>`any(${plainColumn(ids)}::bigint[])`)
    .where(sql<boolean>`cardinality(third_party_impression_urls) > 0`)
    .execute();
}
