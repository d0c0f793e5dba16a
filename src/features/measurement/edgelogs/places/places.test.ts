/** Tests counting logs from places: a bucket on a real S3 server, and a folder, by the command and by the worker. */
import { appendFile, mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { longwave, urlOf } from "../../../../../test/journeys/processes.ts";
import { openBucket, type TestBucket } from "../../../../../test/setup/bucket.ts";
import { lineOf, useEdgeLogs } from "../../../../../test/setup/edgelogs.ts";
import { loadConfig } from "../../../../config.ts";
import { openDeps, openLog } from "../../../../deps.ts";
import { openPlace, parsePlace } from "../../../../platform/archive/open.ts";
import { readBatches } from "../lines.ts";
import { edgeLogLoops } from "./jobs.ts";
import { openLogPlace } from "./open.ts";
import { openRounds } from "./rounds.ts";

const { world, makeAudio, downloadsOf } = useEdgeLogs();

let bucket: TestBucket;
let folder = "";
beforeAll(async () => {
  bucket = await openBucket();
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-places-"));
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true });
});

/** A part of the bucket for one test: its URL, and how to put an object there. */
async function openPart(name: string) {
  const url = new URL(bucket.url);
  url.pathname += `/${name}`;
  const place = parsePlace(url.href);
  if (typeof place === "string") throw new Error(place);
  const archive = await openPlace(place);
  const put = (key: string, content: string | Buffer) =>
    archive.put(key, Readable.from([Buffer.from(content)], { objectMode: false }));
  return { url: url.href, place, put };
}

const databaseEnv = () => ({
  DATABASE_URL: urlOf({ ...inject("postgres"), database: world.deps.pool.options.database }),
  DATA_DIR: world.deps.config.dataDir,
});

async function importing(...named: string[]) {
  const args = ["logs", "import", "--format", "nginx", "--json", ...named];
  const { code, stdout, stderr } = await longwave(args, databaseEnv());
  return { code, stderr, ...JSON.parse(stdout) };
}

test("each object of a bucket and each version of it is counted once", async () => {
  const audio = await makeAudio();
  const lines = Array.from({ length: 50 }, (_, at) => lineOf(audio, `93.60.${at}.9`));
  const text = (from: number, to: number) => lines.slice(from, to).join("");
  const { url, put } = await openPart("once");
  await put("2026/11/a.log", text(0, 10));
  await put("2026/11/b.log.gz", gzipSync(text(10, 20)));
  // The last line of an object needs no line feed.
  await put("2026/12/c.log.zst", zstdCompressSync(text(20, 30).trimEnd()));
  await put("empty", "");
  expect(await importing(url)).toEqual({
    ...{ code: 0, stderr: "", counted: 30 },
    logs: { counted: 3, damaged: 0, unread: 0, old: 0 },
  });
  const nothing = { code: 0, stderr: "", counted: 0 };
  expect(await importing(url)).toEqual({
    ...nothing,
    logs: { counted: 0, damaged: 0, unread: 0, old: 0 },
  });
  // An object that was replaced by a longer one, a new one before all others, and the same lines again.
  await put("2026/11/a.log", text(0, 40));
  await put("2026/10/late.log", text(40, 50));
  await put("2026/13/copy.log.gz", gzipSync(text(0, 50)));
  expect(await importing(url)).toEqual({
    ...{ ...nothing, counted: 20, seen: 80 },
    logs: { counted: 3, damaged: 0, unread: 0, old: 0 },
  });
  expect(await downloadsOf(audio)).toHaveLength(50);
});

test("cut and damaged objects are reported, counted up to there, and keep no others from being counted", async () => {
  const audio = await makeAudio();
  const lines = Array.from({ length: 4000 }, (_, at) =>
    lineOf(audio, `93.61.${at >> 8}.${at & 255}`),
  );
  const packed = gzipSync(lines.slice(0, 2000).join(""));
  const { url, put } = await openPart("damaged");
  await put("a.gz", packed.subarray(0, packed.length / 2));
  await put("b.gz", Buffer.concat([packed.subarray(0, 10), Buffer.alloc(500, 1)]));
  await put("c.zst", zstdCompressSync("x".repeat(1000)).subarray(0, 10));
  await put("d.log", Buffer.alloc(300_000, 0));
  await put("e.log", lines.slice(2000, 2010).join(""));
  const first = await importing(url);
  expect(first.code).toBe(1);
  expect(first.stderr.trim().split("\n")).toEqual([
    expect.stringMatching(/damaged\/a\.gz: unexpected end of file\.$/),
    expect.stringMatching(/damaged\/b\.gz: .+\.$/),
    expect.stringMatching(/damaged\/c\.zst: unexpected end of file\.$/),
  ]);
  expect(first.stderr).not.toContain("S3RVER");
  expect(first).toMatchObject({ "too-long": 1, logs: { counted: 2, damaged: 3 } });
  expect(first.counted).toBeGreaterThan(10);
  expect(first.counted).toBeLessThan(2010);
  // The same bytes say no more; a whole copy does.
  expect(await importing(url)).toMatchObject({ code: 0, counted: 0, logs: { damaged: 0 } });
  await put("a.gz", packed);
  const again = await importing(url);
  expect(again).toMatchObject({ code: 0, stderr: "", logs: { counted: 1 } });
  expect(first.counted + again.counted).toBe(2010);
  expect(await downloadsOf(audio)).toHaveLength(2010);
});

test("a bucket that does not respond is a sentence without its secrets", async () => {
  const { code, stderr } = await importing(
    "s3://key:hidden@logs/some?endpoint=http://127.0.0.1:9&region=x",
  );
  expect(code).toBe(1);
  expect(stderr).toMatch(/the object store does not respond/);
  expect(stderr).not.toContain("hidden");
});

/** Makes the rounds of a worker with `LOGS_URL`, the pause between them left out. */
async function openWorker(LOGS_URL: string) {
  const config = loadConfig({ ...databaseEnv(), LOGS_URL, LOGS_FORMAT: "nginx" });
  const deps = await openDeps(config, openLog({ ...config, logLevel: "fatal" }));
  const [loop] = edgeLogLoops(deps);
  if (loop === undefined) throw new Error("there is no loop");
  return { look: () => loop.run(new AbortController().signal), close: () => deps.close() };
}

const doctor = async (LOGS_URL: string) => {
  const env = { ...databaseEnv(), LOGS_URL, LOGS_FORMAT: "nginx" };
  const { stdout } = await longwave(["doctor", "--json"], env);
  return (JSON.parse(stdout) as { check: string }[]).find(({ check }) => check === "logs");
};

test("a worker counts what arrives in a bucket, also late, and the doctor says how far it is", async () => {
  const audio = await makeAudio();
  const { url, put } = await openPart("worker");
  expect(await doctor(url)).toMatchObject({ good: false, mend: expect.stringMatching(/worker/) });
  const worker = await openWorker(url);
  try {
    await put("2026-11-28/10.log", lineOf(audio, "93.62.1.1"));
    await worker.look();
    expect(await downloadsOf(audio)).toHaveLength(1);
    await put("2026-11-28/11.log", lineOf(audio, "93.62.1.2"));
    await put("2026-11-26/23.log", lineOf(audio, "93.62.1.3"));
    await worker.look();
    expect(await downloadsOf(audio)).toHaveLength(3);
    expect(await doctor(url)).toMatchObject({
      good: true,
      says: expect.stringMatching(
        /^all logs in s3:\/\/media\/.*worker\/ were counted \d+ s ago; the newest is \d+ s old$/,
      ),
    });
    await put("2026-11-28/12.gz", gzipSync("x".repeat(100)).subarray(0, 20));
    await worker.look();
    expect(await doctor(url)).toMatchObject({
      good: false,
      says: expect.stringMatching(/^1 logs of the last three days are damaged/),
    });
  } finally {
    await worker.close();
  }
});

test("a worker counts files of a folder that grow, and leaves out old and hidden ones", async () => {
  const audio = await makeAudio();
  const root = path.join(folder, "logs");
  await mkdir(path.join(root, "edge-1"), { recursive: true });
  const file = path.join(root, "edge-1", "access.log");
  await writeFile(file, lineOf(audio, "93.63.1.1") + lineOf(audio, "93.63.1.2").slice(0, 30));
  await writeFile(path.join(root, ".copying.log"), lineOf(audio, "93.63.1.9"));
  const old = path.join(root, "old.log");
  await writeFile(old, lineOf(audio, "93.63.1.8"));
  await utimes(old, new Date(), new Date(Date.now() - 4 * 86_400_000));
  const worker = await openWorker(root);
  try {
    await worker.look();
    expect(await downloadsOf(audio)).toHaveLength(1);
    await appendFile(file, `\n${lineOf(audio, "93.63.1.3")}`);
    await worker.look();
    await worker.look();
    expect(await downloadsOf(audio)).toHaveLength(2);
  } finally {
    await worker.close();
  }
  expect(await importing(root)).toMatchObject({ counted: 0, logs: { old: 1 } });
});

test("a bucket is listed in pages, from any name on", async () => {
  const { place, put } = await openPart("many");
  const names = Array.from({ length: 25 }, (_, at) => `${String(at).padStart(3, "0")}.log`);
  for (const name of names) await put(name, name);
  const { list } = await openLogPlace(place, 10);
  const listed = async (after: string) => {
    const found: string[] = [];
    for await (const { name } of list(after)) found.push(name);
    return found;
  };
  expect(await listed("")).toEqual(names);
  expect(await listed("012.log")).toEqual(names.slice(13));
});

test("lists begin before the oldest object that may still change, and are whole often enough", () => {
  const HOUR = 3_600_000;
  const rounds = openRounds();
  const now = 1e12;
  const pass = (at: number, isEnded = true) => {
    const listing = rounds.next(at);
    for (const [name, age] of [
      ["a", 200],
      ["b", 100],
      ["c", 50],
      ["d", 3],
      ["e", 1],
      ["f", 3],
    ] as const)
      if (name > listing.after) listing.pass({ name, modifiedAt: new Date(now - age * HOUR) });
    if (isEnded) listing.end();
    return listing.after;
  };
  expect(pass(now, false)).toBe("");
  expect(pass(now)).toBe("");
  // Older than two hours, older than four days, everything.
  expect(pass(now + 60_000)).toBe("d");
  expect(pass(now + HOUR / 2)).toBe("b");
  expect(pass(now + HOUR / 2 + 60_000)).toBe("d");
  expect(pass(now + 7 * HOUR)).toBe("");
});

test("a log that unpacks to more than it may is counted up to there", async () => {
  const packed = gzipSync("x\n".repeat(1_000_000));
  const log = { isComplete: true, read: async () => Readable.from([packed]) };
  const counted = { lines: 0 };
  await expect(async () => {
    for await (const { lines } of readBatches(log, 0, 500_000)) counted.lines += lines.length;
  }).rejects.toThrow("it has more than 500000 bytes");
  expect(counted.lines).toBeGreaterThan(200_000);
  expect(counted.lines).toBeLessThan(250_000);
});
