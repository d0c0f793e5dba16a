/** A server whose audio an edge sends counts the same as one that sends it itself, for the same requests. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, promisify } from "node:util";
import { expect, test } from "vitest";
import { createClient } from "../setup/client.ts";
import { startNginx } from "../setup/nginx.ts";
import { SECRET, shipped, withEdge } from "../setup/shipped.ts";
import { makeSound } from "../setup/sounds.ts";
import { addOrganization, book, publish } from "./booked.ts";
import { countedFigures } from "./ledgersums.ts";
import {
  addAda,
  eventually,
  freePort,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  type Server,
  serve,
  start,
} from "./processes.ts";
import { publishAt } from "./proxied.ts";

/** With it, an inherited header has to be named again. */
const CACHE_STATUS = `add_header x-cache-status $upstream_cache_status;
  add_header Content-Disposition $longwave_disposition;`;

const CDN_URL = "https://audio.cdn.example";

const soundOf = async (seconds: number, kind: "sweep" | "silence"): Promise<Blob> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-sound-"));
  return new Blob([await readFile(await makeSound({ folder, name: "a.wav", seconds, kind }))]);
};

const serveBehind = (DATA_DIR: string, env: Record<string, string>) =>
  serve({ DATA_DIR, LOG_LEVEL: "warn", TRUST_PROXY: "1", RATE_LIMIT: "0", ...env });

const stop = async (server: Server) => {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
};

type Answer = { status: number; headers: http.IncomingHttpHeaders; bytes: number };

/** A request from a local address of its own, as nginx sees and logs it. */
const ask = (
  url: string,
  { from, method = "GET", headers }: { from: string; method?: string; headers: object },
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { localAddress: from, agent: false, method, headers: { ...headers } };
    const request = http.request(url, options, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes }),
      );
    });
    request.on("error", reject).end();
  });

const APPS = [
  "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)",
  "Pocket Casts/7.40 (iPhone; iOS 18.1)",
  "AntennaPod/3.5.0",
  "Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Gecko/20100101 Firefox/120.0",
];

/** What a listener does at the audio of `bytes` bytes with the given ETag: method and headers of each request. */
type Habit = (bytes: number, etag: string) => readonly { method?: string; headers?: object }[];
const range = (value: string, more: object = {}) => ({ headers: { range: value, ...more } });
const HABITS: readonly Habit[] = [
  () => [{}],
  (bytes) => [range(`bytes=0-${bytes - 700_000}`), range(`bytes=${bytes - 699_999}-`)],
  (bytes) => [range("bytes=0-1"), range(`bytes=1200000-${bytes - 1}`), range("bytes=0-1199999")],
  () => [{ method: "HEAD" }],
  () => [{ method: "HEAD" }, {}, {}],
  () => [range("bytes=0-499999")],
  () => [range("bytes=-300000")],
  (_, etag) => [range("bytes=0-599999"), range("bytes=600000-", { "if-range": etag })],
  () => [range("bytes=0-599999"), range("bytes=600000-", { "if-range": '"other"' })],
  (_, etag) => [{ headers: { "if-none-match": etag } }],
  (bytes) => [range(`bytes=${bytes + 1}-`)],
];

/** Carries out everything at a proxy of a server; redirects to the CDN's host lead to the same proxy. */
async function listen(proxy: string, episode_id: number): Promise<string[]> {
  const seen: string[] = [];
  const forms = [`/v2/episodes/${episode_id}/play`, `/v2/episodes/${episode_id}/download.mp3`];
  for (const [number, habit] of [...HABITS, ...HABITS].entries()) {
    const from = `127.0.3.${number + 1}`;
    const agent = number === 12 ? "Googlebot/2.1" : APPS[number % APPS.length];
    const form = [...forms, `/download/episode/${episode_id}/a.mp3`][number % 3];
    const headers = { "user-agent": agent };
    const { headers: answer } = await ask(proxy + form, { from, headers });
    const { pathname, search } = new URL(answer.location ?? "");
    const audio = proxy + pathname + search;
    const digest = pathname.split("/")[3] ?? "";
    const steps = habit(await lengthOf(proxy, episode_id), `"${digest}"`);
    for (const step of steps) {
      const got = await ask(audio, {
        from,
        ...step,
        headers: { ...headers, ...(step.headers ?? {}) },
      });
      // Error pages differ.
      const sent = got.status < 400 ? got.bytes : "";
      seen.push(`${number} ${digest} ${got.status} ${sent} ${got.headers["content-range"]}`);
    }
  }
  return seen;
}

/** What is counted once nothing more is added for some seconds. */
function settled(dataDir: string): ReturnType<typeof countedFigures> {
  return eventually(async () => {
    const before = await countedFigures(dataDir);
    await sleep(3000);
    return isDeepStrictEqual(await countedFigures(dataDir), before) && before;
  }, JOURNEY_MS);
}

const lengths = new Map<string, number>();
/** The size of what listeners get, found out by one of another address. */
async function lengthOf(proxy: string, episode_id: number): Promise<number> {
  const known = lengths.get(proxy);
  if (known !== undefined) return known;
  const who = { from: "127.0.4.1", headers: { "user-agent": APPS[0] } };
  const { headers } = await ask(`${proxy}/v2/episodes/${episode_id}/play`, who);
  const { pathname, search } = new URL(headers.location ?? "");
  const head = await ask(proxy + pathname + search, { ...who, method: "HEAD" });
  const length = Number(head.headers["content-length"]);
  lengths.set(proxy, length);
  return length;
}

test("an edge's log gives the figures of a server without one", {
  timeout: 3 * JOURNEY_MS,
}, async () => {
  const own = await makeDataDir("own");
  const token = await addAda(own);
  await addOrganization({ DATA_DIR: own });
  const first = await serveBehind(own, {});
  const api = createClient(first.url, token);
  const { episode_id } = await publish(api, await soundOf(90, "sweep"));
  const { lineitem_id } = await book(api, await soundOf(4, "silence"));
  const asap = { goal_pacing: "ASAP", goal_impressions: 100_000 };
  expect((await api.post(`/v2/lineitems/${lineitem_id}`, asap)).status).toBe(200);
  await stop(first);
  const behind = path.join(path.dirname(await makeDataDir("behind")), "behind");
  await promisify(execFile)("cp", ["-a", own, behind]);

  const plain = await serveBehind(own, {});
  const direct = await listen(await startNginx(await shipped(plain)), episode_id);
  const edged = await serveBehind(behind, { CDN_URL, CDN_SECRET: SECRET });
  let log = "";
  const configure = await shipped(edged, await withEdge());
  const proxy = await startNginx((port, folder) => {
    log = path.join(folder, "longwave-audio.log");
    return configure(port, folder);
  });
  const follow = start(["logs", "follow", log, "--format", "nginx"], { DATA_DIR: behind });
  // The same bytes, to the byte.
  expect(await listen(proxy, episode_id)).toEqual(direct);
  const wanted = await settled(own);
  expect(wanted.downloads).toBeGreaterThan(10);
  expect(Number(wanted.revenue)).toBeGreaterThan(0);
  const isSame = async () => isDeepStrictEqual(await countedFigures(behind), wanted);
  await eventually(isSame).catch(() => {});
  expect(await settled(behind)).toEqual(wanted);
  follow.kill("SIGINT");
  expect((await follow.ended).stderr).toBe("");
  const again = await longwave(["logs", "import", log, "--format", "nginx", "--json"], {
    DATA_DIR: behind,
  });
  expect(JSON.parse(again.stdout)).toEqual({ counted: 0 });
  await stop(plain);
  await stop(edged);
});

test("the doctor says whether the server recognises the edge", {
  timeout: JOURNEY_MS,
}, async () => {
  const DATA_DIR = await makeDataDir();
  await addAda(DATA_DIR);
  const server = await serveBehind(DATA_DIR, { CDN_SECRET: SECRET });
  const edge = await withEdge();
  const stranger = await startNginx(await shipped(server));
  const known = await startNginx(await shipped(server, edge));
  const doctor = async (url: string) => {
    const env = { DATA_DIR, CDN_URL: url, CDN_SECRET: SECRET };
    const { stdout } = await longwave(["doctor", "--json"], env);
    const findings = JSON.parse(stdout) as { check: string; good: boolean; says: string }[];
    return findings.find(({ check }) => check === "edge");
  };
  expect(await doctor(known)).toMatchObject({ good: true });
  expect(await doctor(stranger)).toMatchObject({
    good: false,
    says: expect.stringContaining("not recognised"),
  });
  expect(await doctor("http://127.0.0.1:9")).toMatchObject({
    good: false,
    says: expect.stringContaining("does not respond"),
  });
  await stop(server);
});

test("nginx removes audio that was deleted, by however many names it was fetched", {
  timeout: 2 * JOURNEY_MS,
}, async () => {
  const DATA_DIR = await makeDataDir();
  const token = await addAda(DATA_DIR);
  const PORT = await freePort();
  const edge = await withEdge();
  const edit = (text: string) =>
    edge(text).replace("location /media/r/ {", (found) => `${found}\n ${CACHE_STATUS}`);
  const proxy = await startNginx(await shipped({ url: `http://127.0.0.1:${PORT}` }, edit));
  const CDN_PURGE_URL = `GET ${proxy}/longwave-purge/{digest}`;
  const env = { CDN_URL: proxy, CDN_SECRET: SECRET, CDN_PURGE_URL };
  const server = await serveBehind(DATA_DIR, { ...env, PORT });
  const { episode_id } = await publishAt(proxy, token, await soundOf(90, "sweep"));
  const answer = await fetch(`${proxy}/v2/episodes/${episode_id}/play`, { redirect: "manual" });
  const audio = answer.headers.get("location") ?? "";
  const ask = async (url: string, headers: Record<string, string> = {}) => {
    const got = await fetch(url, { headers });
    await got.arrayBuffer();
    return [got.status, got.headers.get("x-cache-status"), got.headers.get("content-disposition")];
  };
  const last = { range: "bytes=1100000-1100009" };
  const saved = "attachment; filename*=UTF-8''other.mp3";
  expect(await ask(audio)).toEqual([200, "MISS", null]);
  expect(await ask(audio.replace(/[^/]*$/, "other.mp3?download=1"))).toEqual([200, "HIT", saved]);
  expect(await ask(audio.replace(/[^/]*$/, "third.mp3"), last)).toEqual([206, "HIT", null]);
  const purge = `${proxy}/longwave-purge/${audio.split("/")[5]}`;
  expect((await fetch(purge)).status).toBe(403);
  await createClient(proxy, token).delete(`/v2/episodes/${episode_id}`);
  await eventually(async () => (await ask(audio, last))[0] === 404, JOURNEY_MS);
  expect((await ask(audio))[0]).toBe(404);
  await stop(server);
});

test("nginx asks about the ticket of LIMITED audio, also for what it has stored", {
  timeout: JOURNEY_MS,
}, async () => {
  const DATA_DIR = await makeDataDir();
  const token = await addAda(DATA_DIR);
  const server = await serveBehind(DATA_DIR, { CDN_URL, CDN_SECRET: SECRET });
  const edge = await withEdge();
  const signed = "location /media/signed/ {";
  const edit = (text: string) => edge(text).replace(signed, () => `${signed}\n ${CACHE_STATUS}`);
  const proxy = await startNginx(await shipped(server, edit));
  const sound = await soundOf(20, "sweep");
  const lead = async () => {
    const made = await publishAt(proxy, token, sound, { visibility: "LIMITED" });
    const url = `${proxy}/v2/episodes/${made.episode_id}/play?key=${made.limited_key}`;
    const { headers } = await fetch(url, { redirect: "manual" });
    const { pathname, search } = new URL(headers.get("location") ?? "");
    expect(pathname).toMatch(/^\/media\/signed\//);
    return proxy + pathname + search;
  };
  const [one, two] = [await lead(), await lead()];
  const answer = async (url: string, headers: Record<string, string> = {}) => {
    const got = await fetch(url, { headers });
    await got.arrayBuffer();
    return [got.status, got.headers.get("x-cache-status")];
  };
  expect(await answer(one)).toEqual([200, "MISS"]);
  expect(await answer(one, { range: "bytes=0-99" })).toEqual([206, "HIT"]);
  expect(await answer(one, { "if-none-match": `"${one.split("/")[5]}"` })).toEqual([304, "HIT"]);
  const foreign = one.replace(/ticket=.*/, new URL(two).search.slice(1).replace("via=play&", ""));
  for (const url of [one.replace(/.ticket=.*/, ""), foreign, `${one}A`])
    expect(await answer(url), url).toEqual([403, null]);
  expect((await answer(one.replace("/signed/", "/r/")))[0]).toBe(404);
  await stop(server);
});
