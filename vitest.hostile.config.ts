/** Attacks on real servers, with a bystander whose latencies are bounded: `npm run test:hostile`, on a quiet machine. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/hostile/**/*.test.ts"],
    globalSetup: "test/setup/global.ts",
    isolate: false,
    pool: "forks",
    // One after the other: what is measured beside an attack must not be another attack.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
