/** The suite on real data: `npm run test:data -- <folder>`. */
import { defineConfig } from "vitest/config";
import { Retried } from "./test/setup/retried.ts";

export default defineConfig({
  test: {
    include: ["test/data/**/*.test.ts"],
    globalSetup: "test/setup/global.ts",
    reporters: ["default", new Retried()],
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
