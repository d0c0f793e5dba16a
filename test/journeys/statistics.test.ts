/** Ledgers are written and folded while processes are killed: what was booked is in the sums, and once. */
import { setTimeout as sleep } from "node:timers/promises";
import { pino } from "pino";
import { expect, test } from "vitest";
import { postgresEngine } from "../../src/features/rollups/reading/store.ts";
import { type Database, openDatabase, openPool } from "../../src/platform/db/database.ts";
import { openLedgers, writeBatch } from "../setup/ledgers.ts";
import { INVENTED, makeEntries } from "../statistics/ledger.ts";
import { expectSums } from "../statistics/sums.ts";
import { createAda, eventually, longwave, makeDataDir } from "./processes.ts";
import { openSite, VICTIMS } from "./site.ts";

/** More when somebody asks: TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 3);
/** A fold begins every half second: within this there is one, or two. */
const WITHIN_MS = 900;

test(
  "killed at any moment of booking and folding, sums are the ledgers'",
  async () => {
    const DATA_DIR = await makeDataDir();
    await longwave(createAda, { DATA_DIR });
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
      // One whose answer was lost on its way may be there as well.
      expect(rows.map(({ batch_id }) => batch_id)).toEqual(expect.arrayContaining(answered));
      return rows.every(({ folded_at }) => folded_at !== null);
    });
    await expectSums(db, postgresEngine(db));
    await pool.end();
    await site.stop();
  },
  60_000 + MOMENTS * 10_000,
);

/** Books batch after batch, whatever dies, until it is stopped; that gives the ids of those that were answered. */
function keepBooking(db: Database): { stop(): Promise<number[]> } {
  const answered: number[] = [];
  let over = false;
  const booking = (async () => {
    for (let seed = 41_000; !over; seed += 1) {
      // Enough to be folding all the time, and no more than a busy machine folds.
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
