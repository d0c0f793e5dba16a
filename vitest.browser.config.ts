/** Pages in a real Chromium: `npm run test:browser`. */
import { defineConfig } from "vitest/config";
import { Retried } from "./test/setup/retried.ts";

export default defineConfig({
  test: {
    // Pages wait a second before they save, and Chromium is slow on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/setup/memory.ts", "test/setup/global.ts"],
    reporters: ["default", new Retried()],
    isolate: false,
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
