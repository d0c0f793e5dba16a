/** SQL of the ledgers and of the sums kept with them. */
import { sql } from "kysely";
import { bigintColumn } from "../../../../platform/db/columns.ts";
import type { Executor } from "../../../../platform/db/database.ts";
import { recordset } from "../../../../platform/db/recordset.ts";
import type { PlacedAd } from "../aggregation/rules.ts";
import type { Classification } from "../schema.ts";

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

const DOWNLOAD_COLUMNS = {
  window_start: "timestamptz",
  listener: "bytea",
  episode_id: "bigint",
  at: "timestamptz",
  show_id: "bigint",
  author_id: "bigint",
  organization_id: "bigint",
  digest: "bytea",
  purpose: "text",
  source: "text",
  device: "text",
  os: "text",
  os_kind: "text",
  country: "text",
} as const;

/** Writes the downloads that are not in the ledger yet, and returns those. */
export async function insertDownloads(
  db: Executor,
  batch_id: number,
  downloads: readonly Download[],
): Promise<readonly Download[]> {
  if (downloads.length === 0) return [];
  const { numAffectedRows } = await sql`
    insert into downloads (window_start, listener, episode_id, batch_id, at, show_id, author_id,
      organization_id, digest, purpose, source, device, os, os_kind, country)
    select window_start, listener, episode_id, ${batch_id}::bigint, at, show_id, author_id,
      organization_id, digest, purpose, source, device, os, os_kind, country
    from ${recordset(downloads, DOWNLOAD_COLUMNS)} as row
    on conflict (window_start, listener, episode_id, correction) do nothing`.execute(db);
  if (numAffectedRows === BigInt(downloads.length)) return downloads;
  return findFreshDownloads(db, batch_id, downloads);
}

/** Adds the new downloads to the sums of episodes and shows. */
export async function addPlays(db: Executor, entered: readonly Download[]): Promise<void> {
  await addPlaysOf(db, "episode", entered, ({ episode_id }) => episode_id);
  await addPlaysOf(db, "show", entered, ({ show_id }) => show_id);
}

/** Which of the downloads this batch has inserted; only queried if not all were new, which is rare. */
async function findFreshDownloads(
  db: Executor,
  batch_id: number,
  downloads: readonly Download[],
): Promise<Download[]> {
  const { rows } = await sql<{ n: number }>`
    select min(n)::integer as n
    from ${recordset(numbered(downloads), {
      window_start: "timestamptz",
      listener: "bytea",
      episode_id: "bigint",
      n: "integer",
    })} as row
    join downloads using (window_start, listener, episode_id)
    where downloads.batch_id = ${batch_id} and downloads.correction = 0
    group by window_start, listener, episode_id`.execute(db);
  return rows.flatMap(({ n }) => downloads[n] ?? []);
}

/** Rows with their places. */
const numbered = <R extends object>(rows: readonly R[]) => rows.map((row, n) => ({ ...row, n }));

/** Adds to the sums of episodes or shows, in the fixed order of rows. */
async function addPlaysOf(
  db: Executor,
  of: "episode" | "show",
  downloads: readonly Download[],
  idOf: (download: Download) => number,
): Promise<void> {
  const byId = [...Map.groupBy(downloads, idOf)].sort(([a], [b]) => a - b);
  if (byId.length === 0) return;
  const sums = byId.map(([id, list]) => ({
    id,
    plays: list.filter(({ purpose }) => purpose === "play").length,
    downloads: list.filter(({ purpose }) => purpose === "download").length,
  }));
  const id = sql.id(`${of}_id`);
  await sql`
    insert into ${sql.table(`${of}_plays`)} as known (${id}, plays_count, downloads_count)
    select * from ${recordset(sums, { id: "bigint", plays: "bigint", downloads: "bigint" })} as row
    on conflict (${id}) do update set plays_count = known.plays_count + excluded.plays_count,
      downloads_count = known.downloads_count + excluded.downloads_count`.execute(db);
}

/** An ad delivered completely in a download that counts. */
export type Impression = Readonly<{
  window_start: number;
  listener: string;
  digest: string;
  at: number;
  episode_id: number;
  show_id: number;
  ad: PlacedAd;
}>;

/**
 * Writes the impressions that are not in the ledger yet, and returns those. Nearly always all are new, so they are
 * inserted without a check; only if that fails are conflicts handled row by row.
 */
export async function insertImpressions(
  db: Executor,
  batch_id: number,
  impressions: readonly Impression[],
): Promise<readonly Impression[]> {
  if (impressions.length === 0) return [];
  const rows = rowsOfImpressions(batch_id, impressions);
  await sql`savepoint impressions`.execute(db);
  try {
    await rows.execute(db);
    await sql`release savepoint impressions`.execute(db);
    return impressions;
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
    await sql`rollback to savepoint impressions`.execute(db);
  }
  await sql`${rows} on conflict (window_start, listener, digest, segment, correction) do nothing`.execute(
    db,
  );
  return findFreshImpressions(db, batch_id, impressions);
}

const UNIQUE_VIOLATION = "23505";

const rowsOfImpressions = (batch_id: number, impressions: readonly Impression[]) => sql`
  insert into impressions (batch_id, window_start, listener, digest, segment, at, lineitem_id,
    campaign_id, team_id, creative_id, episode_id, show_id, price)
  select ${batch_id}::bigint, row.*
  from ${recordset(impressions.map(withAd), {
    window_start: "timestamptz",
    listener: "bytea",
    digest: "bytea",
    segment: "smallint",
    at: "timestamptz",
    lineitem_id: "bigint",
    campaign_id: "bigint",
    team_id: "bigint",
    creative_id: "bigint",
    episode_id: "bigint",
    show_id: "bigint",
    price: "bigint",
  })} as row`;

const withAd = ({ window_start, listener, digest, at, episode_id, show_id, ad }: Impression) => ({
  window_start,
  listener,
  digest,
  segment: ad.segment,
  at,
  lineitem_id: ad.lineitem_id,
  campaign_id: ad.campaign_id,
  team_id: ad.team_id,
  creative_id: ad.creative_id,
  episode_id,
  show_id,
  price: ad.price,
});

/** Which of the impressions this batch has inserted; only queried if not all were new, which is rare. */
async function findFreshImpressions(
  db: Executor,
  batch_id: number,
  impressions: readonly Impression[],
): Promise<Impression[]> {
  const { rows } = await sql<{ n: number }>`
    select min(n)::integer as n
    from ${recordset(numbered(impressions.map(withAd)), {
      window_start: "timestamptz",
      listener: "bytea",
      digest: "bytea",
      segment: "smallint",
      n: "integer",
    })} as row
    join impressions using (window_start, listener, digest, segment)
    where impressions.batch_id = ${batch_id} and impressions.correction = 0
    group by window_start, listener, digest, segment`.execute(db);
  return rows.flatMap(({ n }) => impressions[n] ?? []);
}

export type LineitemSum = Readonly<{ lineitem_id: number; impressions: number; revenue: bigint }>;

/** Adds to the sums of line items, in the fixed order of rows. */
export async function addLineitemCounts(db: Executor, sums: readonly LineitemSum[]): Promise<void> {
  if (sums.length === 0) return;
  await sql`
    insert into lineitem_counts as known (lineitem_id, impressions_tracked, revenue)
    select * from ${recordset(sums, {
      lineitem_id: "bigint",
      impressions: "bigint",
      revenue: "bigint",
    })} as row
    order by 1
    on conflict (lineitem_id) do update
      set impressions_tracked = known.impressions_tracked + excluded.impressions_tracked,
        revenue = known.revenue + excluded.revenue`.execute(db);
}

/** The line items among these that have pixels, with their URLs. */
export function findPixelUrls(db: Executor, ids: readonly number[]) {
  return db
    .selectFrom("lineitems")
    .select(["lineitem_id", "third_party_impression_urls as urls"])
    .where("lineitem_id", "=", sql<number>`any(${bigintColumn(ids)}::bigint[])`)
    .where(sql<boolean>`cardinality(third_party_impression_urls) > 0`)
    .execute();
}
