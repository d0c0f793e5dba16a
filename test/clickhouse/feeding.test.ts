/** Tests feeding ClickHouse: no row is lost or duplicated by crashes or outages. */
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { beforeAll, expect, inject, test } from "vitest";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { longwave, urlOf } from "../journeys/processes.ts";
import { openClickhouseServer, useClickhouse } from "../setup/clickhouse.ts";
import { openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { INVENTED, makeEntries, takenBack } from "../statistics/ledger.ts";
import { clickhouseOf, expectTheLedger, feederOf } from "./feeding.ts";

const clickhouse = useClickhouse(openClickhouseServer);
const world = useWorld(clickhouse.env);
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 3);

beforeAll(() => openLedgers(world.deps.db));

let seed = 1;
/** Writes two ledger transactions: rows of many months, and corrections of some of them. */
async function book(count = 40): Promise<void> {
  seed += 1;
  const made = makeEntries(INVENTED, seed, count);
  // Generated corrections repeat after a hundred seeds, so use the seed as their number.
  const accruals = made.accruals.map((row) => ({ ...row, correction: seed }));
  const entries = { ...made, accruals };
  await writeBatch(world.deps.db, entries);
  await writeBatch(world.deps.db, takenBack(entries));
}

/** Writes and feeds continuously while `strike` runs several times, then feeds the rest. */
async function surviveStrikes(strike: () => Promise<void>): Promise<void> {
  const done = new AbortController();
  const feeder = feederOf(world);
  let troubles = 0;
  /** Retries after an error, like a worker's loop. Returns whether feeding succeeded. */
  const tryFeeding = (signal?: AbortSignal): Promise<boolean> =>
    feeder.feed(signal).then(
      () => true,
      async () => {
        troubles += 1;
        await sleep(20);
        return false;
      },
    );
  const feeding = (async () => {
    while (!done.signal.aborted) await tryFeeding(done.signal);
  })();
  const booking = (async () => {
    while (!done.signal.aborted) await book();
  })();
  try {
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await sleep(100 + Math.random() * 900);
      await strike();
    }
  } finally {
    done.abort();
    await Promise.all([feeding, booking]);
  }
  while (!(await tryFeeding()));
  // Without any error the test would have tested nothing.
  expect(troubles).toBeGreaterThan(0);
  await expectTheLedger(world);
}

test("killing ClickHouse at any moment of feeding loses and duplicates no rows", async () => {
  await surviveStrikes(async () => {
    await clickhouse.server.kill();
    await clickhouse.server.start();
  });
}, 600_000);

test("killing the feeder at any moment loses and duplicates no rows", async () => {
  await surviveStrikes(async () => {
    // End its session, and with it its lock, while its insertions may still be running.
    for (let ended = 0; ended === 0; ) {
      const { rows } = await sql`select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and objid = 7160021 and granted
          and database = (select oid from pg_database where datname = current_database())`.execute(
        world.deps.db,
      );
      ended = rows.length;
      if (ended === 0) await sleep(5);
    }
  });
}, 600_000);

test("statistics report an outage of ClickHouse, and feeding catches up afterwards", async () => {
  const ada = await world.person();
  const path = `/v2/users/${ada.user_id}/statistics/plays?from=2024-02-01&to=2024-02-29&group=month`;
  const before = await ada.api.get(path);
  expect(before.status).toBe(200);
  await clickhouse.server.kill();
  await book();
  await expect(feederOf(world).feed()).rejects.toThrow(/^ClickHouse: /);
  const away = await ada.api.get(path);
  expect(away.status).toBe(500);
  expect(away.response.error).toMatchObject({ code: 500, type: "upstream-statistics" });
  await clickhouse.server.start();
  await feederOf(world).feed();
  await expectTheLedger(world);
  expect((await ada.api.get(path)).text).toBe(before.text);
});

/** Runs the command beside the world's server. */
const backfill = (env: Record<string, string> = {}) =>
  longwave(["statistics", "backfill", "--json"], { ...commandEnv(), ...env });

const commandEnv = () => ({
  DATA_DIR: world.deps.config.dataDir,
  DATABASE_URL: urlOf({ ...inject("postgres"), database: world.deps.pool.options.database }),
  STATISTICS_URL: clickhouse.server.url(),
});

test("longwave statistics backfill sends missing rows and fills a new ClickHouse", async () => {
  const { run, database } = clickhouseOf(world);
  expect(await backfill()).toMatchObject({ code: 0, stdout: '{\n  "parcels": 0\n}\n' });
  await run(`alter table ${database}.audience_events drop partition 202402`);
  await run(`truncate table ${database}.ad_events`);
  await book();
  const mended = await backfill();
  expect(mended.code).toBe(0);
  expect(JSON.parse(mended.stdout).parcels).toBeGreaterThan(1);
  await expectTheLedger(world);

  const other = await backfill({ STATISTICS_URL: clickhouse.server.url("another") });
  const { rows } = await sql<{ n: number }>`select count(*) as n from parcels`.execute(
    world.deps.db,
  );
  expect(JSON.parse(other.stdout).parcels).toBe(rows[0]?.n);
  // Switch back to the first one, which only lacks the rows written since.
  await book();
  await feederOf(world).feed();
  await expectTheLedger(world);
}, 300_000);

test("backfilling without ClickHouse is refused with a sentence", async () => {
  const { code, stderr } = await backfill({ STATISTICS_URL: "" });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^STATISTICS_URL is not set, so statistics are read from PostgreSQL/);
});

test("the doctor reports which ClickHouse answers", async () => {
  const { stdout } = await longwave(["doctor", "--json"], commandEnv());
  expect(JSON.parse(stdout)).toContainEqual({
    check: "statistics",
    good: true,
    says: expect.stringMatching(/^ClickHouse \d+(?:\.\d+)+ at http:\/\/127\.0\.0\.1:\d+$/),
    mend: null,
  });
});

test("a database with another Longwave's ledgers or with newer rows is refused", async () => {
  const { db } = world.deps;
  await aggregateLedgers(world.deps);
  await book();
  const { source_id } = await db.selectFrom("parcel_feed").selectAll().executeTakeFirstOrThrow();
  const setSource = (id: string) => db.updateTable("parcel_feed").set({ source_id: id }).execute();
  await setSource("00000000-0000-4000-8000-000000000000");
  await expect(feederOf(world).feed()).rejects.toThrow(/holds the statistics of another Longwave/);
  await setSource(source_id);
  await feederOf(world).feed();
  await expectTheLedger(world);
  await db.deleteFrom("parcels").execute();
  await expect(feederOf(world).feed()).rejects.toThrow(/has more data than PostgreSQL/);
});
