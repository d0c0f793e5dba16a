/** Tests the ClickHouse engine: the suite of every engine, and equality with PostgreSQL's answers. */
import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import type { StatisticsEngine } from "../../src/features/measurement/statistics/schema.ts";
import { openClickhouseCluster, openClickhouseServer, useClickhouse } from "../setup/clickhouse.ts";
import { countUp, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld, type World } from "../setup/world.ts";
import { fillLedger, INVENTED } from "../statistics/ledger.ts";
import { describeEngine } from "../statistics/suite.ts";
import { clickhouseOf } from "./feeding.ts";
import { anyQuestion, type Question } from "./questions.ts";

const RUNS = Number(process.env.TEST_RANGES ?? 100);

const ask = (engine: StatisticsEngine, query: Question): Promise<unknown> => {
  if (query.facts === "ads") return engine.readAds(query);
  if (query.facts === "audience") return engine.readAudience(query);
  return query.facts === "names" ? engine.readNames(query) : engine.readListeners(query);
};
const spelled = (rows: unknown): string =>
  JSON.stringify(rows, (_, value) => (typeof value === "bigint" ? `${value}n` : value));

/** Feeds both engines, and compares their answers to generated queries. */
async function compareAnswers(world: World, runs: number): Promise<void> {
  await countUp(world.deps);
  const { db, config } = world.deps;
  const theirs = openStatistics({ db, config: { ...config, statistics: null } });
  const ours = openStatistics({ db, config });
  await fc.assert(
    fc.asyncProperty(anyQuestion, async (query) => {
      expect(spelled(await ask(ours, query))).toBe(spelled(await ask(theirs, query)));
    }),
    { seed: 18, numRuns: runs },
  );
}

/** Enough listeners to be estimated. */
const crowd = Array.from({ length: 3_000 }, (_, number) =>
  download("2024-02-29 12:00:00", `crowd ${number}`, {
    episode_id: 41,
    show_id: 31,
    author_id: 21,
  }),
);

describe("on one server", () => {
  const clickhouse = useClickhouse(openClickhouseServer);
  const world = useWorld(clickhouse.env);
  describeEngine(world, { feed: ({ deps }) => countUp(deps), settle: async () => {} });

  test("every answer equals PostgreSQL's, byte for byte", async () => {
    await writeBatch(world.deps.db, { downloads: crowd });
    await compareAnswers(world, RUNS);
  });
});

describe("on two shards of a cluster", () => {
  const clickhouse = useClickhouse(() => openClickhouseCluster(2));
  const world = useWorld(clickhouse.env);

  test("every answer equals PostgreSQL's, byte for byte, and each shard holds a part", async () => {
    const { db } = world.deps;
    await openLedgers(db);
    await fillLedger(db, INVENTED, 300, () => countUp(world.deps));
    await writeBatch(db, { downloads: crowd });
    await compareAnswers(world, RUNS / 2);
    const { select } = clickhouseOf(world);
    const [local] = await select(
      "select toString(count()) as n from longwave.audience_events_local",
    );
    const [all] = await select("select toString(count()) as n from longwave.audience_events");
    const { rows } = await sql<{ n: string }>`select count(*)::text as n from downloads`.execute(
      db,
    );
    expect(all?.n).toBe(rows[0]?.n);
    expect(Number(local?.n) / Number(all?.n)).toBeCloseTo(0.5, 1);
  });
});
