/** An upgrade under traffic from the previous release, whose tree comes from git: `npm run test:upgrade`. */
import { defineConfig } from "vitest/config";
import { Retried } from "./test/setup/retried.ts";

export default defineConfig({
  test: {
    include: ["test/upgrade/**/*.test.ts"],
    globalSetup: ["test/setup/global.ts"],
    reporters: ["default", new Retried()],
    isolate: false,
    pool: "forks",
    maxWorkers: 1,
    // Any commit or tag, to try another release.
    env: { UPGRADE_FROM: process.env.UPGRADE_FROM ?? "" },
    testTimeout: 600_000,
    hookTimeout: 120_000,
  },
});
