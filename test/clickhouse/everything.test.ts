/**
 * Everything that can be more than one, at once: two web hosts behind nginx, two workers, a replica, two shards of
 * ClickHouse and a bucket, of which one after the other is killed under traffic.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { openClickhouse } from "../../src/platform/statistics/clickhouse.ts";
import { type ClickhousePlace, parseStatisticsUrl } from "../../src/platform/statistics/place.ts";
import { expectCounted, expectNothingLost } from "../faults/site.ts";
import { expectClear, startTraffic } from "../faults/traffic.ts";
import { addOrganization, book, publish } from "../journeys/booked.ts";
import {
  addAda,
  freePort,
  makeDataDir,
  type Running,
  removeDataDir,
  said,
  start,
} from "../journeys/processes.ts";
import { openBucket } from "../setup/bucket.ts";
import { openClickhouseCluster } from "../setup/clickhouse.ts";
import { createClient } from "../setup/client.ts";
import { startNginx } from "../setup/nginx.ts";
import { copyAsStandby, openPostgres, type Postgres } from "../setup/postgres.ts";
import { shipped } from "../setup/shipped.ts";
import { makeSound } from "../setup/sounds.ts";

/** The journal is written four times a second; what was sent since then dies with the process. */
const UNWRITTEN_MS = 1000;

/** How long the bucket is away. */
const AWAY_MS = 2000;

/** Kills the process of nginx that has the connections; its master starts another one. */
async function killChildOf(pidFile: string): Promise<void> {
  const master = (await readFile(pidFile, "utf8")).trim();
  const [child = ""] = (await readFile(`/proc/${master}/task/${master}/children`, "utf8")).split(
    " ",
  );
  process.kill(Number(child), "SIGKILL");
}

/** A process of its own machine: its `DATA_DIR` stays when it is killed. */
type Host = { running: Running; start(): Promise<void>; kill(): Promise<void> };

async function openHost(role: "web" | "worker", env: Record<string, string>): Promise<Host> {
  const own = { ...env, DATA_DIR: await makeDataDir() };
  const ready = role === "web" ? /ready at/ : /is running background jobs/;
  const host: Host = {
    running: start(["serve", "--role", role], own),
    async start() {
      host.running = start(["serve", "--role", role], own);
      await said(host.running, ready);
    },
    async kill() {
      host.running.kill("SIGKILL");
      await host.running.ended;
    },
  };
  await said(host.running, ready);
  return host;
}

async function openDatabases() {
  const dataDir = await makeDataDir("primary");
  const standbyDir = path.join(path.dirname(dataDir), "standby");
  const token = await addAda(dataDir);
  const primary = await openPostgres(dataDir);
  const replica = await copyAsStandby(primary, standbyDir);
  onTestFinished(() => removeDataDir(standbyDir));
  await primary.start();
  await replica.start();
  return { primary, replica, token };
}

/** What is counted in the ledgers, where a play is a download, too. */
async function ledgersOf(primary: Postgres) {
  const [row] = await primary.query(`select
    (select coalesce(sum(quantity), 0)::int from downloads) as downloads,
    (select coalesce(sum(quantity), 0)::int from impressions) as impressions,
    (select count(*)::int from (select 1 from downloads group by listener, episode_id
       having sum(quantity) > 1) as d) as downloaded_twice,
    (select count(*)::int from (select 1 from impressions group by listener, digest, lineitem_id
       having sum(quantity) > 1) as i) as heard_twice`);
  return row as Record<"downloads" | "impressions" | "downloaded_twice" | "heard_twice", number>;
}

/** What ClickHouse has, each row of a parcel once. */
async function copiedTo(url: string) {
  const { select, database } = openClickhouse(parseStatisticsUrl(url) as ClickhousePlace);
  const sumOf = async (column: string, table: string) => {
    const rows = `select any(${column}) as n from ${database}.${table} group by parcel_id, place`;
    const [row] = await select<{ n: string }>(`select toString(sum(n)) as n from (${rows})`);
    return Number(row?.n);
  };
  return {
    downloads: await sumOf("plays + downloads", "audience_events"),
    impressions: await sumOf("impressions", "ad_events"),
  };
}

test("nothing acknowledged is lost or counted twice, whatever is killed", {
  timeout: 400_000,
}, async () => {
  const { primary, replica, token } = await openDatabases();
  const bucket = await openBucket();
  onTestFinished(() => bucket.close());
  const clickhouse = await openClickhouseCluster(2);
  onTestFinished(() => clickhouse.close());
  const env = {
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    MEDIA_URL: bucket.url,
    STATISTICS_URL: clickhouse.url(),
    RATE_LIMIT: "0",
    TRUST_PROXY: "loopback",
  };
  await addOrganization({ ...env, DATA_DIR: await makeDataDir() });
  const ports = [await freePort(), await freePort()];
  const webs = await Promise.all(ports.map((PORT) => openHost("web", { ...env, PORT })));
  const workers = await Promise.all([openHost("worker", env), openHost("worker", env)]);
  const [web, worker] = [webs[0] as Host, workers[0] as Host];
  const servers = ports.map((port) => `server 127.0.0.1:${port};`).join("\n");
  const configure = await shipped({ url: "http://unused.example" }, (text) =>
    text.replace("server 127.0.0.1:8080;", servers),
  );
  let pidFile = "";
  const url = await startNginx((port, files) => {
    pidFile = path.join(files, "nginx.pid");
    return configure(port, files);
  });

  const folder = path.dirname(await makeDataDir());
  const wav = async (name: string, seconds: number, kind: "sweep" | "tone") =>
    new Blob([await readFile(await makeSound({ folder, name, seconds, kind }))]);
  const api = createClient(url, token);
  const episode = await publish(api, await wav("fog.wav", 20, "sweep"));
  const play = `${url}/v2/episodes/${episode.episode_id}/play.mp3`;
  const plain = (await fetch(play, { method: "HEAD" })).headers.get("content-length");
  await book(api, await wav("trains.wav", 5, "tone"));
  const traffic = startTraffic({ url: () => url, token, ...episode });
  await traffic.flows();

  // Nobody notices that the replica is gone, for good.
  const before = traffic.exchanges.length;
  await replica.crash();
  await traffic.flows();
  expect(traffic.exchanges.slice(before).filter(({ status }) => status !== 200)).toEqual([]);

  await worker.kill();
  await traffic.flows();
  await clickhouse.kill();
  await traffic.flows();
  await bucket.kill();
  await sleep(AWAY_MS);
  await bucket.start();
  await traffic.flows();
  await killChildOf(pidFile);
  await traffic.flows();
  traffic.forgive(UNWRITTEN_MS);
  await web.kill();
  await traffic.flows();
  await clickhouse.start();
  await primary.crash();
  await primary.start();
  await traffic.flows();
  await web.start();
  await traffic.flows();
  await traffic.stop();

  const badGateway = { 502: "502 Bad Gateway", 504: "504 Gateway Time-out" };
  expectClear(traffic, {
    withinMs: 60_000,
    errors: { 503: "unavailable", ...badGateway },
    cut: true,
  });
  await expectNothingLost(api, traffic);
  await expectCounted(api, episode.episode_id, traffic, 120_000);
  const statistics = `/v2/shows/${episode.show_id}/statistics`;
  const difference = async () => {
    const ledgers = await ledgersOf(primary);
    const copied = await copiedTo(env.STATISTICS_URL);
    const { response } = await api.get(statistics);
    const { plays_count, downloads_count } = response.statistics;
    return {
      downloads: copied.downloads - ledgers.downloads,
      impressions: copied.impressions - ledgers.impressions,
      statistics: plays_count + downloads_count - ledgers.downloads,
    };
  };
  const none = { downloads: 0, impressions: 0, statistics: 0 };
  await expect.poll(difference, { timeout: 120_000, interval: 500 }).toEqual(none);
  const ledgers = await ledgersOf(primary);
  const withAd = traffic.received().filter((bytes) => bytes > Number(plain)).length;
  expect(withAd).toBeGreaterThan(0);
  const most = traffic.interrupted();
  expect(ledgers).toMatchObject({ downloaded_twice: 0, heard_twice: 0 });
  expect(ledgers.downloads).toBeGreaterThanOrEqual(traffic.heard());
  expect(ledgers.downloads).toBeLessThanOrEqual(traffic.heard() + most);
  expect(ledgers.impressions).toBeGreaterThanOrEqual(withAd);
  expect(ledgers.impressions).toBeLessThanOrEqual(withAd + most);
});
