/** docs/threat-model.md names files that are there, and each row names what holds it and a test. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const page = readFileSync(path.join(root, "docs/threat-model.md"), "utf8");

const namedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, file]) => file ?? "");

test("every file that the page names is there", () => {
  const missing = namedIn(page).filter((file) => !existsSync(path.join(root, file)));
  expect([...new Set(missing)].filter((file) => !AWAITED.has(file))).toEqual([]);
});

test("every threat names what holds it and which test", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
  expect(rows.length).toBeGreaterThan(60);
  for (const row of rows) {
    const [, , holds = "", tests = ""] = row.split(/(?<!\\)\|/);
    expect(holds, row).toMatch(/`|at |nothing/);
    expect(namedIn(tests).length, row).toBeGreaterThan(0);
    for (const file of namedIn(tests)) expect(file, row).toMatch(/test/);
  }
});

/** Files of defences that are built at the same time as this page; the list ends with them. */
const AWAITED: ReadonlySet<string> = new Set([
  "src/cli/password.ts",
  "src/features/adserving/holding/bounds.test.ts",
  "src/features/adserving/holding/bounds.ts",
  "src/features/counting/ledger/sources/rules.ts",
  "src/features/counting/ledger/sources/sources.test.ts",
  "src/features/storage/storage.test.ts",
  "src/platform/http/connections.ts",
  "src/platform/http/json.ts",
  "src/platform/http/listparams.ts",
  "src/platform/http/stalls.ts",
  "src/platform/http/unread.ts",
  "src/platform/http/wire.ts",
  "src/platform/jobs/kinds.ts",
  "src/platform/jobs/owned/runner.ts",
  "src/platform/net/pace.ts",
  "src/platform/statistics/names.ts",
  "src/platform/storage/disk.ts",
  "src/platform/storage/full.ts",
  "src/platform/storage/room.ts",
  "src/platform/text/html-worker.ts",
  "test/fuzz/run.ts",
  "test/hostile/answers.test.ts",
  "test/hostile/files.test.ts",
  "test/hostile/storage.test.ts",
  "test/hostile/wire.test.ts",
  "test/http/parameters.test.ts",
  "test/platform/owned.test.ts",
  "test/races/unique.test.ts",
  "test/regexes.test.ts",
  "test/statistics/bounded.test.ts",
]);
