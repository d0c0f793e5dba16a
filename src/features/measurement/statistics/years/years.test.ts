/** Tests the yearly partitions of the rollups: for years that occur, and for the next year in advance. */
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import {
  download,
  impression,
  openLedgers,
  writeBatch,
} from "../../../../../test/setup/ledgers.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { aggregateLedgers, createYearPartitions } from "../aggregation/actions.ts";

const world = useWorld();

beforeAll(() => openLedgers(world.deps.db));

/** The existing partitions and the number of rows in each. */
async function countRows(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    select inhrelid::regclass::text as name, (xpath('/row/n/text()',
      query_to_xml('select count(*) as n from ' || inhrelid::regclass, true, true, '')))[1]::text::bigint as n
    from pg_inherits where inhparent in ('ad_rollups'::regclass, 'audience_rollups'::regclass)`.execute(
    world.deps.db,
  );
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]));
}

test("aggregation creates the partitions of the years it writes to, and no others", async () => {
  const heard = { episode_id: 1, show_id: 2, author_id: 3 };
  const sold = { lineitem_id: 1, campaign_id: 2, team_id: 3, price: 5 };
  await writeBatch(world.deps.db, {
    downloads: [
      download("2019-12-31 23:59:59", "a", heard),
      download("2024-01-01 00:00:00", "a", heard),
      download("2024-12-31 23:59:59", "a", heard),
    ],
    impressions: [impression("2022-06-01 00:00:00", "a", sold)],
  });
  await aggregateLedgers(world.deps);
  expect(await countRows()).toEqual({
    ad_rollups_2019: 0,
    ad_rollups_2022: 3,
    ad_rollups_2024: 0,
    audience_rollups_2019: 3,
    audience_rollups_2022: 0,
    audience_rollups_2024: 6,
  });
});

test("the next year's partitions are created a month in advance", async () => {
  const made = async () => Object.keys(await countRows()).filter((name) => name > "audience");
  const before = await made();
  world.setTime(new Date("2030-11-15T12:00:00Z"));
  await createYearPartitions(world.deps);
  await createYearPartitions(world.deps);
  expect(await made()).toEqual(expect.arrayContaining([...before, "audience_rollups_2030"]));
  expect(await made()).not.toContain("audience_rollups_2031");
  world.setTime(new Date("2030-12-15T12:00:00Z"));
  await createYearPartitions(world.deps);
  expect(await made()).toContain("audience_rollups_2031");
  world.setTime(null);
});
