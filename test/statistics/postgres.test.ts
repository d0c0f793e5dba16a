/** Tests the PostgreSQL engine: after aggregation, with closed months, and rebuilt. */
import { sql } from "kysely";
import { expect, test } from "vitest";
import {
  aggregateLedgers,
  closeMonths,
} from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { rebuildRollups } from "../../src/features/measurement/statistics/rebuilding/actions.ts";
import { writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { INVENTED, makeEntries } from "./ledger.ts";
import { describeEngine } from "./suite.ts";

const world = useWorld();

describeEngine(world, {
  feed: async ({ deps }) => void (await aggregateLedgers(deps)),
  settle: async ({ deps }) => void (await closeMonths(deps)),
});

/** All rollups in a fixed order; sketches by their size where nothing was taken back. */
async function dump(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'ads' as of, level, id, span, start, parent_id, impressions::text as a, revenue::text as b
    from ad_rollups where impressions <> 0 or revenue <> 0
    union all select 'audience', level, id, span, start, parent_id, plays::text, downloads::text
    from audience_rollups where plays <> 0 or downloads <> 0
    union all select 'names', level, id, span, start, parent_id, encode(names, 'hex'), ''
    from audience_rollups where names <> ''
    order by 1, 2, 3, 4, 5, 6`.execute(world.deps.db);
  return rows;
}

test("a rebuild gives the same figures, also after an interruption, and adds no rows that are not aggregated", async () => {
  const { deps } = world;
  await writeBatch(deps.db, makeEntries(INVENTED, 20_264, 50));
  const before = await dump();
  expect(before.length).toBeGreaterThan(1000);
  let steps = 0;
  const stop = new Error("interrupted");
  const interrupted = rebuildRollups(deps, () => {
    steps += 1;
    if (steps === 5) throw stop;
  });
  await expect(interrupted).rejects.toBe(stop);
  expect(await dump()).toEqual(before);
  expect(await rebuildRollups(deps)).toBeLessThan(40);
  expect(await dump()).toEqual(before);
  await deps.db.deleteFrom("ad_rollups").execute();
  await deps.db.deleteFrom("audience_rollups").where("level", "=", 1).execute();
  expect(await rebuildRollups(deps)).toBeGreaterThan(30);
  expect(await dump()).toEqual(before);
  await aggregateLedgers(deps);
  const after = await dump();
  expect(after).not.toEqual(before);
  await rebuildRollups(deps);
  expect(await dump()).toEqual(after);
}, 120_000);
