/** Tests the ClickHouse engine on one server: the suite of every engine, and equality with PostgreSQL's answers. */
import { describe, test } from "vitest";
import { openClickhouseServer, useClickhouse } from "../setup/clickhouse.ts";
import { countUp, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { describeEngine } from "../statistics/suite.ts";
import { compareAnswers, crowd, RUNS } from "./comparing.ts";

describe("on one server", () => {
  const clickhouse = useClickhouse(openClickhouseServer);
  const world = useWorld(clickhouse.env);
  describeEngine(world, { feed: ({ deps }) => countUp(deps), settle: async () => {} });

  test("every answer equals PostgreSQL's, byte for byte", async () => {
    await writeBatch(world.deps.db, { downloads: crowd });
    await compareAnswers(world, RUNS);
  });
});
