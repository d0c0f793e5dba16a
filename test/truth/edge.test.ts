/**
 * Tests that requests with known counts, sent through a real edge, are counted exactly from its log: in order; and
 * shuffled, doubled, late, and with an import that is killed again and again. TRUTH_REQUESTS=1000000 for the full size.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { manifestOf } from "../../src/features/listening/renditions/rules.ts";
import type { Part } from "../../src/features/listening/renditions/schema.ts";
import { insertRendition } from "../../src/features/listening/renditions/store.ts";
import { longwave, start, urlOf } from "../journeys/processes.ts";
import { makeEpisodes, makeShow } from "../setup/factories.ts";
import { startNginx } from "../setup/nginx.ts";
import { sha256, storeAudio } from "../setup/recordings.ts";
import { SECRET, shipped, withEdge } from "../setup/shipped.ts";
import { startVarnish } from "../setup/varnish.ts";
import { openWorld, type World } from "../setup/world.ts";
import { countedTruth } from "./figures.ts";
import { generate } from "./generate.ts";
import { replay } from "./replay.ts";
import { BYTES, LAYOUT, MINUTE, SINGLE_RANGES, type Target } from "./sessions.ts";

const REQUESTS = Number(process.env.TRUTH_REQUESTS ?? 4000);
const PATIENCE_MS = 120_000 + REQUESTS * 12;
const KILLS = 20;
/** Lines of a log that is imported in one transaction. */
const LINES = Math.max(100, REQUESTS / 60);
const DAY_MS = 86_400_000;
/** All lines are late, by up to two days. */
const START = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS;

const closing: (() => Promise<void>)[] = [];
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-edge-"));
});
afterAll(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true });
});

/** Renditions of `LAYOUT` with bytes in the media store. */
async function store(world: World, episode_ids: readonly number[]): Promise<Target[]> {
  const audio = randomBytes(BYTES);
  const key = `audio/${await storeAudio(world, audio)}.mp3`;
  expect(key).toContain(sha256(audio));
  const parts = LAYOUT.flatMap((part): Part[] => {
    if (part.kind === "head") return [];
    const stored = { key, start: 0, bytes: part.bytes };
    if (part.kind === "programme") return [{ kind: "programme", ...stored }];
    return [{ kind: "ad", ...stored, ad: { ...part.ad, position: "preroll", break_at: 0 } }];
  });
  const head = randomBytes(LAYOUT[0]?.bytes ?? 0);
  return Promise.all(
    episode_ids.map(async (episode_id) => {
      const content = { episode_id, media_key: key, head, parts, bytes_per_minute: MINUTE };
      const made = manifestOf(content);
      await insertRendition(world.deps.db, made, new Date());
      return { episode_id, digest: made.digest };
    }),
  );
}

const REAL_ADDRESSES = `set_real_ip_from 127.0.0.1; real_ip_header X-Forwarded-For;
  keepalive_requests 1000000;`;

type Edge = Readonly<{ proxy: string; log: string }>;

/** Starts nginx before a server, with the addresses and times of listeners in its log. */
async function nginxAt(url: string): Promise<Edge> {
  const edge = await withEdge();
  const edit = (text: string) =>
    edge(text)
      .replace('"time":"$msec"', '"time":"$http_x_at"')
      .replace("client_max_body_size", (found) => `${REAL_ADDRESSES} ${found}`);
  const configure = await shipped({ url }, edit);
  let log = "";
  const proxy = await startNginx((port, files) => {
    log = path.join(files, "longwave-audio.log");
    return configure(port, files);
  });
  return { proxy, log };
}

/** The same with Varnish. */
const varnishAt = (url: string): Promise<Edge> =>
  startVarnish(
    { url },
    {
      vcl: (text) =>
        text.replace(
          "sub vcl_recv {",
          '$& set req.http.X-Listener = regsub(req.http.X-Forwarded-For, ",.*$", "");',
        ),
      format: (text) =>
        text.replace('"%h"', '"%{X-Listener}i"').replace("%{VSL:Timestamp:Resp[1]}x", "%{X-At}i"),
    },
  );

/** A server with audio, its edge, and the log of the requests of `seed` at the edge, with their right counts. */
async function listen(seed: number, startEdge: (url: string) => Promise<Edge> = nginxAt) {
  const world = await openWorld({ CDN_SECRET: SECRET, TRUST_PROXY: "1" });
  closing.push(() => world.close());
  const show_id = await makeShow(world, await world.person());
  const targets = await store(world, await makeEpisodes(world, show_id, Array(12).fill({})));
  const days = { start: START, days: 2 };
  const { records, truth } = generate({
    ...{ seed, requests: REQUESTS, targets, ...days, mix: SINGLE_RANGES },
  });
  const { proxy, log } = await startEdge(world.baseUrl);
  await replay(proxy, records, BYTES);
  const lines = await linesOf(log, records.length);
  return { world, truth, lines };
}

/** The lines of a log, as soon as it has so many. */
async function linesOf(log: string, count: number): Promise<string[]> {
  for (;;) {
    const lines = (await readFile(log, "utf8")).split("\n").slice(0, -1);
    if (lines.length === count) return lines;
    if (lines.length > count) throw new Error(`${lines.length} lines of ${count} requests`);
    await sleep(50);
  }
}

async function write(lines: readonly string[], isPacked = false): Promise<string> {
  const file = path.join(folder, randomUUID());
  const text = `${lines.join("\n")}\n`;
  await writeFile(file, isPacked ? gzipSync(text) : text);
  return file;
}

/** What `longwave logs import` needs to count in the world's database. */
const envOf = ({ deps }: World) => ({
  DATABASE_URL: urlOf({ ...inject("postgres"), database: deps.pool.options.database }),
  DATA_DIR: deps.config.dataDir,
});

const importing = (files: readonly string[], format = "nginx") => [
  ...["logs", "import", "--format", format, "--json"],
  ...files,
];

test.each([
  ["nginx", "nginx", nginxAt],
  ["Varnish", "json", varnishAt],
] as const)(
  "a log of %s counts exactly what was sent",
  { timeout: PATIENCE_MS },
  async (_, format, startEdge) => {
    const { world, truth, lines } = await listen(1, startEdge);
    const { stdout, stderr } = await longwave(
      importing([await write(lines)], format),
      envOf(world),
    );
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ counted: lines.length });
    expect(await countedTruth(world)).toEqual(truth);
  },
);

test(`lines in any order and twice count once, although the import is killed ${KILLS} times`, {
  timeout: PATIENCE_MS * 2,
}, async () => {
  const { world, truth, lines } = await listen(2);
  const shuffled = [...lines, ...lines]
    .map((line) => [Math.random(), line] as const)
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line);
  const files: string[] = [];
  for (let at = 0; at < shuffled.length; at += LINES)
    files.push(await write(shuffled.slice(at, at + LINES), files.length % 3 === 0));
  const args = importing(files);
  const env = envOf(world);
  const done = async () => {
    const { rows } = await world.deps.pool.query(
      "select count(*)::int as files, (select count(*)::int from edge_requests) as lines from edge_log_objects",
    );
    return rows[0] as { files: number; lines: number };
  };
  const stages = new Set<number>();
  for (let kill = 0; kill < KILLS; kill += 1) {
    const { files: before } = await done();
    const running = start(args, env);
    // At some moment of its work: as soon as it has counted a file, or within the next ones.
    const more = Math.floor(Math.random() * 3);
    for (;;) {
      const { files: now } = await done();
      if (now > before + more || now === files.length) break;
      await sleep(5);
    }
    await sleep(Math.random() * 60);
    running.kill("SIGKILL");
    await running.ended;
    stages.add((await done()).lines);
  }
  expect(stages.size).toBeGreaterThan(KILLS / 2);
  const { stdout } = await longwave(args, env);
  expect(JSON.parse(stdout).counted).toBeGreaterThan(0);
  expect((await done()).lines).toBe(lines.length);
  expect(await countedTruth(world)).toEqual(truth);
});
