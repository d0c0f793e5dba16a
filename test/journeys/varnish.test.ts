/** Tests Longwave behind Debian's Varnish with the shipped files: the right bytes, nothing stored that must not be, and its log. */
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, inject, test } from "vitest";
import { manifestOf } from "../../src/features/listening/renditions/rules.ts";
import { insertRendition } from "../../src/features/listening/renditions/store.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { storeAudio } from "../setup/recordings.ts";
import { SECRET } from "../setup/shipped.ts";
import { startVarnish } from "../setup/varnish.ts";
import { type Person, useWorld } from "../setup/world.ts";
import { eventually, JOURNEY_MS, longwave, urlOf } from "./processes.ts";

const CDN_URL = "https://audio.cdn.example";
const world = useWorld({ CDN_URL, CDN_SECRET: SECRET, TRUST_PROXY: "1", RATE_LIMIT: "0" });
const timeout = { timeout: JOURNEY_MS };

/** Far more than the buffers of both sockets hold, so that a listener who leaves has not been sent all of it. */
const BYTES = 64_000_000;
/** A download has to have got as much. */
const MINUTE = 32_000_000;
let audio: Buffer;
let key: string;
beforeAll(async () => {
  audio = randomBytes(BYTES);
  key = `audio/${await storeAudio(world, audio)}.mp3`;
}, 60_000);

/** The path of the audio of a new episode. */
async function newAudio(): Promise<
  Readonly<{ path: string; digest: string; episode_id: number; author: Person }>
> {
  const author = await world.person();
  const episode_id = await makeEpisode(world, await makeShow(world, author));
  const parts = [{ kind: "programme", key, start: 0, bytes: BYTES } as const];
  const content = { episode_id, media_key: key, head: Buffer.alloc(0), parts };
  const made = manifestOf({ ...content, bytes_per_minute: MINUTE });
  await insertRendition(world.deps.db, made, new Date());
  return { path: `/media/r/${made.digest}/a.mp3`, digest: made.digest, episode_id, author };
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
/** Whether Varnish had it: the numbers of this request, and of the one that fetched it. */
const isHit = ({ headers }: Response): boolean => headers.get("x-varnish")?.includes(" ") === true;

/** A line of the log, as far as it is looked at here. */
type Line = Readonly<Record<"bytes" | "status" | "content_range", string>>;

/** The log, as soon as it has so many lines. */
async function linesOf(log: string, count: number): Promise<Line[]> {
  return eventually(async () => {
    const lines = (await readFile(log, "utf8")).split("\n").slice(0, -1);
    return lines.length >= count && lines.map((line) => JSON.parse(line) as Line);
  });
}

async function importLog(log: string) {
  const ended = await longwave(["logs", "import", log, "--format", "json", "--json"], {
    DATABASE_URL: urlOf({ ...inject("postgres"), database: world.deps.pool.options.database }),
    DATA_DIR: world.deps.config.dataDir,
  });
  expect(ended.stderr).toBe("");
  return JSON.parse(ended.stdout);
}

test("parts and wholes are right, from one copy, whatever name and query", timeout, async () => {
  const { proxy } = await startVarnish({ url: world.baseUrl });
  const { path } = await newAudio();
  const first = await get(`${proxy}${path}?via=play&ticket=a`, { range: "bytes=1000-1999" });
  expect([first.answer.status, isHit(first.answer)]).toEqual([206, false]);
  expect(first.bytes).toEqual(audio.subarray(1000, 2000));
  const middle = await get(`${proxy}${path}?via=play&ticket=b`, { range: "bytes=900000-999999" });
  expect(middle.answer.headers.get("content-range")).toBe(`bytes 900000-999999/${BYTES}`);
  expect(middle.bytes).toEqual(audio.subarray(900_000, 1_000_000));
  const last = await get(`${proxy}${path.replace("a.mp3", "b.mp3")}`, { range: "bytes=-5" });
  expect(last.bytes).toEqual(audio.subarray(-5));
  const whole = await get(`${proxy}${path}?download=1`, { range: "bytes=0-9,400000-400009" });
  expect([whole.answer.status, whole.bytes.equals(audio)]).toEqual([200, true]);
  expect(whole.answer.headers.get("content-disposition")).toContain("attachment");
  for (const { answer } of [middle, last, whole]) expect(isHit(answer)).toBe(true);
  expect(middle.answer.headers.get("content-disposition")).toBeNull();
  const etag = whole.answer.headers.get("etag") ?? "";
  expect((await get(proxy + path, { "if-none-match": etag })).answer.status).toBe(304);
  const changed = { range: "bytes=0-9", "if-range": '"other"' };
  expect((await get(proxy + path, changed)).answer.status).toBe(200);
  expect((await get(proxy + path, { range: `bytes=${BYTES}-` })).answer.status).toBe(416);
});

test(
  "errors and other pages are not stored, and only the secret removes audio",
  timeout,
  async () => {
    const { proxy } = await startVarnish({ url: world.baseUrl });
    const { path, digest, episode_id, author } = await newAudio();
    const missing = `${proxy}/media/r/${"0".repeat(64)}/a.mp3`;
    for (const url of [missing, `${proxy}/v2/explore/lists`, proxy])
      for (let n = 0; n < 2; n += 1) expect(isHit((await get(url)).answer), url).toBe(false);
    await get(proxy + path, { range: "bytes=0-9" });
    expect((await author.api.delete(`/v2/episodes/${episode_id}`)).status).toBe(200);
    const atServer = () =>
      get(world.baseUrl + path, { range: "bytes=0-9", "x-longwave-edge": SECRET });
    await eventually(async () => (await atServer()).answer.status === 404);
    const purge = (secret: string) =>
      fetch(`${proxy}/longwave-purge/${digest}`, { headers: { "x-longwave-edge": secret } });
    expect((await purge("not the secret")).status).toBe(403);
    expect((await get(proxy + path, { range: "bytes=0-9" })).answer.status).toBe(206);
    expect((await purge(SECRET)).status).toBe(200);
    const status = async () => (await get(proxy + path, { range: "bytes=0-9" })).answer.status;
    expect(await status()).toBe(404);
  },
);

/** Reads so many bytes from an address, then leaves. Returns what has arrived, with the headers. */
const leaveAfter = (url: string, from: string, bytes: number): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: from });
    socket.write(
      `GET ${pathname}${search} HTTP/1.1\r\nHost: ${hostname}\r\nUser-Agent: AntennaPod/3.5.0\r\n\r\n`,
    );
    socket.on("error", reject);
    socket.on("data", () => {
      if (socket.bytesRead < bytes || socket.isPaused()) return;
      // Varnish fills the buffers of both sockets, and waits; then it learns that nobody is there.
      socket.pause();
      sleep(500).then(() => {
        socket.resetAndDestroy();
        resolve(socket.bytesRead);
      }, reject);
    });
  });

test(
  "what was sent to its end counts; a listener who left is not credited with the rest",
  timeout,
  async () => {
    const { proxy, log } = await startVarnish({ url: world.baseUrl });
    const { path, episode_id } = await newAudio();
    const url = `${proxy}${path}?via=play`;
    const listen = (agent: string, headers = {}) => get(url, { "user-agent": agent, ...headers });
    await listen("Overcast/3.0 (+http://overcast.fm/; iOS podcast app)");
    for (const [at, bytes] of [1_000_000, 8_000_000, 16_000_000].entries())
      await leaveAfter(url, `127.0.3.${at + 1}`, bytes);
    await listen("Pocket Casts/7.40 (iPhone; iOS 18.1)", { range: `bytes=0-${MINUTE + 999}` });
    await listen("Castro/2.3", { range: "bytes=0-999" });
    const lines = await linesOf(log, 3);
    expect(lines.map(({ status, bytes, content_range }) => [status, bytes, content_range])).toEqual(
      [
        ["200", String(BYTES), ""],
        ["206", String(MINUTE + 1000), `bytes 0-${MINUTE + 999}/${BYTES}`],
        ["206", "1000", `bytes 0-999/${BYTES}`],
      ],
    );
    expect(await importLog(log)).toEqual({ counted: 3 });
    expect(await importLog(log)).toEqual({ counted: 0 });
    const { rows } = await world.deps.pool.query(
      "select coalesce(sum(quantity), 0)::int as downloads from downloads where episode_id = $1",
      [episode_id],
    );
    expect(rows).toEqual([{ downloads: 2 }]);
  },
);
