/** `npm run soak`: mixed traffic on the demo for minutes or hours, and whether anything grows (docs/benchmarks.md). */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { startLongwave } from "./processes.ts";
import { type Load, startLoad } from "./soak/load.ts";
import { makeDemo, openPlace, readDemo } from "./soak/place.ts";
import { openProbes, type Readings } from "./soak/probes.ts";
import { findCapacity } from "./soak/ramp.ts";
import { type Measured, report } from "./soak/report.ts";

type Options = { minutes: string; share: string; rate?: string; data?: string; demo?: string };

/** A window of the report; a run has at least 12. */
const WINDOW_MS = 60_000;
const LEAST_WINDOWS = 12;
const READ_EVERY_MS = 2000;

/** Listeners are told apart by their forwarded addresses; memory is set as by `npm start`. */
const SETTINGS = {
  TRUST_PROXY: "loopback",
  PLANS: "basic=unlimited",
  MALLOC_MMAP_THRESHOLD_: "131072",
  MALLOC_TRIM_THRESHOLD_: "131072",
  NODE_OPTIONS: "--max-semi-space-size=8",
};

const tell = (line: string) => process.stderr.write(`${line}\n`);

const stop = listenForStop();
await new Command("soak")
  .option("--minutes <number>", "length of the run after the ramp", "30")
  .option("--share <number>", "share of the capacity that the ramp finds", "0.6")
  .option("--rate <number>", "requests per second, without a ramp")
  .option("--data <folder>", "a DATA_DIR with a demo that no server uses; default: a new one")
  .option("--demo <file>", "with --data: what `longwave demo --json` printed")
  .action(async (options: Options) => {
    await using opened = new AsyncDisposableStack();
    const stopped = new Promise<null>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    const good = await Promise.race([run(options, opened), stopped]);
    if (good !== true) process.exitCode = good === null ? 128 + stop.signal.reason : 1;
  })
  .parseAsync();

async function run(options: Options, opened: AsyncDisposableStack): Promise<boolean> {
  const { dataDir, demo } = await prepare(options, opened);
  // Before the server, because an embedded database stops with the last process that uses it.
  const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
  opened.defer(() => deps.close());
  const longwave = opened.use(await startLongwave(dataDir, null, SETTINGS));
  const place = await openPlace(longwave.url, dataDir, demo);
  tell(`${place.shows.length} shows, ${place.episodes.length} episodes`);
  const probes = await openProbes(longwave, deps.target, dataDir);
  opened.defer(() => probes.close());
  const capacity = options.rate === undefined ? await findCapacity(place, tell) : null;
  const rate = capacity === null ? Number(options.rate) : capacity * Number(options.share);
  tell(`soak: ${rate.toFixed(0)} requests per second for ${options.minutes} minutes`);
  const load = startLoad(place);
  opened.defer(() => load.stop());
  load.setRate(rate);
  const windows = await Promise.race([
    measure(load, probes.read, Number(options.minutes) * 60_000),
    longwave.gone,
  ]);
  await load.stop();
  const { text, good } = report(windows, { capacity, rate });
  process.stdout.write(`${text}\n`);
  return good;
}

async function prepare(options: Options, opened: AsyncDisposableStack) {
  if (options.data !== undefined && options.demo !== undefined)
    return { dataDir: path.resolve(options.data), demo: await readDemo(options.demo) };
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-soak-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  tell("making the demo");
  const dataDir = path.join(folder, "data");
  return { dataDir, demo: await makeDemo(dataDir, ["--days", "30", "--episodes", "96"]) };
}

/** Measures windows of equal length. */
async function measure(
  load: Load,
  read: () => Promise<Readings>,
  ms: number,
): Promise<readonly Measured[]> {
  const count = Math.max(LEAST_WINDOWS, Math.round(ms / WINDOW_MS));
  const measured: Measured[] = [];
  load.take();
  for (let window = 0; window < count; window += 1) {
    const readings: Readings[] = [];
    const end = performance.now() + ms / count;
    while (performance.now() < end) {
      readings.push(await read());
      await sleep(Math.max(0, Math.min(READ_EVERY_MS, end - performance.now())));
    }
    measured.push({ window: load.take(), readings });
    tell(`window ${window + 1} of ${count}`);
  }
  return measured;
}
