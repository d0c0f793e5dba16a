/** `node bench/pages.ts`: measures show pages in Chromium, compared with the same bytes from a bare server. */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Command } from "commander";
import type { Browser } from "playwright-core";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { openChromium } from "../test/browser/chromium.ts";
import { generateData } from "./data.ts";
import { ask, type BenchRequest } from "./exchange.ts";
import { startBare, startLongwave } from "./processes.ts";
import { columns } from "./report.ts";

const PAGES = 20;
/** Files of this server that a page or a module loads: styles, modules. */
const FILE = /(?:href|src)="(\/assets\/[^"]+)"|from "\.\/([\w.]+)"/g;

type Visit = { paint: number; bytes: number };

const command = new Command("pages")
  .option("--shows <number>", "shows to generate", Number, 300)
  .action(async ({ shows }: { shows: number }) => {
    await using opened = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
    opened.defer(() => rm(dataDir, { recursive: true, force: true }));
    const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
    opened.defer(() => deps.close());
    await generateData(deps.target, { shows, episodes: shows * 30 });
    const longwave = opened.use(await startLongwave(dataDir, null));
    const ids = await deps.db
      .selectFrom("show_counts")
      .select("show_id")
      .where("listenable_episodes_count", ">=", 20)
      .orderBy("show_id")
      .limit(PAGES)
      .execute();
    const paths = ids.map(({ show_id }) => `/show/${show_id}`);
    const requests = await requestsOf(longwave.url, paths);
    const answers = [];
    for (const request of requests) answers.push(await ask(longwave.url, request));
    const bare = opened.use(await startBare(requests, answers));
    const browser = await openChromium();
    opened.defer(() => browser.close());
    await visit(browser, longwave.url + paths[0]);
    const seen = { longwave: [] as Visit[], bare: [] as Visit[] };
    for (const to of paths) {
      seen.longwave.push(await visit(browser, longwave.url + to));
      seen.bare.push(await visit(browser, bare.url + to));
    }
    process.stdout.write(`${tableOf(seen)}\n`);
  });

/** The pages, and each file that they and those files load, once. */
async function requestsOf(url: string, paths: readonly string[]): Promise<BenchRequest[]> {
  const found = new Set(paths);
  // A set is iterated in insertion order, including elements added during the iteration.
  for (const from of found) {
    const text = await (await fetch(url + from)).text();
    for (const [, file, module] of text.matchAll(FILE))
      found.add(file ?? `${path.posix.dirname(from)}/${module}`);
  }
  return [...found].map((to) => ({ method: "GET", path: to, headers: {} }));
}

/** One cold visit: milliseconds to the first contentful paint, bytes without images and audio. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.route(/\.(jpg|png|mp3|json)(\?|$)/, (route) => route.abort());
  let bytes = 0;
  page.on("requestfinished", async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
  });
  await page.goto(url, { waitUntil: "load" });
  // The paint, and the modules that the page's own module imports, may come a moment later.
  await page.waitForTimeout(300);
  const paint = await page.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
  );
  await context.close();
  return { paint: Number(paint), bytes };
}

function tableOf(seen: Readonly<Record<"longwave" | "bare", readonly Visit[]>>): string {
  const rows = Object.entries(seen).map(([name, visits]) => {
    const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b);
    const at = (share: number) => (paints[Math.floor((paints.length - 1) * share)] ?? 0).toFixed(0);
    const most = Math.max(...visits.map(({ bytes }) => bytes));
    return [name, at(0.5), at(0.95), (most / 1000).toFixed(1)];
  });
  return columns([["", "first paint ms p50", "p95", "kB without images, max"], ...rows]);
}

await command.parseAsync();
