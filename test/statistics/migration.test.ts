/** Tests that rollups from before partitioning and packing keep all their figures. */
import { expect, test } from "vitest";
import { postgresEngine } from "../../src/features/measurement/statistics/reading/store.ts";
import { estimateListeners, SKETCH_SIZE } from "../../src/features/measurement/statistics/rules.ts";
import { openDatabase } from "../../src/platform/db/database.ts";
import { useDatabaseBefore } from "../setup/upgrade.ts";

const { old, upgrade } = useDatabaseBefore("0025_rollups.sql");

/** A full sketch, which is the largest that exists. */
const FULL = Array.from({ length: SKETCH_SIZE }, (_, at) => BigInt(at) * 10n ** 15n - 2n ** 62n);

test("old rows keep their sums, names and listeners", async () => {
  await old.pool.query(`
    insert into ad_rollups values
      (0, 101, 1, '2023-12-31', 11, 3, 1234567), (0, 101, 1, '2024-01-01', 11, 4, 99999999999999999999),
      (0, 101, 2, '2024-01-01', 11, 4, 99999999999999999999)`);
  await old.pool.query(`insert into audience_names (dimension, kind, name) overriding system value
    select 0, '', 'App ' || n from generate_series(1, 200) as n`);
  await old.pool.query(
    `insert into audience_rollups values
      (1, 31, 1, '2023-12-31', 21, 5, 6, '{1,2,130}', '{1,300000000000,-70}', '{-9223372036854775808,-1,9223372036854775807}'),
      (1, 31, 1, '2024-01-01', 21, 1, 0, '{}', '{}', '{}'),
      (1, 31, 1, '2024-01-02', 21, 1, 0, '{2}', '{64}', $1),
      (1, 31, 1, '2024-01-03', 21, 1, 0, '{2}', '{1}', '{-9223372036854775808,9223372036854775807}')`,
    [FULL.map(String)],
  );
  expect(await upgrade()).toContain("0025_rollups.sql");

  const engine = postgresEngine(openDatabase(old.pool));
  const range = { from: "2023-12-31", to: "2024-01-03" };
  const scope = { level: "show", id: 31 } as const;
  expect(
    await engine.readAds({
      facts: "ads",
      by: "date",
      group: "day",
      scope: { level: "lineitem", id: 101 },
      range,
    }),
  ).toMatchObject([
    { date: "2023-12-31", impressions: 3, revenue: 1_234_567n },
    { date: "2024-01-01", impressions: 4, revenue: 99_999_999_999_999_999_999n },
  ]);
  expect(
    await engine.readAudience({ facts: "audience", by: "nothing", scope, range }),
  ).toMatchObject([{ plays: 8, downloads: 6 }]);
  const names = { facts: "names", dimension: "source", scope, range } as const;
  expect(await engine.readNames({ ...names, by: "date and name", group: "day" })).toEqual([
    { date: "2023-12-31", name: "App 2", kind: "", count: 300_000_000_000 },
    { date: "2023-12-31", name: "App 1", kind: "", count: 1 },
    { date: "2023-12-31", name: "App 130", kind: "", count: -70 },
    { date: "2024-01-02", name: "App 2", kind: "", count: 64 },
    { date: "2024-01-03", name: "App 2", kind: "", count: 1 },
  ]);
  const listeners = { facts: "listeners", by: "date", scope, range } as const;
  const full = estimateListeners(SKETCH_SIZE, FULL.at(-1) ?? 0n);
  expect(await engine.readListeners({ ...listeners, group: "day" })).toEqual([
    { date: "2023-12-31", listeners: 3 },
    { date: "2024-01-02", listeners: full },
    { date: "2024-01-03", listeners: 2 },
  ]);
  // One hash is smaller than all of the full sketch, so the largest is dropped.
  const united = estimateListeners(SKETCH_SIZE, FULL.at(-2) ?? 0n);
  expect(await engine.readListeners({ ...listeners, group: "week" })).toEqual([
    { date: "2023-12-31", listeners: 3 },
    { date: "2024-01-01", listeners: united },
  ]);
});
