/** `npm run test:data -- <folder>`: the suite that needs real feeds, covers and recordings. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const folder = path.resolve(process.argv[2] ?? "");
if (process.argv[2] === undefined || !existsSync(folder)) {
  console.error("Name the folder of real-world test data: npm run test:data -- <folder>");
  process.exit(2);
}
const run = spawnSync(
  "vitest",
  ["run", "--config", "vitest.data.config.ts", ...process.argv.slice(3)],
  {
    stdio: "inherit",
    env: { ...process.env, LONGWAVE_TEST_DATA: folder },
  },
);
process.exit(run.status ?? 1);
