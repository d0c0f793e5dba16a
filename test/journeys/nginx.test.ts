/** Tests Longwave behind Debian's nginx, with the shipped configurations and with a common wrong one. */
import { mkdtemp, readFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startNginx } from "../setup/nginx.ts";
import { SECRET, shipped, withAudio, withEdge } from "../setup/shipped.ts";
import { makeSound } from "../setup/sounds.ts";
import { ledgerSums } from "./ledgersums.ts";
import {
  addAda,
  eventually,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  type Server,
  serve,
  useDataDir,
} from "./processes.ts";
import { publishAt } from "./proxied.ts";

const ada = useDataDir();
const timeout = { timeout: JOURNEY_MS };

let server: Server;
let sound: Blob;
beforeAll(async () => {
  server = await serveBehind({ CDN_SECRET: SECRET });
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sound-"));
  const file = await makeSound({ folder, name: "a.wav", seconds: 40, kind: "sweep" });
  sound = new Blob([await readFile(file)]);
});
afterAll(() => stop(server));

const serveBehind = (env = {}) =>
  serve({ DATA_DIR: ada.dataDir, LOG_LEVEL: "warn", TRUST_PROXY: "1", RATE_LIMIT: "0", ...env });

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

/** The episode that the first test publishes through its proxy. */
let published: number | null = null;

/** Its audio URL at the proxy. */
async function audioAt(proxy: string): Promise<string> {
  published ??= (await publishAt(proxy, ada.token, sound)).episode_id;
  const play = `${proxy}/v2/episodes/${published}/play.mp3`;
  return (await fetch(play, { redirect: "manual" })).headers.get("location") ?? "";
}

const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(url, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** Expects whole files and ranges to be right, in any order of requests. */
async function expectRightBytes(audio: string): Promise<void> {
  const first = await get(audio, { range: "bytes=0-999" });
  expect(first.answer.status).toBe(206);
  const whole = await get(audio);
  expect(whole.answer.status).toBe(200);
  expect(whole.bytes).toHaveLength(Number(whole.answer.headers.get("content-length")));
  expect(whole.bytes.length).toBeGreaterThan(500_000);
  expect(first.bytes).toEqual(whole.bytes.subarray(0, 1000));
  const middle = await get(audio, { range: "bytes=300000-399999" });
  expect(middle.answer.status).toBe(206);
  expect(middle.bytes).toEqual(whole.bytes.subarray(300_000, 400_000));
  const again = await get(audio);
  expect(again.bytes).toEqual(whole.bytes);
  const head = await fetch(audio, { method: "HEAD" });
  expect(Number(head.headers.get("content-length"))).toBe(whole.bytes.length);
}

test(
  "the shipped configuration supports uploads, client addresses and ranges",
  timeout,
  async () => {
    const proxy = await startNginx(await shipped(server));
    // More than nginx accepts by default.
    expect(sound.size).toBeGreaterThan(3_000_000);
    const audio = await audioAt(proxy);
    expect(audio).toMatch(new RegExp(`^${proxy}/media/r/`));
    await expectRightBytes(audio);
    const ranges = await get(audio, { range: "bytes=0-9,400000-400009" });
    expect(ranges.answer.headers.get("content-type")).toMatch(/^multipart\/byteranges/);

    // Refused while it is still being sent: nginx does not buffer it first.
    const refused = await new Promise<number>((resolve, reject) => {
      const request = http.request(`${proxy}/v2/shows`, {
        method: "POST",
        headers: { authorization: "Bearer lw_wrong", "content-length": 10_000_000 },
      });
      request.on("response", (response) => resolve(response.statusCode ?? 0));
      request.on("error", reject);
      request.write("a".repeat(1000));
    });
    expect(refused).toBe(401);
  },
);

test(
  "each client behind it is counted separately, whatever headers it sends",
  timeout,
  async () => {
    const DATA_DIR = await makeDataDir();
    await addAda(DATA_DIR);
    const limited = await serveBehind({ DATA_DIR, RATE_LIMIT: "5" });
    const proxy = await startNginx(await shipped(limited));
    const ask = (from: string, headers = {}) =>
      new Promise<number>((resolve, reject) => {
        const options = { localAddress: from, agent: false, headers };
        http
          .get(`${proxy}/v2/explore/lists`, options, (response) => {
            response.resume();
            resolve(response.statusCode ?? 0);
          })
          .on("error", reject);
      });
    for (let count = 0; count < 5; count += 1) expect(await ask("127.0.0.5")).toBe(200);
    expect(await ask("127.0.0.5")).toBe(429);
    expect(await ask("127.0.0.5", { "x-forwarded-for": "203.0.113.9" })).toBe(429);
    expect(await ask("127.0.0.6")).toBe(200);
    await stop(limited);
  },
);

test("what an edge of nginx sends is counted from its log, once", timeout, async () => {
  const configure = await shipped(server, await withEdge());
  let log = "";
  const proxy = await startNginx((port, folder) => {
    log = path.join(folder, "longwave-audio.log");
    return configure(port, folder);
  });
  const audio = await audioAt(proxy);
  const before = await ledgerSums(ada.dataDir);
  const listen = (agent: string, headers = {}) => get(audio, { "user-agent": agent, ...headers });
  const whole = (await listen("Overcast/3.0 (+http://overcast.fm/; iOS podcast app)")).bytes;
  // From the cache, in parts.
  const half = Math.floor(whole.length / 2);
  const cast = "Pocket Casts/7.40 (iPhone; iOS 18.1)";
  const first = await listen(cast, { range: `bytes=0-${half - 1}` });
  const second = await listen(cast, { range: `bytes=${half}-` });
  expect(Buffer.concat([first.bytes, second.bytes])).toEqual(whole);
  await listen("AntennaPod/3.5.0", { range: "bytes=0-999" });
  // Whoever does not know the secret is counted as ever.
  await get(audio.replace(proxy, server.url), {
    "user-agent": "Castro/2.3",
    "x-longwave-edge": "not the secret of edges",
  });
  await eventually(async () => (await ledgerSums(ada.dataDir)).downloads === before.downloads + 1);
  // nginx writes its log once a second.
  await eventually(async () => (await readFile(log, "utf8")).split("\n").length === 5);
  const importLog = async () => {
    const ended = await longwave(["logs", "import", log, "--format", "nginx", "--json"], {
      DATA_DIR: ada.dataDir,
    });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    return JSON.parse(ended.stdout);
  };
  expect(await importLog()).toEqual({ counted: 4 });
  expect(await importLog()).toEqual({ counted: 0 });
  expect(await ledgerSums(ada.dataDir)).toMatchObject({
    downloads: before.downloads + 3,
    twice: [],
  });
});

test("the edge stores audio and returns the right bytes", timeout, async () => {
  const seen = "location /media/r/ {\n  add_header x-cache-status $upstream_cache_status;";
  const edge = await withEdge();
  const edit = (text: string) => edge(text).replace("location /media/r/ {", seen);
  const proxy = await startNginx(await shipped(server, edit));
  const audio = await audioAt(proxy);
  await expectRightBytes(audio);
  const hit = await get(audio, { range: "bytes=500-599" });
  expect(hit.answer.headers.get("x-cache-status")).toBe("HIT");
});

test(
  "a cache that forwards Range without adding it to its key stores no part as the whole",
  timeout,
  async () => {
    const wrong = `location /media/r/ {
    proxy_pass http://longwave;
    proxy_cache longwave;
    proxy_cache_key $uri;
    proxy_cache_valid any 1h;
    proxy_set_header Range $http_range;
    proxy_set_header Host $http_host;
  }`;
    const proxy = await startNginx(await shipped(server, withAudio(wrong)));
    await expectRightBytes(await audioAt(proxy));
  },
);
