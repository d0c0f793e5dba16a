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
export async function ledgerSums(dataDir: string): Promise<LedgerSums> {
  const password = await readFile(`${dataDir}/postgres/longwave.password`, "utf8");
  const client = new pg.Client({
    host: `${dataDir}/postgres-socket`,
    user: "longwave",
    database: "longwave",
    password,
  });
  await client.connect();
  try {
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
  } finally {
    await client.end();
  }
}
