/** Tests the npm package: packed, installed into an empty folder without development dependencies, and used by its bin. */
import { execFile } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { chmod, glob, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDataDir, runNode, said } from "../journeys/processes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const run = promisify(execFile);

/** The demo takes half a minute alone, and ten times as long on a busy machine. */
const DEMO_MS = 600_000;

/** Where the package is installed, on a disk, because it is 500 MB; deleted after the tests. */
let folder = "";
const installed = (file: string) => path.join(folder, "node_modules", file);

beforeAll(async () => {
  folder = await mkdtemp("/var/tmp/longwave-package-");
  // As root, PostgreSQL runs as another user, who needs to pass through.
  await chmod(folder, 0o711);
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  });
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await writeFile(path.join(folder, "package.json"), '{ "private": true }');
  const quiet = ["--omit=dev", "--prefer-offline", "--no-audit", "--no-fund"];
  await run("npm", ["install", ...quiet, `./${filename}`], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("it contains no sources, no tests and no development dependencies", () => {
  const files = globSync("**/*", { cwd: installed("longwave") });
  expect(files.filter((file) => /\.ts$|\.test\.|^(src|test|bench)\b/.test(file))).toEqual([]);
  for (const name of ["vitest", "typescript", "@biomejs"])
    expect(existsSync(installed(name)), name).toBe(false);
});

test("every file that its programs name is in it", async () => {
  const programs = installed("longwave/dist");
  const missing: string[] = [];
  for await (const file of glob("{src,clients}/**/*.js", {
    cwd: programs,
    exclude: ["**/browser/**"],
  })) {
    const text = await readFile(path.join(programs, file), "utf8");
    for (const [, named = ""] of text.matchAll(/"(\.{1,2}\/[^"\s]+\.(?:js|ts))"/g))
      if (!existsSync(path.join(programs, path.dirname(file), named))) missing.push(named);
  }
  expect(missing).toEqual([]);
});

test("npx finds the command, and an older Node is told what it needs", async () => {
  const { stdout } = await run("npx", ["longwave", "--help"], { cwd: folder });
  expect(stdout).toContain("Usage: longwave");
  const bin = await readFile(installed("longwave/bin/longwave.js"), "utf8");
  const old = path.join(folder, "longwave-of-the-future.mjs");
  await writeFile(old, bin.replace("OLDEST_NODE = 24", "OLDEST_NODE = 999"));
  const refused = await runNode([old]).ended;
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("needs Node 999 or newer"),
  });
});

test("it serves the demo: pages, guides, images, and audio that plays", {
  timeout: DEMO_MS,
}, async () => {
  const DATA_DIR = await makeDataDir();
  const bin = installed(".bin/longwave");
  const small = ["--json", "--episodes", "48", "--days", "14", "--downloads", "80"];
  const demo = await runNode([bin, "demo", ...small], { DATA_DIR }).ended;
  expect(demo.code, demo.stderr).toBe(0);
  const { episode_id } = JSON.parse(demo.stdout) as { episode_id: number };

  const server = runNode([bin, "serve"], { DATA_DIR, PORT: "0", LOG_LEVEL: "warn" });
  const url = await said(server, /ready at (\S+)/);
  const page = await fetch(`${url}/episode/${episode_id}`);
  expect(page.status).toBe(200);
  const card = /property="og:image" content="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  expect((await fetch(card)).headers.get("content-type")).toMatch(/^image\//);
  expect((await fetch(`${url}/docs/guides/upload`)).status).toBe(200);

  const audio = await fetch(`${url}/v2/episodes/${episode_id}/play.mp3`);
  expect(audio.headers.get("content-type")).toBe("audio/mpeg");
  const bytes = Buffer.from(await audio.arrayBuffer());
  expect(bytes).toHaveLength(Number(audio.headers.get("content-length")));
  expect(bytes.length).toBeGreaterThan(100_000);

  server.kill("SIGTERM");
  expect(await server.ended).toMatchObject({ code: 0, stderr: "" });
});
