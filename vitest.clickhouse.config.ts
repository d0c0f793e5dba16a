/** Statistics on a real ClickHouse: `npm run test:clickhouse`, on a current release with `TEST_CLICKHOUSE=current`. */
import { defineConfig } from "vitest/config";
import { Retried } from "./test/setup/retried.ts";

const isCurrent = process.env.TEST_CLICKHOUSE === "current";

export default defineConfig({
  test: {
    include: ["test/clickhouse/**/*.test.ts", "test/statistics/{audience,campaigns}.test.ts"],
    // chdb has no cluster.
    exclude: isCurrent
      ? ["test/clickhouse/cluster.test.ts", "test/clickhouse/everything.test.ts"]
      : [],
    globalSetup: ["test/setup/global.ts", "test/setup/global-clickhouse.ts"],
    reporters: ["default", new Retried()],
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    // Each question is a query over HTTP; the whole number is for a night.
    env: { TEST_RANGES: process.env.TEST_RANGES ?? "40" },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
