/** Tests ledger batches in PostgreSQL: which are deleted, and that they are restored when needed. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { openLedgers, writeBatch } from "../../../../../../test/setup/ledgers.ts";
import { useWorld } from "../../../../../../test/setup/world.ts";
import { INVENTED, makeEntries } from "../../../../../../test/statistics/ledger.ts";
import {
  beginBatch,
  changeFeed,
  findBatch,
  findLastBatch,
  finishBatch,
  forgetBatches,
  listSent,
  packBatch,
  readBatch,
  recallBatches,
  type Sizes,
} from "./store.ts";

const world = useWorld();
const TABLES = ["ad_events", "audience_events"] as const;
const FUTURE = new Date(Date.now() + 86_400_000);

/** The rows of a ledger batch, in order. */
const contents = (parcel: number): Promise<Record<keyof Sizes, object[]>> =>
  world.deps.db.transaction().execute(async (tx) => {
    const all = { ad_events: [] as object[], audience_events: [] as object[] };
    for (const table of TABLES)
      for await (const rows of readBatch(tx, table, parcel, 50)) all[table].push(...rows);
    return all;
  });

/** Packs new rows into a ledger batch and marks it as sent. */
async function send(seed: number): Promise<number> {
  const { db } = world.deps;
  await writeBatch(db, makeEntries(INVENTED, seed, 30));
  expect(await db.transaction().execute((tx) => packBatch(tx, 10))).toBe(true);
  const { parcel_id = 0 } = (await findBatch(db)) ?? {};
  await beginBatch(db, parcel_id);
  const { ad_events, audience_events } = await contents(parcel_id);
  await finishBatch(db, parcel_id, {
    ad_events: ad_events.length,
    audience_events: audience_events.length,
  });
  return parcel_id;
}

let parcels: number[];
let sent: Awaited<ReturnType<typeof listSent>>;

beforeAll(async () => {
  const { db } = world.deps;
  await openLedgers(db);
  parcels = [await send(51_001), await send(51_002), await send(51_003)];
  sent = await listSent(db, 0, 10);
});

test("ledger batches sent long ago are deleted, except the last and unsent ones", async () => {
  const { db } = world.deps;
  expect(sent.map(({ parcel_id }) => parcel_id)).toEqual(parcels);
  const [first = 0, , last = 0] = parcels;
  await forgetBatches(db, new Date("2020-01-01"));
  expect(await listSent(db, 0, 10)).toEqual(sent);
  await db.updateTable("parcels").set({ sent_at: null }).where("parcel_id", "=", first).execute();
  await forgetBatches(db, FUTURE);
  expect((await listSent(db, 0, 10)).map(({ parcel_id }) => parcel_id)).toEqual([last]);
  expect((await findBatch(db))?.parcel_id).toBe(first);
  expect(await findLastBatch(db)).toBe(last);
  await db
    .updateTable("parcels")
    .set({ sent_at: new Date(), attempts: 1 })
    .where("parcel_id", "=", first)
    .execute();
});

test("a check of ClickHouse restores deleted ledger batches with their sizes", async () => {
  const { db } = world.deps;
  await forgetBatches(db, FUTURE);
  expect(await listSent(db, 0, 10)).toHaveLength(1);
  await recallBatches(db);
  expect(await listSent(db, 0, 10)).toEqual(sent);
  await recallBatches(db);
  expect(await listSent(db, 0, 10)).toEqual(sent);
});

test("a new ClickHouse is also sent deleted ledger batches, with the same rows", async () => {
  const { db } = world.deps;
  const before = await Promise.all(parcels.map(contents));
  await forgetBatches(db, FUTURE);
  const feed = (known: boolean) =>
    changeFeed(db, `00000000-0000-4000-8000-00000000000${known ? 1 : 2}`, known);
  for (const known of [false, true]) {
    await feed(known);
    const { rows } = await sql`select parcel_id, attempts, sent_at from parcels order by 1`.execute(
      db,
    );
    expect(rows).toEqual(
      parcels.map((parcel_id) => ({ parcel_id, attempts: known ? 1 : 0, sent_at: null })),
    );
  }
  expect(await Promise.all(parcels.map(contents))).toEqual(before);
  await writeBatch(db, makeEntries(INVENTED, 51_004, 5));
  expect(await db.transaction().execute((tx) => packBatch(tx, 10))).toBe(true);
  expect(await findLastBatch(db)).toBe((parcels[2] ?? 0) + 1);
});
