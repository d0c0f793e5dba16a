/**
 * `node bench/media.ts`: compares one recording of 30 MiB with ads from Longwave, which stitches it, with the same
 * bytes from nginx, which serves one file, and from a bare node:http server, which sends them from memory: the limit of
 * any server in Node (docs/delivery.md, docs/benchmarks.md).
 */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import { listenForStop } from "../src/cli/signals.ts";
import { type Answer, ask } from "./exchange.ts";
import type { FetchRound } from "./fetch.ts";
import { type Measured, mediaTable, type Result, type Round, rowsOf } from "./media/report.ts";
import { startEdge, startNginx } from "./nginx.ts";
import {
  type Generator,
  type Server,
  startBareFile,
  startFetcher,
  startLongwave,
} from "./processes.ts";
import { reportRows } from "./rows.ts";
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
type Sites = Readonly<Record<keyof Round, Site>>;
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
    process.stdout.write(`${mediaTable(results)}\n`);
    reportRows(results.flatMap(rowsOf));
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
  const bare = { ...opened.use(await startBareAs(longwave, folder)), path: longwave.path };
  const nginx = { ...opened.use(await startNginx(folder, effort.edge)), path: "/bench.mp3" };
  const sites = { longwave, bare, nginx };
  for (const site of Object.values(sites)) await requireFile(site, sha256);
  const fetcher = opened.use(startFetcher());
  const results: Result[] = [];
  for (const scenario of SCENARIOS) {
    process.stderr.write(`measuring: ${scenario.title}\n`);
    results.push(await measure(scenario, sites, fetcher, effort));
  }
  return results;
}

/** A bare server that sends the file in `folder` with the headers of `site`. */
async function startBareAs(site: Site, folder: string) {
  const file = path.join(folder, "files/bench.mp3");
  const [whole, range] = [await askFor(site, {}), await askFor(site, SOME_RANGE)];
  const bare = await startBareFile({ path: file, whole: whole.headers, range: range.headers });
  const own = { ...bare, path: site.path };
  for (const [headers, expected] of [
    [{}, whole],
    [SOME_RANGE, range],
  ] as const)
    if (JSON.stringify(await askFor(own, headers)) !== JSON.stringify(expected))
      throw new Error("The bare server answers with other bytes than Longwave.");
  return bare;
}

const SOME_RANGE = { range: `bytes=${RANGE_BYTES}-${2 * RANGE_BYTES - 1}` };

/** The body is replaced by its hash. */
async function askFor(
  site: Site,
  headers: Record<string, string>,
): Promise<Omit<Answer, "body"> & { hash: string }> {
  const { body, ...head } = await ask(site.url, { method: "GET", path: site.path, headers });
  return { ...head, hash: createHash("sha256").update(body).digest("hex") };
}

async function requireFile(site: Site, sha256: string): Promise<void> {
  const { hash } = await askFor(site, {});
  if (hash !== sha256) throw new Error(`${site.url} sends another file.`);
}

async function measure(
  { title, range, connections }: Scenario,
  sites: Sites,
  fetcher: Generator<FetchRound>,
  { rounds, seconds }: Effort,
): Promise<Result> {
  const drive = async (name: keyof Round, duration: number): Promise<Measured> => {
    const site = sites[name];
    const port = Number(new URL(site.url).port);
    const round = { port, path: site.path, range, fileBytes: FILE_BYTES, connections };
    const before = await cpuOf(site.pid);
    const figures = await fetcher.drive({ ...round, seconds: duration });
    const used = (await cpuOf(site.pid)) - before;
    return { ...figures, cpu: used / (figures.perSecond * duration) };
  };
  await drive("longwave", WARM_UP_SECONDS);
  await drive("bare", WARM_UP_SECONDS);
  await drive("nginx", 1);
  const measured: Round[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    await settle(sites.longwave.pid);
    const longwave = await drive("longwave", Number(seconds));
    await settle(sites.longwave.pid);
    const bare = await drive("bare", Number(seconds));
    measured.push({ longwave, bare, nginx: await drive("nginx", Number(seconds)) });
  }
  const memory = await memoryOf(sites.longwave.pid);
  return { title, aim: range === null ? 0.9 : 0.5, rounds: measured, memory };
}

/** Waits until everything sent has been counted, so that the yardsticks' rounds are not affected. */
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

await command.parseAsync();
