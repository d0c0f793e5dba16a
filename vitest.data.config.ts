/** The suite on real data: `npm run test:data -- <folder>`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/data/**/*.test.ts"],
    globalSetup: "test/setup/global.ts",
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
