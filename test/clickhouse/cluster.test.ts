/** Tests the ClickHouse engine on a cluster, which needs servers and ZooKeeper: equality with PostgreSQL's answers. */
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { openClickhouseCluster, useClickhouse } from "../setup/clickhouse.ts";
import { countUp, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { useWorld } from "../setup/world.ts";
import { fillLedger, INVENTED } from "../statistics/ledger.ts";
import { compareAnswers, crowd, RUNS } from "./comparing.ts";
import { clickhouseOf } from "./feeding.ts";

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
