/**
 * `npm run bench -- jobs`: how long each scheduled job takes on a server with many shows, and how much PostgreSQL writes
 * for it, when nothing has changed since the job last ran.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import type pg from "pg";
import { allJobs } from "../src/app/jobs.ts";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { countData, generateData } from "./data.ts";
import { makeRow, median, reportRows, spreadOf } from "./rows.ts";

const program = new Command("jobs")
  .option("--shows <number>", "shows to generate", Number, 50_000)
  .option("--episodes <number>", "episodes to generate", Number, 100_000)
  .option("--data <folder>", "generate data into this folder and keep it, or use its existing data")
  .option("--rounds <number>", "measured runs of each job, after one that is not", Number, 3)
  .parse();
const { shows, episodes, data, rounds } = program.opts<{
  shows: number;
  episodes: number;
  data?: string;
  rounds: number;
}>();

type Run = Readonly<{ ms: number; written: number }>;
type Measured = Readonly<{ name: string; cron: string; runs: readonly Run[] }>;

const folder = data ?? (await mkdtemp(path.join(os.tmpdir(), "longwave-jobs-")));
const deps = await openDeps(loadConfig({ DATA_DIR: path.resolve(folder), LOG_LEVEL: "error" }));
try {
  const { shows: found } = await countData(deps.target);
  if (found === 0) await generateData(deps.target, { shows, episodes });
  const amounts = await countData(deps.target);
  const results: Measured[] = [];
  for (const { name, cron, run } of allJobs(deps)) {
    if (cron === undefined) continue;
    const once = () => measure(deps.pool, () => run({}, { last: true }));
    await once();
    const runs: Run[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await once());
    results.push({ name, cron, runs });
  }
  print(results);
  report(results, amounts.shows);
} finally {
  await deps.close();
  if (data === undefined) await rm(folder, { recursive: true });
}

/** Duration, and bytes that PostgreSQL has written to its log meanwhile. */
async function measure(pool: pg.Pool, work: () => Promise<void>): Promise<Run> {
  const before = await bytesOfLog(pool);
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  return { ms, written: (await bytesOfLog(pool)) - before };
}

async function bytesOfLog(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>(
    "select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}

function print(results: readonly Measured[]): void {
  const times = ({ runs }: Measured) => runs.map(({ ms }) => ms);
  process.stdout.write(`${" ".repeat(52)}ms    least     most  MiB of log\n`);
  for (const each of results.toSorted((a, b) => median(times(b)) - median(times(a)))) {
    const { median: middle, least, most } = spreadOf(times(each));
    const figures = [middle, least, most].map((ms) => ms.toFixed(1).padStart(9)).join("");
    const mebibytes = median(each.runs.map(({ written }) => written)) / 2 ** 20;
    process.stdout.write(
      `${each.name.padEnd(28)}${each.cron.padEnd(17)}${figures}${mebibytes.toFixed(2).padStart(12)}\n`,
    );
  }
}

function report(results: readonly Measured[], count: number): void {
  const sums = (of: (run: Run) => number) =>
    spreadOf(
      Array.from({ length: rounds }, (_, round) =>
        results.reduce((sum, { runs }) => sum + of(runs[round] ?? { ms: 0, written: 0 }), 0),
      ),
    );
  const name = `jobs: all once, ${count.toLocaleString("en")} shows`;
  reportRows([
    makeRow({ name, figure: sums(({ ms }) => ms / 1000), unit: "s", better: "less" }),
    makeRow({
      name: `${name}, log`,
      figure: sums(({ written }) => written / 2 ** 20),
      unit: "MiB",
      better: "less",
    }),
  ]);
}
