/** `npm run bench -- all`, as docs/benchmarks.md promises it: one table, its rows as JSON, and what changed since. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../bench/all/table.ts";
import type { Row } from "../../bench/rows.ts";

const ALL = path.resolve(import.meta.dirname, "../../bench/all.ts");
const RUN_MS = 300_000;
/** Needs no server. */
const NAME = "reconciliation: 20,000 lines";

const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, [ALL, "--quick", "--only", "reconciliation", ...args]);

let folder: string;
let before: Run;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file as an earlier run would have left it. */
async function earlier(rows: readonly Row[], changes: Partial<Run> = {}): Promise<string> {
  const file = path.join(folder, "before.json");
  await writeFile(file, JSON.stringify({ ...before, ...changes, rows }));
  return file;
}

const lineOf = (text: string, begin: string): string | undefined =>
  text.split("\n").findLast((line) => line.startsWith(begin));

test("one table has a row of each, with its spread and the machine, and says what was left out", {
  timeout: RUN_MS,
}, async () => {
  const file = path.join(folder, "rows.json");
  const { stdout } = await bench("crew-pages", "--json", file);
  before = JSON.parse(await readFile(file, "utf8"));
  expect(before.rows).toEqual([
    expect.objectContaining({ name: NAME, unit: "s", better: "less", errors: 0 }),
  ]);
  const [row] = before.rows as [Row];
  expect(row.figure.rounds).toBe(3);
  expect(row.figure.least).toBeLessThanOrEqual(row.figure.median);
  expect(row.figure.median).toBeLessThanOrEqual(row.figure.most);
  expect(row.processor).toBeGreaterThan(0);
  expect(row.memory).toBeGreaterThan(0);
  expect(lineOf(stdout, NAME)).toContain(" s ");
  expect(stdout).toContain(`Node ${process.versions.node}, load average`);
  expect(stdout).toContain("not measured: crew-pages (needs --demo)");
});

test("rounds that overlap with earlier ones are no change", { timeout: RUN_MS }, async () => {
  const [row] = before.rows as [Row];
  const wide = { ...row, figure: { ...row.figure, least: 0, most: 1e9 } };
  const file = await earlier([wide, { ...row, name: "something else" }]);
  const { stdout } = await bench("--compare", file);
  expect(lineOf(stdout, NAME)).toMatch(/%\s+no change$/);
  expect(lineOf(stdout, "something else")).toMatch(/gone$/);
});

test("figures outside the earlier rounds are better or worse", { timeout: RUN_MS }, async () => {
  const [row] = before.rows as [Row];
  const fast = { median: 1e-6, least: 1e-7, most: 1e-5, rounds: 3 };
  const { stdout } = await bench("--compare", await earlier([{ ...row, figure: fast }]));
  expect(lineOf(stdout, NAME)).toMatch(/\+[\d.]+ %\s+worse$/);
});

test("absolute figures of another machine are not compared", { timeout: RUN_MS }, async () => {
  const machine = { ...before.machine, cores: before.machine.cores + 1 };
  const { stdout } = await bench("--compare", await earlier(before.rows, { machine }));
  expect(stdout).toContain("Another machine: only ratios are compared.");
  expect(lineOf(stdout, NAME)).toMatch(/another machine$/);
});

test("a file that no run has written is refused before anything is measured", async () => {
  const file = path.join(folder, "other.json");
  await writeFile(file, "{}");
  await expect(bench("--compare", file)).rejects.toThrow("was not written by bench -- all --json");
});
