/** Tests: real PostgreSQL, one database a worker, no network. */
import { defineConfig } from "vitest/config";
import { Retried } from "./test/setup/retried.ts";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    exclude: [
      "test/data/**",
      "test/browser/**",
      "test/clickhouse/**",
      "test/packages/**",
      "test/upgrade/**",
      "test/faults/**",
      "test/hostile/**",
      "**/node_modules/**",
    ],
    globalSetup: ["test/setup/memory.ts", "test/setup/global.ts"],
    reporters: ["default", new Retried()],
    isolate: false,
    pool: "forks",
    // Short-lived objects die young: collecting garbage took a sixth of the time.
    execArgv: ["--max-semi-space-size=64"],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
