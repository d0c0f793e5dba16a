/** Sends the ledgers to ClickHouse: each row exactly once, even if processes crash. */
import { randomUUID } from "node:crypto";
import type { Deps } from "../../../../../deps.ts";
import type { Database, Executor } from "../../../../../platform/db/database.ts";
import {
  type Clickhouse,
  ClickhouseTrouble,
  MISSING_DATABASE,
  MISSING_TABLE,
} from "../../../../../platform/statistics/clickhouse.ts";
import { listArchived } from "../../../counting/history/store.ts";
import {
  addChunk,
  addFeed,
  countRows,
  findFeed,
  findLastSent,
  listPlaces,
  refuseRunning,
  TABLES,
} from "../sending/store.ts";
import { makeTables } from "../tables/store.ts";
import {
  asOnlyFeeder,
  beginBatch,
  changeFeed,
  countWaiting,
  type ExportBatch,
  findBatch,
  findLastBatch,
  finishBatch,
  listSent,
  packBatch,
  readBatch,
  readFeed,
  recallBatches,
  resendBatches,
  type Sizes,
} from "./store.ts";

/** After an outage a ledger batch combines more transactions, and then costs less per transaction. */
const MOST_BATCHES = 200;
/** Rows per insertion: far fewer than ClickHouse splits into several blocks. */
const CHUNK = 50_000;
/** Ledger batches examined at a time when all are checked. */
const CHECKED = 100_000;

/** `sent`: ledger batches sent; `total`: as far as known. */
type Progress = (sent: number, total: number) => void;

export type Feeder = Readonly<{
  /** Sends what is waiting, unless another process does, until nothing is left or `signal` aborts. */
  feed(signal?: AbortSignal): Promise<void>;
  /**
   * Does the same after checking that ClickHouse has everything it was sent. Returns how many ledger batches were sent.
   */
  backfill(progress?: Progress, signal?: AbortSignal): Promise<number>;
}>;

/** Opens a feeder for this ClickHouse. The first run, and the first run after an error, prepare it. */
export function openFeeder({ db }: Pick<Deps, "db">, clickhouse: Clickhouse): Feeder {
  let source: string | null = null;
  const run = async (
    wait: boolean,
    work: (one: Database, from: string) => Promise<number>,
  ): Promise<number> => {
    try {
      const sent = await asOnlyFeeder(db, wait, async (one) => {
        source ??= await makeReady(one, clickhouse);
        return await work(one, source);
      });
      return sent ?? 0;
    } catch (error) {
      source = null;
      throw error;
    }
  };
  return {
    async feed(signal) {
      await run(false, (one, from) => sendAll(one, clickhouse, from, { signal }));
    },
    backfill: (progress, signal) =>
      run(true, async (one, from) => {
        await checkAll(one, clickhouse);
        return await sendAll(one, clickhouse, from, { signal, progress });
      }),
  };
}

/** Creates missing tables, and resets the state of ledger batches if this is another ClickHouse. */
async function makeReady(db: Database, clickhouse: Clickhouse): Promise<string> {
  const { source_id, feed_id } = await readFeed(db);
  const present = await findOrMakeFeed(clickhouse, source_id);
  if (present.source_id !== source_id)
    throw new ClickhouseTrouble(
      `The ClickHouse database ${clickhouse.database} holds the statistics of another Longwave; configure another database for this one.`,
    );
  // New ledger batches must get numbers that ClickHouse has not seen, so its highest must not exceed PostgreSQL's.
  const [known, given] = [await findLastSent(clickhouse), await findLastBatch(db)];
  if (known > given)
    throw new ClickhouseTrouble(
      `The ClickHouse database ${clickhouse.database} has more data than PostgreSQL, which seems to be restored from a backup; drop that database, and it will be filled again.`,
    );
  if (present.feed_id !== feed_id) {
    const archived = await listArchived(db);
    if (archived.length > 0)
      throw new ClickhouseTrouble(
        `This ClickHouse is new, and ${archived.length} months of the ledgers are archived. Run longwave statistics backfill, which restores them first.`,
      );
    await db.transaction().execute((tx) => changeFeed(tx, present.feed_id, known > 0));
  }
  return source_id;
}

async function findOrMakeFeed(clickhouse: Clickhouse, source_id: string) {
  const present = await findFeed(clickhouse).catch((error: unknown) => {
    const { code } = error as ClickhouseTrouble;
    if (code === MISSING_TABLE || code === MISSING_DATABASE) return null;
    throw error;
  });
  if (present !== null) return present;
  await makeTables(clickhouse);
  const feed = { source_id, feed_id: randomUUID() };
  await addFeed(clickhouse, feed);
  return feed;
}

type Watch = { signal?: AbortSignal | undefined; progress?: Progress | undefined };

/** Returns how many ledger batches were sent. */
async function sendAll(
  db: Database,
  clickhouse: Clickhouse,
  source: string,
  { signal, progress }: Watch,
): Promise<number> {
  for (let sent = 0; ; sent += 1) {
    if (progress) {
      const { batches, parcels } = await countWaiting(db);
      progress(sent, sent + parcels + Math.ceil(batches / MOST_BATCHES));
    }
    if (signal?.aborted === true) return sent;
    const parcel = await nextParcel(db);
    if (parcel === null) return sent;
    await sendParcel(db, clickhouse, source, parcel);
  }
}

async function nextParcel(db: Database): Promise<ExportBatch | null> {
  const waiting = await findBatch(db);
  if (waiting !== null) return waiting;
  const packed = await db.transaction().execute((tx) => packBatch(tx, MOST_BATCHES));
  return packed ? findBatch(db) : null;
}

async function sendParcel(
  db: Database,
  clickhouse: Clickhouse,
  source: string,
  { parcel_id, attempts }: ExportBatch,
): Promise<void> {
  const again = attempts > 0;
  await beginBatch(db, parcel_id);
  if (again) await refuseRunning(clickhouse, source, parcel_id);
  const sizes: { -readonly [Table in keyof Sizes]: number } = { ad_events: 0, audience_events: 0 };
  for (const table of TABLES) {
    const some = again && (await countRows(clickhouse, table, parcel_id, parcel_id)).size > 0;
    const sending = { table, source, parcel: parcel_id, some };
    sizes[table] = await db.transaction().execute((tx) => sendRows(tx, clickhouse, sending));
  }
  await finishBatch(db, parcel_id, sizes);
}

type Sending = { table: keyof Sizes; source: string; parcel: number; some: boolean };

/** Sends the rows of one table; if `some` may be there already, only the missing ones. Returns the number of rows. */
async function sendRows(
  tx: Executor,
  clickhouse: Clickhouse,
  { table, source, parcel, some }: Sending,
): Promise<number> {
  let first = 0;
  for await (const chunk of readBatch(tx, table, parcel, CHUNK)) {
    const rows = chunk.map((row, at) => ({ ...row, parcel_id: parcel, place: first + at }));
    const last = first + rows.length - 1;
    const present = some
      ? await listPlaces(clickhouse, table, parcel, [first, last])
      : new Set<number>();
    const missing = rows.filter(({ place }) => !present.has(place));
    if (missing.length > 0) await addChunk(clickhouse, table, missing, { source, parcel, first });
    first = last + 1;
  }
  return first;
}

/**
 * Marks every ledger batch for sending again if ClickHouse misses some of its rows, as after a restore or power
 * failure.
 */
async function checkAll(db: Database, clickhouse: Clickhouse): Promise<void> {
  await recallBatches(db);
  for (let last = 0; ; ) {
    const sent = await listSent(db, last, CHECKED);
    const [first, end] = [sent[0], sent.at(-1)];
    if (first === undefined || end === undefined) return;
    const lacking = new Set<number>();
    for (const table of TABLES) {
      const counts = await countRows(clickhouse, table, first.parcel_id, end.parcel_id);
      for (const parcel of sent)
        if ((counts.get(parcel.parcel_id) ?? 0) < parcel[table]) lacking.add(parcel.parcel_id);
    }
    await resendBatches(db, [...lacking]);
    last = end.parcel_id;
  }
}
