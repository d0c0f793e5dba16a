/** `npm run bench -- all`: runs each benchmark in turn, and prints their rows as one table (docs/benchmarks.md). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { Command, Option } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { comparison } from "./all/compare.ts";
import { loadNow, machineSince } from "./all/machine.ts";
import { argumentsOf, BENCHMARKS, FOLDER_OPTIONS, type Folders } from "./all/plan.ts";
import { type Run, runTable } from "./all/table.ts";
import type { Row } from "./rows.ts";

type Options = Folders & {
  quick?: boolean;
  only?: string[];
  json?: string;
  compare?: string;
};

const names = BENCHMARKS.map(({ name }) => name);
const stop = listenForStop();

await new Command("all")
  .option("--quick", "less data and fewer rounds: about ten minutes in all")
  .addOption(new Option("--only <names...>", "only these benchmarks").choices(names))
  .option("--json <file>", "write the rows to this file")
  .option("--compare <file>", "say what changed since the run that wrote this file with --json")
  .option("--demo <folder>", "a DATA_DIR of `longwave demo` that no server uses, for crew")
  .option("--test-data <folder>", "the folder of real-world test data, for search")
  .action(async (options: Options) => {
    // Read first: a wrong file should not be noticed after an hour.
    const before = options.compare === undefined ? null : await readRun(options.compare);
    const run = await measureAll(options);
    if (options.json !== undefined)
      await writeFile(options.json, `${JSON.stringify(run, null, 1)}\n`);
    process.stdout.write(`${runTable(run)}\n`);
    if (before !== null) process.stdout.write(`\n${comparison(before, run)}\n`);
    if (run.rows.some(({ errors }) => errors > 0)) process.exitCode = 1;
  })
  .parseAsync();

async function readRun(file: string): Promise<Run> {
  const run = JSON.parse(await readFile(file, "utf8"));
  if (!Array.isArray(run?.rows) || run.machine === undefined)
    throw new Error(`${file} was not written by bench -- all --json.`);
  return run;
}

async function measureAll({ quick = false, only = names, ...folders }: Options): Promise<Run> {
  const load = loadNow();
  const rows: Row[] = [];
  const left_out: string[] = [];
  for (const benchmark of BENCHMARKS.filter(({ name }) => only.includes(name))) {
    const { name, file, needs } = benchmark;
    const args = argumentsOf(benchmark, quick, folders);
    if (args === null) {
      left_out.push(`${name} (needs ${needs && FOLDER_OPTIONS[needs]})`);
      continue;
    }
    process.stderr.write(`\n${name}: node bench/${file} ${args.join(" ")}\n`);
    const code = await runBenchmark(file, args, rows);
    if (stop.signal.aborted) process.exit(128 + stop.signal.reason);
    if (code === 0) continue;
    left_out.push(`${name} (ended with ${code})`);
    process.exitCode = 1;
  }
  const date = new Date().toISOString();
  return { date, quick, machine: machineSince(load), rows, left_out };
}

/** Adds the rows that a benchmark reports; its own tables go to standard error. Returns its exit code or signal. */
async function runBenchmark(
  file: string,
  args: readonly string[],
  rows: Row[],
): Promise<number | string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, file), ...args], {
    stdio: ["ignore", process.stderr, process.stderr, "ipc"],
  });
  child.on("message", (reported) => rows.push(...(reported as Row[])));
  const end = () => child.kill();
  stop.signal.addEventListener("abort", end, { once: true });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  stop.signal.removeEventListener("abort", end);
  return code ?? signal ?? 1;
}
