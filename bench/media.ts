/**
 * `node bench/media.ts`: compares one recording of 30 MiB with ads from Longwave, which stitches it, with the same
 * bytes from nginx, which serves one file (docs/delivery.md).
 */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import type { FetchRound } from "./fetch.ts";
import type { Figures } from "./load.ts";
import { startEdge, startNginx } from "./nginx.ts";
import { type Generator, type Server, startFetcher, startLongwave } from "./processes.ts";
import { columns } from "./report.ts";
import { makeRow, median, type Row, ratiosOf, reportRows, spreadOf } from "./rows.ts";
import { FILE_BYTES, makeStitched } from "./stitched.ts";
import { cpuOf, memoryOf } from "./usage.ts";

const RANGE_BYTES = 65_536;
/** Time until V8 has compiled the hot code. */
const WARM_UP_SECONDS = 8;

type Scenario = Readonly<{ title: string; range: number | null; connections: number }>;
const SCENARIOS: readonly Scenario[] = [
  { title: "whole file, 4 connections", range: null, connections: 4 },
  { title: "ranges of 64 KiB, 4 connections", range: RANGE_BYTES, connections: 4 },
  { title: "ranges of 64 KiB, 16 connections", range: RANGE_BYTES, connections: 16 },
];

type Site = Server & Readonly<{ path: string; pid: number }>;
/** `cpu`: microseconds of the server's own processor time per request. */
type Measured = Figures & { cpu: number };
/** A line of the table that this benchmark prints, and the row for the table of all. */
type Result = { cells: string[]; row: Row };
type Effort = { rounds: string; seconds: string; plain?: true; edge?: true; profile?: string };

const stop = listenForStop();
const command = new Command("media")
  .option("--rounds <number>", "measured rounds of each server", "7")
  .option("--seconds <number>", "length of a round", "2")
  .option("--plain", "one stored file in place of programme and ads")
  .option("--edge", "the shipped edge in front of Longwave in place of Longwave")
  .option("--profile <folder>", "write a CPU profile of Longwave there")
  .action(async (effort: Effort) => {
    await using opened = new AsyncDisposableStack();
    const stopped = new Promise<null>((resolve) => {
      stop.signal.addEventListener("abort", () => resolve(null), { once: true });
    });
    const results = await Promise.race([run(effort, opened), stopped]);
    if (results === null) return;
    process.stdout.write(`${columns([HEAD, ...results.map(({ cells }) => cells)])}\n`);
    reportRows(results.map(({ row }) => row));
  });

async function run(effort: Effort, opened: AsyncDisposableStack): Promise<Result[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-media-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const { digest, sha256 } = await makeStitched(folder, effort.plain ?? false);
  const started = opened.use(await startLongwave(folder, effort.profile ?? null));
  const sender = effort.edge
    ? opened.use(await startEdge(path.join(folder, "edge"), started.url))
    : started;
  const longwave = { ...sender, path: `/media/r/${digest}/bench.mp3` };
  const nginx = { ...opened.use(await startNginx(folder, effort.edge)), path: "/bench.mp3" };
  for (const site of [longwave, nginx]) await requireFile(site, sha256);
  const fetcher = opened.use(startFetcher());
  const results: Result[] = [];
  for (const scenario of SCENARIOS) {
    process.stderr.write(`measuring: ${scenario.title}\n`);
    results.push(await measure(scenario, longwave, nginx, fetcher, effort));
  }
  return results;
}

async function requireFile(site: Site, sha256: string): Promise<void> {
  const answer = await fetch(site.url + site.path);
  const hash = createHash("sha256").update(Buffer.from(await answer.arrayBuffer()));
  if (hash.digest("hex") !== sha256) throw new Error(`${site.url} sends another file.`);
}

async function measure(
  { title, range, connections }: Scenario,
  longwave: Site,
  nginx: Site,
  fetcher: Generator<FetchRound>,
  { rounds, seconds }: Effort,
): Promise<Result> {
  const drive = async (site: Site, duration: number): Promise<Measured> => {
    const port = Number(new URL(site.url).port);
    const round = { port, path: site.path, range, fileBytes: FILE_BYTES, connections };
    const before = await cpuOf(site.pid);
    const figures = await fetcher.drive({ ...round, seconds: duration });
    const used = (await cpuOf(site.pid)) - before;
    return { ...figures, cpu: used / (figures.perSecond * duration) };
  };
  await drive(longwave, WARM_UP_SECONDS);
  await drive(nginx, 1);
  const pairs: [Measured, Measured][] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    await settle(longwave.pid);
    const ours = await drive(longwave, Number(seconds));
    await settle(longwave.pid);
    pairs.push([ours, await drive(nginx, Number(seconds))]);
  }
  const rates = [0, 1].map((side) => pairs.map((pair) => pair[side]?.perSecond ?? 0));
  const [ours = [], theirs = []] = rates;
  const own = pairs.map(([longwave]) => longwave);
  const ratio = ratiosOf(ours, theirs);
  return {
    cells: [
      title,
      ...cells(own),
      ...cells(pairs.map(([, yardstick]) => yardstick)),
      ratio.median.toFixed(2),
      (quantile(ours, 0.75) / quantile(theirs, 0.75)).toFixed(2),
    ],
    row: makeRow({
      name: `media: ${title}`,
      peer: "nginx, one file",
      ratio,
      aim: { of: "ratio", value: range === null ? 0.9 : 0.5 },
      figure: spreadOf(ours),
      unit: "per s",
      better: "more",
      processor: median(own.map(({ cpu }) => cpu)),
      memory: await memoryOf(longwave.pid),
      p50: median(own.map(({ p50 }) => p50)),
      p99: median(own.map(({ p99 }) => p99)),
      errors: own.reduce((sum, { errors }) => sum + errors, 0),
    }),
  };
}

/** Waits until everything sent has been counted, so that nginx's rounds are not affected. */
async function settle(pid: number): Promise<void> {
  let used = SETTLED_MICROSECONDS;
  for (let tries = 0; used >= SETTLED_MICROSECONDS && tries < SETTLE_TRIES; tries += 1) {
    const before = await cpuOf(pid);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    used = (await cpuOf(pid)) - before;
  }
}

/** Longer than counting pauses between two steps of its work. */
const SETTLE_MS = 1500;
const SETTLED_MICROSECONDS = 100_000;
/** A server that is being profiled never rests. */
const SETTLE_TRIES = 20;

const COLUMNS = ["req/s", "p50 ms", "p99 ms", "CPU µs", "load %", "errors"];
const HEAD = [
  "",
  ...COLUMNS.map((name) => `LW ${name}`),
  ...COLUMNS.map((name) => `nginx ${name}`),
  ...["ratio", "quiet"],
];

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/**
 * Medians of the rounds, and the sum of errors. `load`: share of one processor that the generator used; near 100 the
 * server could do more.
 */
const cells = (rounds: readonly Measured[]): string[] => [
  median(rounds.map(({ perSecond }) => perSecond)).toFixed(0),
  median(rounds.map(({ p50 }) => p50)).toFixed(1),
  median(rounds.map(({ p99 }) => p99)).toFixed(1),
  median(rounds.map(({ cpu }) => cpu)).toFixed(0),
  (median(rounds.map(({ busy }) => busy)) * 100).toFixed(0),
  String(rounds.reduce((sum, { errors }) => sum + errors, 0)),
];

await command.parseAsync();
