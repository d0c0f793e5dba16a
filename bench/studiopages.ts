/** Measures each page of the studio: server time, first paint, scripts, layout shifts. */
import type { Browser, BrowserContext } from "playwright-core";
import { allPages } from "../src/app.ts";
import type { OpenDeps } from "../src/deps.ts";
import { SHIFTS } from "../test/browser/pages.ts";
import { signIn } from "../test/setup/session.ts";
import { columns } from "./report.ts";
import { generateStudio, type Studio } from "./studiodata.ts";

/** Requests of each page whose time counts. */
const ROUNDS = 40;
const WARM_UP = 5;

/** Milliseconds of the server at p95 and to the first paint, kB of scripts as transferred, and layout shift. */
const BUDGET = { server: 100, paint: 500, script: 60, shift: 0.01 };

/** The pages whose records `studio` has; the longest list of episodes in other orders, too. */
const pathsOf = (deps: OpenDeps, studio: Studio, only: string): string[] =>
  allPages(deps)
    .filter(({ method, path }) => method === "GET" && /^\/studio(?:\/|$)/.test(path))
    .filter(({ path }) => path.startsWith(only))
    .map(({ path }) =>
      path.replace(/:(\w+)/g, (all, name) => String(studio[name as keyof Studio] ?? all)),
    )
    .filter((path) => !path.includes(":"));

type Visit = Readonly<{ paint: number; script: number; shift: number }>;

/** The table of the pages whose path starts with `only`, the slowest first. */
export async function measureStudio(
  deps: OpenDeps,
  browser: Browser,
  url: string,
  only: string,
): Promise<string> {
  const studio = await generateStudio(deps.target);
  const { cookie } = await signIn(url, studio.username, studio.password);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { cookie },
  });
  await context.addInitScript(SHIFTS);
  const rows = [];
  for (const path of pathsOf(deps, studio, only)) {
    const served = await serverTimes(url + path, cookie);
    if (served === null) continue;
    rows.push({ path, ...served, ...(await visit(context, url + path)) });
  }
  await context.close();
  rows.sort((a, b) => b.p95 - a.p95);
  const { server, paint, script, shift } = BUDGET;
  return columns([
    ["", "server ms p50", "p95", "first paint ms", "kB of scripts", "layout shift"],
    ...rows.map((row) => [
      row.path,
      row.p50.toFixed(0),
      row.p95.toFixed(0),
      row.paint.toFixed(0),
      (row.script / 1000).toFixed(1),
      row.shift.toFixed(3),
    ]),
    ["budget", "", String(server), String(paint), String(script), String(shift)],
  ]);
}

/** Milliseconds until the last byte of a page; null if it is a redirect or a file. */
async function serverTimes(url: string, cookie: string) {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS + WARM_UP; round += 1) {
    const start = performance.now();
    const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${url} answers ${answer.status}`);
    if (!answer.headers.get("content-type")?.startsWith("text/html") || answer.status !== 200)
      return null;
    if (round >= WARM_UP) times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}

/** One visit of a new page; bytes of scripts as they were transferred. */
async function visit(context: BrowserContext, url: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let script = 0;
  page.on("requestfinished", async (request) => {
    if (request.resourceType() === "script") script += (await request.sizes()).responseBodySize;
  });
  await page.goto(url, { waitUntil: "load" });
  // The paint, and the modules that the page's own modules import, may come a moment later.
  await page.waitForTimeout(300);
  const paint = Number(
    await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime"),
  );
  const shift = Number(await page.evaluate("globalThis.shift"));
  await page.close();
  return { paint, script, shift };
}
