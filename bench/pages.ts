/**
 * `node bench/pages.ts`: measures public pages in Chromium, show pages also as the same bytes from a bare server; with
 * `--studio` the pages of the studio, or those below `--studio <path>`.
 */
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
import { makeRow, partsOf, type Row, ratiosOf, reportRows, spreadOf } from "./rows.ts";
import { measureStudio } from "./studiopages.ts";

const PAGES = 20;
/** Files of this server that a page or a module loads: styles, modules. */
const FILE = /(?:href|src)="(\/assets\/[^"]+)"|from "\.\/([\w.]+)"/g;

/** Times in milliseconds; bytes as they were transferred, without images and audio. */
type Visit = { paint: number; bytes: number; script: number };

const BARE = "show, bare server";

/** What people notice: the greatest first paint, and kB of a page and of its scripts. */
const BUDGET = { paint: 400, page: 90, script: 40 };

const command = new Command("pages")
  .option("--shows <number>", "shows to generate", Number, 300)
  .option(
    "--studio [path]",
    "measure the pages of the studio below a path instead of the public ones",
  )
  .action(async ({ shows, studio }: { shows: number; studio?: string | true }) => {
    await using opened = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
    opened.defer(() => rm(dataDir, { recursive: true, force: true }));
    const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
    opened.defer(() => deps.close());
    await generateData(deps.target, { shows, episodes: shows * 30 });
    const longwave = opened.use(await startLongwave(dataDir, null));
    if (studio) {
      const browser = await openChromium();
      opened.defer(() => browser.close());
      process.stdout.write(
        `${await measureStudio(deps, browser, longwave.url, studio === true ? "" : studio)}\n`,
      );
      return;
    }
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
    const seen = new Map<string, Visit[]>();
    const see = async (name: string, url: string) =>
      seen.set(name, [...(seen.get(name) ?? []), await visit(browser, url)]);
    for (const to of paths) {
      await see("show", longwave.url + to);
      await see(BARE, bare.url + to);
    }
    const { episode_id } = await deps.db
      .selectFrom("episodes")
      .select("episode_id")
      .where("listenable", "=", true)
      .orderBy("episode_id")
      .limit(1)
      .executeTakeFirstOrThrow();
    const others = {
      home: "/",
      episode: `/episode/${episode_id}`,
      search: "/search",
      docs: "/docs",
    };
    for (const [name, to] of Object.entries(others))
      for (let at = 0; at < PAGES; at += 1) await see(name, longwave.url + to);
    process.stdout.write(`${tableOf(seen)}\n`);
    reportRows(rowsOf(seen));
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

/** One cold visit. */
async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.route(/\.(jpg|png|mp3|json)(\?|$)/, (route) => route.abort());
  let bytes = 0;
  let script = 0;
  page.on("requestfinished", async (request) => {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    bytes += responseBodySize + responseHeadersSize;
    if (request.resourceType() === "script") script += responseBodySize;
  });
  await page.goto(url, { waitUntil: "load" });
  // The paint, and the modules that the page's own module imports, may come a moment later.
  await page.waitForTimeout(300);
  const paint = await page.evaluate(
    "performance.getEntriesByName('first-contentful-paint')[0]?.startTime",
  );
  await context.close();
  return { paint: Number(paint), bytes, script };
}

function tableOf(seen: ReadonlyMap<string, readonly Visit[]>): string {
  const rows = [...seen].map(([name, visits]) => {
    const paints = visits.map(({ paint }) => paint).sort((a, b) => a - b);
    const at = (share: number) => (paints[Math.floor((paints.length - 1) * share)] ?? 0).toFixed(0);
    const most = (of: "bytes" | "script") =>
      (Math.max(...visits.map((visit) => visit[of])) / 1000).toFixed(1);
    return [name, at(0.5), at(0.95), most("bytes"), most("script")];
  });
  const { paint, page, script } = BUDGET;
  const budget = ["budget", "", String(paint), String(page), String(script)];
  const head = ["", "first paint ms p50", "p95", "kB without images, max", "of it scripts"];
  return columns([head, ...rows, budget]);
}

/** Of each page its first paint, and the largest size. */
function rowsOf(seen: ReadonlyMap<string, readonly Visit[]>): Row[] {
  const peers = partsOf((seen.get(BARE) ?? []).map(({ paint }) => paint));
  return [...seen]
    .filter(([name]) => name !== BARE)
    .flatMap(([name, visits]) => {
      const paints = partsOf(visits.map(({ paint }) => paint));
      const paint = makeRow({
        name: `pages: ${name}, first paint`,
        peer: name === "show" ? "the same bytes from bare node:http" : null,
        ratio: name === "show" ? ratiosOf(peers, paints) : null,
        figure: spreadOf(paints),
        unit: "ms",
        better: "less",
        aim: { of: "figure", value: BUDGET.paint },
      });
      const size = makeRow({
        name: `pages: ${name}, size`,
        figure: spreadOf([Math.max(...visits.map(({ bytes }) => bytes)) / 1000]),
        unit: "kB",
        better: "less",
        aim: { of: "figure", value: BUDGET.page },
      });
      return [paint, size];
    });
}

await command.parseAsync();
