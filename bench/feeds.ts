/** `node bench/feeds.ts`: measures the feed of a show with 1,000 episodes, built and requested again. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { generateRssFeed, parseRssFeed } from "feedsmith";
import { loadConfig } from "../src/config.ts";
import { type OpenDeps, openDeps } from "../src/deps.ts";
import { buildFeed } from "../src/features/distribution/feeds/actions.ts";
import { generateData } from "./data.ts";
import { ask } from "./exchange.ts";
import { measure } from "./measure.ts";
import { startGenerator, startLongwave } from "./processes.ts";
import { rowsOf, tableOf } from "./report.ts";
import { makeRow, median, partsOf, ratiosOf, reportRows, spreadOf } from "./rows.ts";

const EPISODES = 1000;
const ROUNDS = 15;
const baseUrl = "https://podcasts.example";

await using opened = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
opened.defer(() => rm(dataDir, { recursive: true, force: true }));
const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
opened.defer(() => deps.close());
await generateData(deps.target, { shows: 1, episodes: EPISODES });
const { rows } = await deps.pool.query("select show_id from shows");
const { show_id } = rows[0];

type Spent = { ms: number; cpu: number };

/** Elapsed wall-clock time and processor time of this process; the latter is independent of other load. */
function stopwatch(): () => Spent {
  const [start, used] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(used);
    return { ms: performance.now() - start, cpu: (user + system) / 1000 };
  };
}

/** Builds all pages of the feed from the database. */
async function buildAll(): Promise<{ spent: Spent; pages: string[] }> {
  const stop = stopwatch();
  const pages: string[] = [];
  for (let page = 1; page <= Math.ceil(EPISODES / 300); page += 1)
    pages.push((await buildFeed(deps, { show_id, key: undefined, page, baseUrl })).xml);
  return { spent: stop(), pages };
}

const first = await buildAll();
const again: Spent[] = [];
for (let round = 0; round < ROUNDS; round += 1) again.push((await buildAll()).spent);

/** The time that feedsmith alone takes for the same documents, from its own records. */
const parsed = first.pages.map((xml) => parseRssFeed(xml));
const generate = () => {
  const stop = stopwatch();
  for (const feed of parsed) generateRssFeed(feed as Parameters<typeof generateRssFeed>[0]);
  return stop();
};
const theirsFirst = generate();
const theirs = Array.from({ length: ROUNDS }, generate);
const bytes = first.pages.reduce((sum, xml) => sum + Buffer.byteLength(xml), 0);
const tell = ({ ms, cpu }: Spent) => `${ms.toFixed(0).padStart(5)} ms (cpu ${cpu.toFixed(0)})`;
const line = (name: string, cold: Spent, warm: Spent[]) =>
  `${name.padEnd(26)} first ${tell(cold)}   median ${tell({
    ms: median(warm.map(({ ms }) => ms)),
    cpu: median(warm.map(({ cpu }) => cpu)),
  })}`;
console.log(`${EPISODES} episodes, ${parsed.length} pages, ${bytes.toLocaleString("en")} bytes`);
console.log(line("Longwave, with PostgreSQL", first.spent, again));
console.log(line("feedsmith alone, without", theirsFirst, theirs));

/** The feed's first page, requested by a client that already has it. */
async function prepare(_deps: OpenDeps, url: string) {
  const request = { method: "GET", path: `/show/${show_id}/episodes/feed`, headers: {} } as const;
  const { headers } = await ask(url, request);
  const etag = headers[headers.indexOf("etag") + 1] ?? "";
  return [{ ...request, headers: { "if-none-match": etag } }];
}

const longwave = opened.use(await startLongwave(dataDir, null));
const generator = opened.use(startGenerator());
const scenario = { name: "feed", title: "feed, 304", status: 304, aim: 0.6, prepare };
const effort = { rounds: 3, seconds: 2, connections: 64 };
const unchanged = await measure(scenario, deps, longwave, generator, effort);
console.log(tableOf([unchanged]));
const processor = again.map(({ cpu }) => cpu);
reportRows([
  makeRow({
    name: `feeds: ${EPISODES} episodes, built`,
    peer: "feedsmith, without a database",
    ratio: ratiosOf(partsOf(theirs.map(({ cpu }) => cpu)), partsOf(processor)),
    figure: spreadOf(partsOf(again.map(({ ms }) => ms))),
    unit: "ms",
    better: "less",
    processor: median(processor) * 1000,
  }),
  ...rowsOf([{ ...unchanged, title: `feed of ${EPISODES} episodes, 304` }]),
]);
