/** Sums of the ledgers of an embedded database, for journeys. */
import { readFile } from "node:fs/promises";
import pg from "pg";

export type LedgerSums = Readonly<{
  downloads: number;
  impressions: number;
  /** Listeners with a download, or with an ad of one rendition, that was counted more or less than once. */
  twice: unknown[];
}>;

/** Reads the ledgers of `dataDir`, whose database must be running. */
export const ledgerSums = (dataDir: string): Promise<LedgerSums> =>
  withLedgers(dataDir, async (client) => {
    const sums = await client.query(
      `select (select coalesce(sum(quantity), 0)::integer from downloads) as downloads,
        (select coalesce(sum(quantity), 0)::integer from impressions) as impressions`,
    );
    const twice = await client.query(
      `select 'download', listener::text from downloads group by listener, episode_id having sum(quantity) <> 1
       union all select 'ad', listener::text from impressions
       group by listener, digest, lineitem_id having sum(quantity) <> 1`,
    );
    return { ...sums.rows[0], twice: twice.rows };
  });

/** `downloads` and `revenue` are sums; what else there is can only be compared. */
type Figures = Readonly<Record<string, unknown> & { downloads: number; revenue: string }>;

/** All that was counted of `dataDir`: plays, downloads, impressions, revenue, and why other requests were not. */
export const countedFigures = (dataDir: string): Promise<Figures> =>
  withLedgers(dataDir, async (client) => {
    const { rows } = await client.query(
      `select (select json_agg(p order by episode_id) from
          (select episode_id, plays_count, downloads_count from episode_plays) as p) as plays,
        (select json_agg(l order by lineitem_id) from
          (select lineitem_id, impressions_tracked, revenue::text from lineitem_counts) as l) as lineitems,
        (select json_agg(e order by episode_id, reason) from
          (select episode_id, reason, sum(requests_count)::integer as requests
           from exclusions group by 1, 2 having sum(requests_count) <> 0) as e) as exclusions,
        (select json_agg(d order by digest, purpose, device, source) from
          (select encode(digest, 'hex') as digest, purpose, device, source, sum(quantity)::integer as n
           from downloads group by 1, 2, 3, 4) as d) as of_downloads,
        (select json_agg(i order by digest, segment) from
          (select encode(digest, 'hex') as digest, segment, sum(quantity)::integer as n,
             sum(quantity * price)::text as revenue from impressions group by 1, 2) as i) as of_impressions,
        (select coalesce(sum(quantity), 0)::integer from downloads) as downloads,
        (select coalesce(sum(quantity * price), 0)::text from impressions) as revenue,
        (select sum(requests)::integer from deliveries) as requests`,
    );
    return rows[0];
  });

async function withLedgers<T>(
  dataDir: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const password = await readFile(`${dataDir}/postgres/longwave.password`, "utf8");
  const client = new pg.Client({
    host: `${dataDir}/postgres-socket`,
    user: "longwave",
    database: "longwave",
    password,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
