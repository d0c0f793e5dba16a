/** Tests that aggregation is exact when its connection is killed at any moment. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { INVENTED, makeEntries } from "./ledger.ts";
import { expectSums } from "./sums.ts";

const world = useWorld();
/** For more moments, set TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 6);

test("killed aggregation loses and duplicates nothing", async () => {
  const { deps } = world;
  await openLedgers(deps.db);
  let killed = 0;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    for (const part of [1, 2, 3])
      await writeBatch(deps.db, makeEntries(INVENTED, 31_000 + moment * 10 + part, 200));
    let over = false;
    const folding = Promise.allSettled([aggregateLedgers(deps), aggregateLedgers(deps)]).then(
      (ends) => {
        over = true;
        return ends;
      },
    );
    await sleep(moment * 12);
    while (!over) {
      const { rowCount } = await deps.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and datname = current_database() and xact_start is not null`,
      );
      await sleep(5);
      if ((rowCount ?? 0) > 0) break;
    }
    killed += (await folding).filter(({ status }) => status === "rejected").length;
  }
  expect(killed).toBeGreaterThan(0);
  await aggregateLedgers(deps);
  await expectSums(deps.db, openStatistics(deps));
}, 120_000);
