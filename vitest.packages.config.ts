/** Tests what is shipped, beside real programs: the npm package, Caddy, nginx with TLS, systemd's units. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/packages/**/*.test.ts"],
    globalSetup: ["test/setup/memory.ts", "test/setup/global.ts"],
    isolate: false,
    pool: "forks",
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 300_000,
  },
});
