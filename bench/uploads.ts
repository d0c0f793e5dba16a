/**
 * `node bench/uploads.ts`: measures the memory of a large upload, and the effect of many uploads on reads
 * (docs/guides/upload.md).
 */
import { execFile } from "node:child_process";
import { createReadStream } from "node:fs";
import { mkdtemp, open, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { Command } from "commander";
import type { Figures } from "./load.ts";
import { startGenerator, startLongwave } from "./processes.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";
import { memoryOf } from "./usage.ts";

type Options = { uploads: string; minutes: string; large: string; rate: string; seconds: string };
type Site = { url: string; pid: number; token: string; show: string };

const MEBIBYTE = 2 ** 20;
const CLI = path.join(import.meta.dirname, "../src/cli.ts");
const run = promisify(execFile);
const tell = (line: string) => process.stdout.write(`${line}\n`);

/** Writes a WAV file of the given size. */
async function makeWav(file: string, bytes: number): Promise<void> {
  const head = Buffer.alloc(44);
  head.write("RIFF", 0, "latin1");
  head.writeUInt32LE(bytes - 8, 4);
  head.write("WAVEfmt ", 8, "latin1");
  for (const [at, value] of [
    [16, 16],
    [24, 44_100],
    [28, 176_400],
    [40, bytes - 44],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 2],
    [32, 4],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write("data", 36, "latin1");
  await using handle = await open(file, "w");
  await handle.write(head);
  // A quiet hum that repeats: whole pieces of it, and the rest.
  const piece = Buffer.alloc(MEBIBYTE);
  for (let at = 0; at < piece.length; at += 2)
    piece.writeInt16LE(Math.round(3000 * Math.sin(at / 90)), at);
  for (let left = bytes - 44; left > 0; left -= MEBIBYTE)
    await handle.write(piece, 0, Math.min(left, MEBIBYTE));
}

/** `rate`: bytes per second, as on a slow line; 0 is as fast as possible. */
async function send({ url, token, show }: Site, file: string, rate = 0): Promise<number> {
  const answer = await fetch(`${url}${show}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "multipart/form-data; boundary=x",
    },
    body: formOf(file, rate),
    duplex: "half",
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  const { response } = (await answer.json()) as { response: { episode: { episode_id: number } } };
  return response.episode.episode_id;
}

async function* formOf(file: string, rate: number): AsyncGenerator<Uint8Array> {
  const part = '--x\r\ncontent-disposition: form-data; name="';
  yield Buffer.from(
    `${part}title"\r\n\r\nMeasured\r\n${part}media_file"; filename="a.wav"\r\n\r\n`,
  );
  const startedAt = performance.now();
  let sent = 0;
  for await (const piece of createReadStream(file)) {
    yield piece as Buffer;
    sent += (piece as Buffer).length;
    const early = rate === 0 ? 0 : (sent / rate) * 1000 - (performance.now() - startedAt);
    if (early > 0) await sleep(early);
  }
  yield Buffer.from("\r\n--x--\r\n");
}

/** The maximum memory of the server's own process while `work` runs, without ffmpeg and PostgreSQL. */
async function watch<T>(pid: number, work: Promise<T>): Promise<{ most: number; result: T }> {
  let most = 0;
  let over = false;
  const watching = (async () => {
    while (!over) {
      most = Math.max(most, await memoryOf(pid));
      await sleep(20);
    }
  })();
  const result = await work.finally(() => {
    over = true;
  });
  await watching;
  return { most, result };
}

/** Reads the show and its list, two requests at a time. */
async function read({ url, show }: Site, seconds: number): Promise<Figures> {
  await using generator = startGenerator();
  const headers = {};
  const requests = [show, show.replace(/\/episodes$/, "")].map((address) => {
    return { method: "GET" as const, path: address, headers };
  });
  return await generator.drive({ url, requests, status: 200, connections: 2, seconds });
}

async function statesOf({ url, token }: Site, ids: number[]): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/v2/episodes/${id}`, { headers });
    const { response } = (await answer.json()) as {
      response: { episode: { encoding_status: string } };
    };
    const { encoding_status: state } = response.episode;
    states.set(state, (states.get(state) ?? 0) + 1);
  }
  return states;
}

async function openSite(dataDir: string, url: string, pid: number): Promise<Site> {
  const longwave = async (...args: string[]) =>
    (
      await run(process.execPath, [CLI, ...args], {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      })
    ).stdout;
  await longwave(
    "user",
    "create",
    "--username",
    "ada",
    "--email",
    "ada@example.org",
    "--fullname",
    "Ada",
    "--password",
    "engine no 1",
  );
  const token = (await longwave("token", "create", "--user", "ada")).trim();
  const answer = await fetch(`${url}/v2/shows`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    body: new URLSearchParams({ title: "Measured", language: "en" }),
  });
  const { response } = (await answer.json()) as { response: { show: { show_id: number } } };
  return { url, pid, token, show: `/v2/shows/${response.show.show_id}/episodes` };
}

async function measure(options: Options): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-bench-"));
  try {
    await using server = await startLongwave(path.join(folder, "data"), null);
    const site = await openSite(path.join(folder, "data"), server.url, server.pid);
    await measureLarge(site, folder, Number(options.large));
    await measureMany(site, folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureLarge(site: Site, folder: string, megabytes: number): Promise<void> {
  const file = path.join(folder, "large.wav");
  await makeWav(file, megabytes * MEBIBYTE);
  const before = await memoryOf(site.pid);
  const startedAt = performance.now();
  const { most, result } = await watch(site.pid, send(site, file));
  const seconds = (performance.now() - startedAt) / 1000;
  tell(
    `${megabytes} MiB in one upload: ${seconds.toFixed(1)} s; memory ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`,
  );
  const made = await watch(site.pid, settled(site, [result]));
  tell(`  ${spell(made.result)}; memory at most ${made.most.toFixed(0)} MB`);
  reportRows([
    makeRow({
      name: `uploads: one of ${megabytes} MiB`,
      figure: spreadOf([most - before]),
      unit: "MiB more",
      better: "less",
      memory: Math.max(most, made.most),
    }),
  ]);
}

async function measureMany(site: Site, folder: string, options: Options): Promise<void> {
  const [count, seconds] = [Number(options.uploads), Number(options.seconds)];
  const rate = Number(options.rate) * 1000;
  const file = path.join(folder, "one.wav");
  await makeWav(file, Number(options.minutes) * 60 * 176_400);
  await read(site, seconds);
  const idle = await read(site, seconds);
  tell(`reads, idle: p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms`);
  const sending = Promise.all(Array.from({ length: count }, () => send(site, file, rate)));
  const during = await watch(site.pid, Promise.all([sending, read(site, seconds)]));
  const [ids, busy] = during.result;
  tell(
    `reads, ${count} uploads arriving: p50 ${busy.p50.toFixed(1)} ms, p99 ${busy.p99.toFixed(1)} ms (${(busy.p99 / idle.p99).toFixed(1)}×), errors ${busy.errors}; memory at most ${during.most.toFixed(0)} MB`,
  );
  const encoding = await read(site, seconds);
  tell(
    `reads, while they are encoded: p50 ${encoding.p50.toFixed(1)} ms, p99 ${encoding.p99.toFixed(1)} ms (${(encoding.p99 / idle.p99).toFixed(1)}×)`,
  );
  const made = await watch(site.pid, settled(site, ids));
  tell(`${count} uploads: ${spell(made.result)}; memory at most ${made.most.toFixed(0)} MB`);
  reportRows([
    makeRow({
      name: `uploads: reads beside ${count}`,
      peer: "reads of the same server without",
      ratio: spreadOf([idle.p99 / busy.p99]),
      figure: spreadOf([busy.p99]),
      unit: "ms p99",
      better: "less",
      memory: Math.max(during.most, made.most),
      p50: busy.p50,
      p99: busy.p99,
      errors: busy.errors,
    }),
  ]);
}

const spell = (states: Map<string, number>): string =>
  [...states].map(([state, count]) => `${count} ${state}`).join(", ");

async function settled(site: Site, ids: number[]): Promise<Map<string, number>> {
  for (;;) {
    const states = await statesOf(site, ids);
    if (!states.has("PENDING") && !states.has("PROCESSING")) return states;
    await sleep(1000);
  }
}

await new Command("uploads")
  .option("--uploads <number>", "number of concurrent uploads", "50")
  .option("--minutes <number>", "length of each, as WAV", "1")
  .option("--large <megabytes>", "size of the one large upload", "300")
  .option("--rate <kilobytes>", "kB per second of each; 0 is as fast as possible", "1000")
  .option("--seconds <number>", "length of each measurement of reads", "8")
  .action(measure)
  .parseAsync();
