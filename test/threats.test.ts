/** Tests that docs/threat-model.md names existing files, and that each row names a defence and a test. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "..");
const page = readFileSync(path.join(root, "docs/threat-model.md"), "utf8");

const namedIn = (text: string): string[] =>
  [...text.matchAll(/`((?:src|test|docs)\/[\w./-]+)`/g)].map(([, file]) => file ?? "");

test("every file named on the page exists", () => {
  const missing = namedIn(page).filter((file) => !existsSync(path.join(root, file)));
  expect(missing).toEqual([]);
});

test("every threat has a defence and a test", () => {
  const rows = page.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
  expect(rows.length).toBeGreaterThan(60);
  for (const row of rows) {
    const [, , holds = "", tests = ""] = row.split(/(?<!\\)\|/);
    expect(holds, row).toMatch(/`|at |nothing/);
    expect(namedIn(tests).length, row).toBeGreaterThan(0);
    for (const file of namedIn(tests)) expect(file, row).toMatch(/test/);
  }
});
