/** Tests that ledgers are aggregated exactly once while processes are killed. */
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { postgresEngine } from "../../src/features/measurement/statistics/reading/store.ts";
import { type Database, openDatabase, openPool } from "../../src/platform/db/database.ts";
import { openLedgers, writeBatch } from "../setup/ledgers.ts";
import { INVENTED, makeEntries } from "../statistics/ledger.ts";
import { expectSums } from "../statistics/sums.ts";
import { addAda, eventually, makeDataDir } from "./processes.ts";
import { openSite, VICTIMS } from "./site.ts";

/** For more moments, set TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 3);
/** Aggregation runs every half second, so one or two runs fall into this time. */
const WITHIN_MS = 900;

test(
  "after kills at any moment of writing and aggregating, the sums equal the ledgers",
  async () => {
    const DATA_DIR = await makeDataDir();
    await addAda(DATA_DIR);
    const site = await openSite(DATA_DIR, null);
    const pool = openPool({ connectionString: site.databaseUrl }, pino({ level: "silent" }), 2);
    const db = openDatabase(pool);
    await openLedgers(db);
    const booked = keepBooking(db);
    for (let moment = 0; moment < MOMENTS; moment += 1) {
      await sleep(Math.random() * WITHIN_MS);
      await site.kill(VICTIMS[moment % 3] ?? "web");
    }
    const answered = await booked.stop();
    expect(answered.length).toBeGreaterThan(0);
    await eventually(async () => {
      const rows = await db
        .selectFrom("ledger_batches")
        .select(["batch_id", "folded_at"])
        .execute();
      // A transaction whose confirmation was lost may be there as well.
      expect(rows.map(({ batch_id }) => batch_id)).toEqual(expect.arrayContaining(answered));
      return rows.every(({ folded_at }) => folded_at !== null);
    });
    await expectSums(db, postgresEngine(db));
    await pool.end();
    await site.stop();
  },
  60_000 + MOMENTS * 10_000,
);

/** Writes ledger transactions despite errors; `stop` returns the ids of those that were confirmed. */
function keepBooking(db: Database): { stop(): Promise<number[]> } {
  const answered: number[] = [];
  let over = false;
  const booking = (async () => {
    for (let seed = 41_000; !over; seed += 1) {
      // Enough for continuous aggregation, and no more than a busy machine can aggregate.
      await sleep(20);
      await db
        .transaction()
        .execute((transaction) => writeBatch(transaction, makeEntries(INVENTED, seed, 100)))
        .then((id) => answered.push(id))
        .catch(() => sleep(50));
    }
  })();
  return {
    async stop() {
      over = true;
      await booking;
      return answered;
    },
  };
}
