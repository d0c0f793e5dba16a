/** SQL that inserts ledger batches into ClickHouse and finds what it has of them. */
import {
  type Clickhouse,
  ClickhouseTrouble,
  whole,
} from "../../../../../platform/statistics/clickhouse.ts";
import type { Sizes } from "../feeding/store.ts";
import { AD_EVENTS, AUDIENCE_EVENTS, FEEDS } from "../tables/store.ts";

type Table = keyof Sizes;
export const TABLES: readonly Table[] = [AD_EVENTS, AUDIENCE_EVENTS];

/** The ids of the ledgers in this ClickHouse and of the ClickHouse itself; null before the first use. */
export async function findFeed(
  clickhouse: Clickhouse,
): Promise<{ source_id: string; feed_id: string } | null> {
  const [feed] = await clickhouse.select<{ source_id: string; feed_id: string }>(
    `select source_id, feed_id from ${clickhouse.database}.${FEEDS} limit 1`,
  );
  return feed ?? null;
}

export const addFeed = (
  clickhouse: Clickhouse,
  feed: { source_id: string; feed_id: string },
): Promise<void> =>
  clickhouse.insert(FEEDS, [{ day: "1970-01-01", ...feed, place: 0 }], `longwave ${feed.feed_id}`);

/** The highest ledger batch of which it has any rows; 0 if it has none. */
export async function findLastSent(clickhouse: Clickhouse): Promise<number> {
  let last = 0;
  for (const table of TABLES) {
    const [row] = await clickhouse.select<{ last: string }>(
      `select toString(max(parcel_id)) as last from ${clickhouse.database}.${table}`,
    );
    last = Math.max(last, Number(row?.last ?? 0));
  }
  return last;
}

const idOf = (source: string, parcel: number): string => `longwave ${source} ${parcel} `;

/** Inserts a chunk of a ledger batch; `first` is the index of the complete chunk's first row. */
export const addChunk = (
  clickhouse: Clickhouse,
  table: Table,
  rows: readonly object[],
  { source, parcel, first }: { source: string; parcel: number; first: number },
): Promise<void> => clickhouse.insert(table, rows, `${idOf(source, parcel)}${table} ${first}`);

/** Throws while the server still inserts rows of the ledger batch for a process that has died. */
export async function refuseRunning(
  clickhouse: Clickhouse,
  source: string,
  parcel: number,
): Promise<void> {
  const start = idOf(source, parcel);
  const running = await clickhouse.select(`
    select query_id from system.processes where substring(query_id, 1, ${start.length}) = '${start}'`);
  if (running.length > 0)
    throw new ClickhouseTrouble(`ClickHouse is still inserting ledger batch ${parcel}.`);
}

/** How many rows it has of each ledger batch from `first` to `last`, inclusive. */
export async function countRows(
  clickhouse: Clickhouse,
  table: Table,
  first: number,
  last: number,
): Promise<Map<number, number>> {
  const rows = await clickhouse.select<{ parcel: string; n: string }>(`
    select toString(parcel_id) as parcel, toString(count()) as n
    from ${clickhouse.database}.${table}
    where parcel_id between ${whole(first)} and ${whole(last)} group by parcel_id`);
  return new Map(rows.map(({ parcel, n }) => [Number(parcel), Number(n)]));
}

/** The row indexes of a ledger batch, from `first` to `last`, that it has. */
export async function listPlaces(
  clickhouse: Clickhouse,
  table: Table,
  parcel: number,
  [first, last]: readonly [number, number],
): Promise<Set<number>> {
  const rows = await clickhouse.select<{ at: string }>(`
    select toString(place) as at from ${clickhouse.database}.${table}
    where parcel_id = ${whole(parcel)} and place between ${whole(first)} and ${whole(last)}`);
  return new Set(rows.map(({ at }) => Number(at)));
}
