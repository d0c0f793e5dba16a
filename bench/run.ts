/** `npm run bench`: compares Longwave with a bare node:http server on generated data (docs/benchmarks.md). */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Argument, Command, InvalidArgumentError } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { loadConfig } from "../src/config.ts";
import { type OpenDeps, openDeps } from "../src/deps.ts";
import { countData, generateData } from "./data.ts";
import { type Effort, measure, type Result } from "./measure.ts";
import { othersHelp, runOther } from "./others.ts";
import { startGenerator, startLongwave } from "./processes.ts";
import { rowsOf, tableOf, transcodeRows, transcodeTableOf } from "./report.ts";
import { reportRows } from "./rows.ts";
import { SCENARIOS } from "./scenarios.ts";
import { measureTranscode } from "./transcode.ts";

type Options = Effort & {
  shows: number;
  episodes: number;
  minutes: number;
  data?: string;
  profile?: string;
  json?: true;
};

const tell = (line: string) => process.stderr.write(`${line}\n`);

function count(text: string): number {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

const names = SCENARIOS.map(({ name }) => name);
/** Needs no server and uses the whole machine, so it runs only if it is named. */
const TRANSCODE = "transcode";
const command = new Command("bench")
  .addArgument(
    new Argument("[names...]", "what to measure").choices([...names, TRANSCODE]).default(names),
  )
  .option("--shows <number>", "shows to generate", count, 10_000)
  .option("--episodes <number>", "episodes to generate", count, 300_000)
  .option("--data <folder>", "generate data into this folder and keep it, or use its existing data")
  .option("--rounds <number>", "measured rounds of each server", count, 5)
  .option("--seconds <number>", "length of a round", count, 4)
  .option("--connections <number>", "connections, each with one request at a time", count, 64)
  .option("--minutes <number>", "minutes of audio for transcode", count, 20)
  .option("--profile <folder>", "write a CPU profile of Longwave there")
  .option("--json", "print the results as JSON")
  .action(async (chosen: string[], options: Options) => {
    if (chosen.includes(TRANSCODE)) await transcode(options);
    if (chosen.every((name) => name === TRANSCODE)) return;
    const stop = listenForStop();
    const stopped = new Promise<null>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    await using opened = new AsyncDisposableStack();
    const results = await Promise.race([run(chosen, options, opened), stopped]);
    if (results === null) {
      process.exitCode = 128 + stop.signal.reason;
      return;
    }
    process.stdout.write(`${options.json ? JSON.stringify(results) : tableOf(results)}\n`);
    reportRows(rowsOf(results));
    if (results.some(({ longwave, bare }) => longwave.errors + bare.errors > 0))
      process.exitCode = 1;
  });

async function transcode(options: Options): Promise<void> {
  tell("measuring: processing of an upload");
  const result = await measureTranscode(options, loadConfig().ffmpegPath);
  process.stdout.write(`${options.json ? JSON.stringify(result) : transcodeTableOf(result)}\n`);
  reportRows(transcodeRows(result));
}

/** Everything that is started is added to `opened`, so that it is stopped however the run ends. */
async function run(
  chosen: readonly string[],
  options: Options,
  opened: AsyncDisposableStack,
): Promise<Result[]> {
  const dataDir = path.resolve(options.data ?? (await makeThrowAway(opened)));
  const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
  opened.defer(() => deps.close());
  await fill(deps, options);
  const longwave = opened.use(await startLongwave(dataDir, options.profile ?? null));
  const generator = opened.use(startGenerator());
  const results: Result[] = [];
  for (const scenario of SCENARIOS.filter(({ name }) => chosen.includes(name))) {
    tell(`measuring: ${scenario.title}`);
    const measured = measure(scenario, deps, longwave, generator, options);
    results.push(await Promise.race([measured, longwave.gone]));
  }
  return results;
}

async function makeThrowAway(opened: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function fill({ target }: OpenDeps, wanted: Options): Promise<void> {
  const found = await countData(target);
  if (found.shows === 0) {
    const start = performance.now();
    await generateData(target, wanted);
    tell(`data: generated in ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }
  const { shows, episodes } = await countData(target);
  tell(`data: ${shows} shows, ${episodes} episodes`);
}

const code = await runOther(process.argv.slice(2));
if (code === null) await command.addHelpText("after", othersHelp).parseAsync();
else process.exitCode = code;
