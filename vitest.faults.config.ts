/** Faults of everything Longwave stands on, with real processes: `npm run test:faults`. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/faults/**/*.test.ts"],
    globalSetup: ["test/faults/setup.ts"],
    isolate: false,
    pool: "forks",
    // One after the other: each journey measures how long requests take during its fault.
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
