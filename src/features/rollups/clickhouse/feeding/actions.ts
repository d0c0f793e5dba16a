/** Brings what the ledgers say into ClickHouse: each row exactly once, whoever dies meanwhile. */
import { randomUUID } from "node:crypto";
import type { Deps } from "../../../../deps.ts";
import type { Database, Executor } from "../../../../platform/db/database.ts";
import {
  type Clickhouse,
  ClickhouseTrouble,
  MISSING_DATABASE,
  MISSING_TABLE,
} from "../../../../platform/statistics/clickhouse.ts";
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
  beginParcel,
  changeFeed,
  countWaiting,
  findLastParcel,
  findParcel,
  finishParcel,
  listSent,
  type Parcel,
  packParcel,
  readFeed,
  readParcel,
  recallParcels,
  resendParcels,
  type Sizes,
} from "./store.ts";

/** After a stop a parcel takes more at once, and then costs less for each. */
const MOST_BATCHES = 200;
/** Rows of one insertion: far below what ClickHouse cuts into several blocks. */
const CHUNK = 50_000;
/** Parcels that are looked after at once when all are checked. */
const CHECKED = 100_000;

/** `sent`: parcels; `total`: as far as is known. */
export type Progress = (sent: number, total: number) => void;

export type Feeder = Readonly<{
  /** Sends what waits, unless another process does, until none is left or `signal` aborts. */
  feed(signal?: AbortSignal): Promise<void>;
  /** The same after looking whether ClickHouse has everything it was sent. Returns how many parcels were sent. */
  backfill(progress?: Progress, signal?: AbortSignal): Promise<number>;
}>;

/** Feeds this ClickHouse. It is made ready by the first run, and by the first after trouble. */
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

/** Makes the tables if need be, and sees to it that the parcels' state is about this ClickHouse. */
async function makeReady(db: Database, clickhouse: Clickhouse): Promise<string> {
  const { source_id, feed_id } = await readFeed(db);
  const present = await findOrMakeFeed(clickhouse, source_id);
  if (present.source_id !== source_id)
    throw new ClickhouseTrouble(
      `The ClickHouse database ${clickhouse.database} holds the statistics of another Longwave; give this one a database of its own.`,
    );
  // After changing it the numbers of new parcels are none that it knows from before.
  const [known, given] = [await findLastSent(clickhouse), await findLastParcel(db)];
  if (known > given)
    throw new ClickhouseTrouble(
      `The ClickHouse database ${clickhouse.database} knows more than PostgreSQL, which seems to be restored from a backup; drop that database to have it filled again.`,
    );
  if (present.feed_id !== feed_id)
    await db.transaction().execute((tx) => changeFeed(tx, present.feed_id, known > 0));
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

/** Returns how many parcels were sent. */
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

async function nextParcel(db: Database): Promise<Parcel | null> {
  const waiting = await findParcel(db);
  if (waiting !== null) return waiting;
  const packed = await db.transaction().execute((tx) => packParcel(tx, MOST_BATCHES));
  return packed ? findParcel(db) : null;
}

async function sendParcel(
  db: Database,
  clickhouse: Clickhouse,
  source: string,
  { parcel_id, attempts }: Parcel,
): Promise<void> {
  const again = attempts > 0;
  await beginParcel(db, parcel_id);
  if (again) await refuseRunning(clickhouse, source, parcel_id);
  const sizes: { -readonly [Table in keyof Sizes]: number } = { ad_events: 0, audience_events: 0 };
  for (const table of TABLES) {
    const some = again && (await countRows(clickhouse, table, parcel_id, parcel_id)).size > 0;
    const sending = { table, source, parcel: parcel_id, some };
    sizes[table] = await db.transaction().execute((tx) => sendRows(tx, clickhouse, sending));
  }
  await finishParcel(db, parcel_id, sizes);
}

type Sending = { table: keyof Sizes; source: string; parcel: number; some: boolean };

/** Sends the rows of one table; where `some` may be there, only those that are not. Returns how many there are. */
async function sendRows(
  tx: Executor,
  clickhouse: Clickhouse,
  { table, source, parcel, some }: Sending,
): Promise<number> {
  let first = 0;
  for await (const chunk of readParcel(tx, table, parcel, CHUNK)) {
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

/** Has every parcel sent again of which ClickHouse has not all rows: it was restored, or lost power. */
async function checkAll(db: Database, clickhouse: Clickhouse): Promise<void> {
  await recallParcels(db);
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
    await resendParcels(db, [...lacking]);
    last = end.parcel_id;
  }
}
