/** The tables in ClickHouse: on one server, or distributed over the shards of a cluster. */
import type { Clickhouse } from "../../../../../platform/statistics/clickhouse.ts";

/** One row per ad sale or accrued price; revenue in 10⁻⁸, negative if a correction takes it back. */
export const AD_EVENTS = "ad_events";
/** One row per play or download. `listener`: the first 8 bytes of the key, as a signed number. */
export const AUDIENCE_EVENTS = "audience_events";
/** One row that identifies the ledgers in this database. */
export const FEEDS = "feeds";

/** A row is identified by its ledger batch and its index in it: merges remove duplicates, should there ever be any. */
type Table = { columns: string; order: string };

const TABLES: Record<string, Table> = {
  [AD_EVENTS]: {
    columns: `day Date, team_id Int64, campaign_id Int64, lineitem_id Int64,
      impressions Int8, revenue Int64, parcel_id Int64, place UInt32`,
    order: "team_id, campaign_id, lineitem_id, day, parcel_id, place",
  },
  [AUDIENCE_EVENTS]: {
    columns: `day Date, organization_id Int64, author_id Int64, show_id Int64, episode_id Int64,
      plays Int8, downloads Int8, listener Int64, source String, device String, os String,
      os_kind String, country String, parcel_id Int64, place UInt32`,
    order: "author_id, show_id, episode_id, day, parcel_id, place",
  },
  // Created last: if it exists, the others exist too.
  [FEEDS]: {
    columns: "day Date, source_id String, feed_id String, place UInt32",
    order: "day, source_id, feed_id",
  },
};

/** Creates the missing database and tables on every server of the cluster. */
export async function makeTables(clickhouse: Clickhouse): Promise<void> {
  const { database } = clickhouse;
  const known = await clickhouse.select(
    `select name from system.databases where name = '${database}'`,
  );
  const everywhere = onCluster(clickhouse);
  // The ClickHouse user may lack the right to create databases, so do not try if the database exists.
  if (known.length === 0 || everywhere !== "")
    await clickhouse.run(`create database if not exists ${database} ${everywhere}`);
  for (const [name, table] of Object.entries(TABLES))
    for (const statement of statementsFor(clickhouse, name, table)) await clickhouse.run(statement);
}

const onCluster = ({ cluster }: Clickhouse): string =>
  cluster === null ? "" : `on cluster '${cluster}'`;

function statementsFor(clickhouse: Clickhouse, name: string, { columns, order }: Table): string[] {
  const { database, cluster } = clickhouse;
  const sorted = `partition by toYYYYMM(day) order by (${order})`;
  if (cluster === null)
    return [
      `create table if not exists ${database}.${name} (${columns})
        engine = ReplacingMergeTree() ${sorted}`,
    ];
  const local = `${name}_local`;
  const place = `'/clickhouse/tables/{shard}/${database}/${local}', '{replica}'`;
  return [
    `create table if not exists ${database}.${local} ${onCluster(clickhouse)} (${columns})
      engine = ReplicatedReplacingMergeTree(${place}) ${sorted}`,
    `create table if not exists ${database}.${name} ${onCluster(clickhouse)} (${columns})
      engine = Distributed('${cluster}', '${database}', '${local}', place)`,
  ];
}
