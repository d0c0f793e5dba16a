/** Folding whose connection is killed at any moment: each batch is in the sums once, whatever happened. */
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStatistics } from "../../src/features/rollups/actions.ts";
import { foldLedgers } from "../../src/features/rollups/folding/actions.ts";
import { openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { INVENTED, makeEntries, readTruth } from "./ledger.ts";

const world = useWorld();
/** More when somebody asks: TEST_MOMENTS=20. */
const MOMENTS = Number(process.env.TEST_MOMENTS ?? 6);

test("a fold that is killed loses nothing and doubles nothing", async () => {
  const { deps } = world;
  await openLedgers(deps.db);
  let killed = 0;
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    for (const part of [1, 2, 3])
      await writeBatch(deps.db, makeEntries(INVENTED, 31_000 + moment * 10 + part, 200));
    let over = false;
    const folding = Promise.allSettled([foldLedgers(deps), foldLedgers(deps)]).then((ends) => {
      over = true;
      return ends;
    });
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
  await foldLedgers(deps);
  const truth = await readTruth(deps.db);
  const engine = openStatistics(deps);
  for (const id of INVENTED.teams) {
    const [row] = await engine.readAds({
      facts: "ads",
      by: "nothing",
      scope: { level: "team", id },
      range: null,
    });
    const own = truth.sold.filter(({ team }) => team === id);
    expect(row?.impressions).toBe(own.reduce((sum, one) => sum + one.impressions, 0));
    expect(row?.revenue).toBe(own.reduce((sum, one) => sum + one.revenue, 0n));
  }
  for (const id of INVENTED.shows) {
    const scope = { level: "show", id } as const;
    const own = truth.heard.filter(({ show }) => show === id);
    const [row] = await engine.readAudience({
      facts: "audience",
      by: "nothing",
      scope,
      range: null,
    });
    expect(row?.plays).toBe(own.reduce((sum, one) => sum + one.plays, 0));
    const names = await engine.readNames({
      facts: "names",
      by: "name",
      dimension: "device",
      scope,
      range: null,
    });
    expect(names.reduce((sum, { count }) => sum + count, 0)).toBe(
      own.reduce((sum, one) => sum + one.plays + one.downloads, 0),
    );
  }
}, 120_000);
