/** Tests reads from a replica: that they come from there, that nobody misses what was written, and that it may fail. */
import { mkdtemp } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { CATEGORIES } from "../../src/features/publishing/reference/rules.ts";
import { addAda, eventually, longwave, removeDataDir, urlOf } from "../journeys/processes.ts";
import { openApp, type Person, type World } from "../setup/app.ts";
import { type Client, createClient } from "../setup/client.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { copyAsStandby, openPostgres, type Postgres } from "../setup/postgres.ts";

type Site = World & { close(): Promise<void> };

let primary: Postgres;
let replica: Postgres;
/** Two web processes. */
let one: Site;
let two: Site;
let ada: Person;
const folders: string[] = [];

const open = (DATABASE_REPLICA_URL: string): Promise<Site> =>
  openApp({ connectionString: primary.url }, { DATABASE_URL: primary.url, DATABASE_REPLICA_URL });

beforeAll(async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "longwave-replica-"));
  const dataDir = path.join(folder, "primary");
  folders.push(path.join(folder, "standby"), dataDir);
  await addAda(dataDir);
  primary = await openPostgres(dataDir);
  replica = await copyAsStandby(primary, path.join(folder, "standby"));
  await primary.start();
  await replica.start();
  one = await open(replica.url);
  two = await open(replica.url);
  ada = await one.person({ username: "beda" });
  await untilUsed(one, true);
  await untilUsed(two, true);
});
afterAll(async () => {
  await one.close();
  await two.close();
  await replica.crash();
  await primary.crash();
  for (const folder of folders) await removeDataDir(folder);
});

/** The value of a series in the metrics of `site`. */
async function metric({ deps }: World, series: string): Promise<number> {
  const line = (await deps.measures.text()).split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.split(" ")[1] ?? Number.NaN);
}
const readsFrom = (site: World, from: "replica" | "primary") =>
  metric(site, `longwave_replica_reads_total{from="${from}"}`);
const isUsed = async (site: World) => (await metric(site, "longwave_replica_up")) === 1;
const untilUsed = (site: World, used: boolean) =>
  eventually(async () => (await isUsed(site)) === used, 25_000);

/** Waits until both sites know of all changes so far, and read from the replica, which has them. */
async function untilEven(): Promise<void> {
  await replica.query("select pg_wal_replay_resume()");
  for (const site of [one, two])
    await eventually(async () => {
      const before = await readsFrom(site, "replica");
      await site.api.get("/v2/explore/lists");
      return (await readsFrom(site, "replica")) > before;
    });
}

const pause = () => replica.query("select pg_wal_replay_pause()");
const as = ({ token }: Person, { baseUrl }: World): Client => createClient(baseUrl, token);
const titlesOf = async (api: Client, address: string): Promise<string[]> => {
  const { status, response } = await api.get(address);
  expect(status).toBe(200);
  return response.items.map(({ title }: { title: string }) => title);
};

test("lists, search, pages and feeds come from the replica", async () => {
  const show_id = await makeShow(one, ada);
  const episode_id = await makeEpisode(one, show_id);
  await untilEven();
  const { user_id, username } = ada;
  const permalink = (await ada.api.get(`/v2/shows/${show_id}`)).response.show.permalink;
  const addresses = [
    `/v2/users/${user_id}/shows`,
    `/v2/users/${user_id}/episodes`,
    `/v2/shows/${show_id}/episodes`,
    "/v2/search?q=show&type=shows",
    `/v2/search/users/${user_id}?q=show&type=shows`,
    `/v2/search/shows/${show_id}?q=episode&type=episodes`,
    "/v2/search/suggest?q=sho",
    "/v2/explore/lists",
    `/v2/explore/categories/${CATEGORIES[0]?.category_id}/items`,
    "/v2/tags/any/episodes",
    `/v2/episodes/${episode_id}/messages`,
    `/v2/episodes/${episode_id}/likes`,
    `/v2/users/${user_id}/likes`,
    `/v2/users/${user_id}/followers`,
    `/v2/users/${user_id}/followings`,
    "/sitemap.xml",
    "/sitemaps/shows-1.xml",
    `/show/${show_id}/episodes/feed`,
    "/",
    "/popular",
    `/category/${CATEGORIES[0]?.permalink}`,
    "/tag/any",
    "/search?q=show",
    `/show/${show_id}`,
    `/show/${show_id}/follow`,
    `/episode/${episode_id}`,
    `/episode/${episode_id}/next`,
    `/user/${user_id}`,
    `/@${username}`,
    `/@${username}/${permalink}`,
    `/embed?show_id=${show_id}`,
  ];
  const missed: unknown[] = [];
  for (const address of addresses) {
    const before = await readsFrom(one, "replica");
    const { status } = await fetch(`${one.baseUrl}${address}`, { redirect: "manual" });
    const from = (await readsFrom(one, "replica")) === before + 1 ? "replica" : "primary";
    if (status >= 400 || from === "primary") missed.push([address, status, from]);
  }
  expect(missed).toEqual([]);
});

test("while the replica lags, a change of a record is seen by everybody, and other writes by whoever wrote", async () => {
  const show_id = await makeShow(one, ada, { title: "Before" });
  const follower = await one.person();
  await untilEven();
  await pause();
  const list = `/v2/users/${ada.user_id}/shows?limit=1`;
  // No trigger notes this change, so only a reader of the primary could know of it.
  await primary.query(
    `begin; set local session_replication_role = 'replica'; update shows set title = 'Hidden' where show_id = ${show_id}; commit`,
  );
  for (const site of [one, two]) expect(await titlesOf(site.api, list)).toEqual(["Before"]);

  const followers = `/v2/users/${ada.user_id}/followers`;
  const put = `/v2/users/${follower.user_id}/followings/${ada.user_id}`;
  expect((await as(follower, one).put(put, {})).status).toBe(200);
  const seenBy = async (api: Client) => (await api.get(followers)).response.items.length;
  for (const site of [one, two]) {
    expect(await seenBy(as(follower, site))).toBe(1);
    expect(await seenBy(site.api)).toBe(0);
  }

  await as(ada, two).post(`/v2/shows/${show_id}`, { title: "After" });
  for (const site of [one, two]) {
    expect(await titlesOf(site.api, list)).toEqual(["After"]);
    expect(await titlesOf(as(ada, site), list)).toEqual(["After"]);
    expect(await seenBy(site.api)).toBe(1);
  }
  await untilEven();
  for (const site of [one, two]) expect(await titlesOf(site.api, list)).toEqual(["After"]);
});

test("what is kept is never older than a change, whenever the replica lags", {
  timeout: 90_000,
}, async () => {
  const show_id = await makeShow(one, ada, { title: "Title 0" });
  const episode_id = await makeEpisode(one, show_id);
  await untilEven();
  const lists = [`/v2/users/${ada.user_id}/shows?limit=1`, `/v2/shows/${show_id}/episodes`];
  for (let round = 1; round <= 20; round += 1) {
    if (round % 4 === 1) await pause();
    if (round % 4 === 3) await replica.query("select pg_wal_replay_resume()");
    const writer = as(ada, round % 2 === 0 ? one : two);
    // Reads on their way while the record changes must not be kept as the newest.
    const onTheWay = [one, two].map(({ api }) => Promise.all(lists.map((list) => api.get(list))));
    await writer.post(`/v2/shows/${show_id}`, { title: `Title ${round}` });
    await writer.post(`/v2/episodes/${episode_id}`, { title: `Title ${round}` });
    await Promise.all(onTheWay);
    for (const site of [one, two])
      for (const list of lists)
        for (const api of [site.api, as(ada, site)])
          expect(await titlesOf(api, list)).toEqual([`Title ${round}`]);
  }
});

test("no request fails when the replica is killed, and it is used again when it is back", async () => {
  await makeShow(one, ada);
  await untilEven();
  const list = `/v2/users/${ada.user_id}/shows`;
  const statuses = new Set<number>();
  let isOver = false;
  const visit = async (site: World, n: number) => {
    for (let at = 0; !isOver; at += 1)
      for (const address of [`${list}?offset=${n}&limit=${(at % 90) + 1}`, "/search?q=show"])
        statuses.add((await fetch(`${site.baseUrl}${address}`)).status);
  };
  const visitors = [0, 1, 2, 3].flatMap((n) => [visit(one, n), visit(two, n)]);
  const before = await readsFrom(one, "replica");
  await eventually(async () => (await readsFrom(one, "replica")) > before + 20);
  await replica.crash();
  await untilUsed(one, false);
  await untilUsed(two, false);
  const primaryBefore = await readsFrom(one, "primary");
  await eventually(async () => (await readsFrom(one, "primary")) > primaryBefore + 20);
  await replica.start();
  await untilUsed(one, true);
  isOver = true;
  await Promise.all(visitors);
  expect([...statuses]).toEqual([200]);
});

/** Leads to the replica until it is silenced: then it takes everything and passes nothing on. */
async function openSilencer() {
  const clients = new Map<Socket, Socket>();
  let last: string | null = null;
  const silence = () => {
    for (const ends of clients) for (const end of ends) end.unpipe().resume();
  };
  const server = createServer((client) => {
    const upstream = connect({ path: replica.socket });
    clients.set(client, upstream);
    client.on("close", () => {
      clients.delete(client);
      upstream.destroy();
    });
    for (const socket of [client, upstream]) socket.on("error", () => client.destroy());
    client.on("data", (bytes) => {
      if (last !== null && bytes.includes(last)) silence();
    });
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence,
    /** Silences it with the answer to the next query that contains a text. */
    silenceAfter(text: string) {
      last = text;
    },
    close() {
      server.close();
      for (const client of clients.keys()) client.destroy();
    },
  };
}

test("reads do not wait until connections to a silent replica are given up", async () => {
  const line = await openSilencer();
  const site = await open(replica.urlAt(line.port));
  onTestFinished(async () => {
    line.close();
    await site.close();
  });
  await untilUsed(site, true);
  const visitAll = (from: number) =>
    Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const { status } = await site.api.get(`/v2/users/${ada.user_id}/shows?limit=${from + n}`);
        return status;
      }),
    );
  expect(await visitAll(0)).toEqual([200, 200, 200, 200]);
  const since = performance.now();
  line.silence();
  expect(await visitAll(4)).toEqual([200, 200, 200, 200]);
  expect(performance.now() - since).toBeLessThan(GIVEN_UP_MS);
});

/** No query is given up as silent before it has run for 5 s and the server was asked for 2 s (`src/platform/db/silence.ts`). */
const GIVEN_UP_MS = 6500;

test("a read that is on its way when the replica falls silent does not wait for it either", async () => {
  const line = await openSilencer();
  const site = await open(replica.urlAt(line.port));
  onTestFinished(async () => {
    line.close();
    await site.close();
  });
  await untilUsed(site, true);
  const before = await readsFrom(site, "primary");
  const since = performance.now();
  line.silenceAfter('from "shows"');
  expect((await site.api.get(`/v2/users/${ada.user_id}/shows?limit=9`)).status).toBe(200);
  expect(performance.now() - since).toBeLessThan(GIVEN_UP_MS);
  expect(await readsFrom(site, "primary")).toBe(before + 1);
  expect(await isUsed(site)).toBe(false);
});

describe("a replica is left alone", () => {
  test("while it is too far behind", async () => {
    await makeShow(one, ada);
    await untilEven();
    await pause();
    await primary.query("create table if not exists noise ()");
    await untilUsed(one, false);
    expect(await metric(one, "longwave_replica_lag_seconds")).toBeGreaterThan(10);
    await untilEven();
    expect(await metric(one, "longwave_replica_lag_seconds")).toBeLessThan(10);
  });

  test("and doctor and status say why", async () => {
    const env = { DATA_DIR: `${folders[0]}-cli`, DATABASE_URL: primary.url };
    const [status, doctor] = await Promise.all([
      longwave(["status"], { ...env, DATABASE_REPLICA_URL: replica.url }),
      longwave(["doctor"], { ...env, DATABASE_REPLICA_URL: primary.url }),
    ]);
    expect(status.stdout).toMatch(/^replica +a standby, \d+\.\d s behind$/m);
    expect(doctor.stdout).toMatch(/^BAD {2}replica: it is not a standby\.\n {5}To mend it: Let /m);
    expect(doctor.code).toBe(1);
  });

  test.each([
    ["is not a standby", () => primary.url],
    ["belongs to another database", () => urlOf(inject("postgres"))],
    ["does not exist", () => "postgres://nobody@127.0.0.1:1/longwave"],
  ])("that %s", async (_what, urlOfReplica) => {
    const site = await open(urlOfReplica());
    await makeShow(site, ada, { title: "Here" });
    const list = `/v2/users/${ada.user_id}/shows?limit=1`;
    expect(await titlesOf(site.api, list)).toEqual(["Here"]);
    expect([await isUsed(site), await readsFrom(site, "primary")]).toEqual([false, 1]);
    await site.close();
  });
});
