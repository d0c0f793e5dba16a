/**
 * `npm run bench -- push`: publishes one episode to 100,000 devices of as many followers, through a push service on this
 * machine, and asks for shows meanwhile. Beside it, how many messages one processor encrypts.
 */
import { fork } from "node:child_process";
import { createECDH, randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import push from "web-push";
import { loadConfig } from "../src/config.ts";
import { openDeps } from "../src/deps.ts";
import { generateData } from "./data.ts";
import { startLongwave } from "./processes.ts";
import type { Counted } from "./pushservice.ts";
import { makeRow, reportRows, spreadOf } from "./rows.ts";
import { memoryOf } from "./usage.ts";

const HELP = `node bench/push.ts [--devices 100000] [--alone 3000]

--devices  followers of the show, each with one device
--alone    messages that are only encrypted, for comparison
`;
const { values } = parseArgs({
  options: {
    devices: { type: "string", default: "100000" },
    alone: { type: "string", default: "3000" },
    help: { type: "boolean" },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit();
}
const DEVICES = Number(values.devices);
const PROBE_MS = 20;
const QUIET_MS = 10_000;
const OVERDUE_MS = 900_000;
const SHOW = 1;

const FOLLOWERS = `
  with made as (
    insert into users (username, fullname, email)
    select 'follower_' || n, 'Follower ' || n, 'follower_' || n || '@example.org' from generate_series(1, $1::integer) n
    returning user_id),
  followed as (insert into favorites (user_id, show_id) select user_id, ${SHOW} from made)
  insert into devices (user_id, endpoint, public_key, auth)
  select user_id, $2 || '/' || user_id, $3, $4 from made`;
const PUBLISH = `
  insert into episodes (show_id, author_id, type, title, permalink, duration, published_at, encoding_status, media_url,
    media_type, media_bytes, rss_guid)
  select show_id, author_id, 'EXTERNAL', 'News', 'news', 60000, now(), 'READY', 'https://example.org/a.mp3', 'audio/mpeg',
    1000000, gen_random_uuid()::text
  from shows where show_id = ${SHOW}`;

const curve = createECDH("prime256v1");
const publicKey = curve.generateKeys();
const auth = randomBytes(16);
const tell = (line: string) => process.stdout.write(`${line}\n`);

await using opened = new AsyncDisposableStack();
const dataDir = await mkdtemp(path.join(os.tmpdir(), "longwave-push-"));
opened.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }));
const deps = await openDeps(loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: "warn" }));
opened.defer(() => deps.close());
const service = fork(path.join(import.meta.dirname, "pushservice.ts"));
opened.defer(() => service.disconnect());
const [port] = (await once(service, "message")) as [number];
const origin = `http://127.0.0.1:${port}`;

/** What the push service has got so far. */
async function counted(): Promise<Counted> {
  const answer = once(service, "message");
  service.send("count");
  return ((await answer) as [Counted])[0];
}

await generateData(deps.target, { shows: 20, episodes: 500 });
const client = new pg.Client(deps.target);
await client.connect();
opened.defer(() => client.end());
await client.query(FOLLOWERS, [DEVICES, `${origin}/push`, publicKey, auth]);
await client.query("vacuum (analyze)");
const longwave = opened.use(
  await startLongwave(dataDir, null, {
    OUTBOUND_PRIVATE: "127.0.0.0/8",
    PUBLIC_URL: "https://pods.example",
  }),
);

/** Asks for a show's page of the API every 20 ms until `signal` aborts; the latencies in ms, in order. */
async function probe(signal: AbortSignal): Promise<number[]> {
  const times: number[] = [];
  const running: Promise<unknown>[] = [];
  while (!signal.aborted) {
    const began = performance.now();
    const asked = fetch(`${longwave.url}/v2/shows/${2 + (running.length % 18)}`)
      .then((answer) => answer.arrayBuffer())
      .then(() => times.push(performance.now() - began));
    running.push(asked);
    await sleep(PROBE_MS);
  }
  await Promise.all(running);
  return times.sort((a, b) => a - b);
}

const at = (times: readonly number[], share: number): string =>
  (times[Math.floor(times.length * share)] ?? 0).toFixed(1);

const before = await probe(AbortSignal.timeout(QUIET_MS));
const began = performance.now();
await client.query(PUBLISH);
const pushing = new AbortController();
const probing = probe(pushing.signal);
let state = await counted();
let first = 0;
while (state.devices < DEVICES && performance.now() - began < OVERDUE_MS) {
  await sleep(200);
  state = await counted();
  if (first === 0 && state.devices > 0) first = performance.now() - began;
}
const seconds = (performance.now() - began) / 1000;
pushing.abort();
const during = await probing;

/** Messages a second that one processor encrypts: what no sender can exceed. */
function encrypted(messages: number): number {
  const keys = [publicKey.toString("base64url"), auth.toString("base64url")] as const;
  const notification = { title: "Show", body: "News", navigate: "https://pods.example/episode/1" };
  const message = JSON.stringify({ web_push: 8030, notification });
  const start = performance.now();
  for (let done = 0; done < messages; done += 1) push.encrypt(...keys, message, "aes128gcm");
  return (messages / (performance.now() - start)) * 1000;
}

const limit = encrypted(Number(values.alone));
const rate = state.devices / seconds;
tell(
  `${state.devices} of ${DEVICES} devices in ${seconds.toFixed(1)} s, ${state.twice} of them twice`,
);
tell(`the first after ${(first / 1000).toFixed(1)} s; ${rate.toFixed(0)} a second`);
tell(`one processor encrypts ${limit.toFixed(0)} a second; ratio ${(rate / limit).toFixed(2)}`);
tell(`GET of a show, ms     p50 ${at(before, 0.5)}  p99 ${at(before, 0.99)}  before`);
tell(`                      p50 ${at(during, 0.5)}  p99 ${at(during, 0.99)}  meanwhile`);
reportRows([
  makeRow({
    name: `push: ${DEVICES.toLocaleString("en")} devices`,
    peer: "encryption alone, one processor",
    ratio: spreadOf([rate / limit]),
    figure: spreadOf([rate]),
    unit: "per s",
    better: "more",
    memory: await memoryOf(longwave.pid),
    p50: Number(at(during, 0.5)),
    p99: Number(at(during, 0.99)),
    errors: DEVICES - state.devices + state.twice,
  }),
]);
tell(
  `${os.cpus()[0]?.model ?? "?"}, ${os.availableParallelism()} processors, load ${os.loadavg()[0]?.toFixed(1)}`,
);
