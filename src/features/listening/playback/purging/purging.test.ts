/** Audio that was taken from the public is removed from edges: all of it, once, and although an edge fails. */
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeRendition } from "../../../../../test/setup/counting.ts";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { loadConfig } from "../../../../config.ts";
import { purgeEdges } from "./actions.ts";

const world = useWorld();
const PARTS = [{ kind: "programme", bytes: 960_000 }] as const;
const SECRET = "between us edges only";

/** An edge that is told, and answers with `status` until told otherwise; after `good` requests with 503. */
const edge = {
  asked: [] as string[],
  headers: [] as http.IncomingHttpHeaders[],
  good: Infinity,
  url: "",
  onAsked: null as null | (() => Promise<void>),
};
const receiver = http.createServer(async (request, response) => {
  await edge.onAsked?.();
  const isGood = edge.good > 0;
  edge.good -= 1;
  if (isGood) edge.asked.push(`${request.method} ${request.url}`);
  edge.headers.push(request.headers);
  response.writeHead(isGood ? 200 : 503).end();
});
beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
  edge.url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});
afterAll(() => receiver.close());
beforeEach(async () => {
  await world.deps.db.deleteFrom("edge_removals").execute();
  Object.assign(edge, { asked: [], headers: [], good: Infinity });
  world.setTime(null);
});

/** An episode of a show with renditions; returns their digests in order. */
async function publish(renditions: number, show?: number) {
  const show_id = show ?? (await makeShow(world, await world.person()));
  const episode_id = await makeEpisode(world, show_id);
  const digests: string[] = [];
  for (let made = 0; made < renditions; made += 1)
    digests.push((await makeRendition(world, episode_id, PARTS)).digest);
  return { show_id, episode_id, digests: digests.toSorted() };
}

const set = (table: "episodes" | "shows", id: number, change: object) =>
  table === "episodes"
    ? world.deps.db.updateTable(table).set(change).where("episode_id", "=", id).execute()
    : world.deps.db.updateTable(table).set(change).where("show_id", "=", id).execute();

const purge = (env: Record<string, string> = {}, signal = new AbortController().signal) =>
  purgeEdges(
    {
      ...world.deps,
      config: loadConfig({ CDN_PURGE_URL: `PURGE ${edge.url}/media/r/{digest}/*`, ...env }),
    },
    signal,
  );

const waiting = async () =>
  (await world.deps.db.selectFrom("edge_removals").select("episode_id").execute()).length;

test("what is deleted, hidden or locked is removed once; what is changed otherwise stays", async () => {
  const [deleted, hidden, locked, retitled] = [
    await publish(2),
    await publish(1),
    await publish(1),
    await publish(1),
  ];
  const second = await publish(1, locked.show_id);
  await set("episodes", deleted.episode_id, { deleted_at: new Date() });
  await set("episodes", hidden.episode_id, { hidden: true });
  await set("episodes", retitled.episode_id, { title: "Fog" });
  await set("shows", retitled.show_id, { title: "Fog" });
  await set("shows", locked.show_id, { visibility: "LIMITED", limited_key: "k" });
  await purge();
  const gone = [deleted, hidden, locked, second].flatMap(({ digests }) => digests);
  expect(edge.asked.toSorted()).toEqual(
    gone.map((digest) => `PURGE /media/r/${digest}/*`).toSorted(),
  );
  await purge();
  expect(edge.asked).toHaveLength(gone.length);
  expect(await waiting()).toBe(0);
});

test("what is public again stays where it is", async () => {
  const { episode_id, digests } = await publish(1);
  await set("episodes", episode_id, { hidden: true });
  await set("episodes", episode_id, { hidden: false });
  await purge();
  expect([edge.asked, await waiting()]).toEqual([[], 0]);
  await set("episodes", episode_id, { hidden: true });
  await purge();
  expect(edge.asked).toEqual([`PURGE /media/r/${digests[0]}/*`]);
});

test("what is removed once more while an edge is told is told again", async () => {
  const { episode_id, digests } = await publish(1);
  await set("episodes", episode_id, { hidden: true });
  edge.onAsked = async () => {
    edge.onAsked = null;
    await set("episodes", episode_id, { hidden: false });
    await set("episodes", episode_id, { hidden: true });
  };
  await purge();
  const told = `PURGE /media/r/${digests[0]}/*`;
  expect([edge.asked, await waiting()]).toEqual([[told, told], 0]);
});

test("a removal goes on where an edge failed, ever later", async () => {
  const { episode_id, digests } = await publish(45);
  await set("episodes", episode_id, { hidden: true });
  edge.good = 30;
  const begun = Date.now();
  await purge();
  expect(edge.asked).toHaveLength(30);
  await purge();
  expect([edge.asked.length, await waiting()]).toEqual([30, 1]);
  edge.good = 0;
  world.setTime(new Date(begun + 90_000));
  await purge();
  edge.good = Infinity;
  world.setTime(new Date(begun + 180_000));
  await purge();
  expect(edge.asked).toHaveLength(30);
  world.setTime(new Date(begun + 240_000));
  await purge();
  expect(edge.asked).toEqual(digests.map((digest) => `PURGE /media/r/${digest}/*`));
  expect(await waiting()).toBe(0);
});

test("several processes share the removals, and one that stops leaves the rest to others", async () => {
  const all: string[] = [];
  for (let made = 0; made < 6; made += 1) {
    const { episode_id, digests } = await publish(3);
    all.push(...digests);
    await set("episodes", episode_id, { hidden: true });
  }
  await purge({}, AbortSignal.abort());
  expect(edge.asked).toEqual([]);
  await Promise.all([purge(), purge(), purge()]);
  expect(edge.asked.toSorted()).toEqual(
    all.map((digest) => `PURGE /media/r/${digest}/*`).toSorted(),
  );
});

test("only the edge itself gets its secret", async () => {
  const { episode_id, digests } = await publish(1);
  await set("episodes", episode_id, { hidden: true });
  const template = `GET ${edge.url}/purge/{digest}`;
  const own = { CDN_URL: edge.url, CDN_SECRET: SECRET, CDN_PURGE_URL: template };
  await purge(own);
  expect(edge.asked).toEqual([`GET /purge/${digests[0]}`]);
  expect(edge.headers[0]).toMatchObject({ "x-longwave-edge": SECRET });
  await set("episodes", episode_id, { hidden: false });
  await set("episodes", episode_id, { hidden: true });
  edge.headers.length = 0;
  await purge({ ...own, CDN_URL: "https://cdn.example.org", CDN_PURGE_HEADER: "AccessKey: k 1" });
  expect(edge.headers[0]).toMatchObject({ accesskey: "k 1" });
  expect(edge.headers[0]).not.toHaveProperty("x-longwave-edge");
});

test("without an edge to tell, nothing waits", async () => {
  const { episode_id } = await publish(1);
  await set("episodes", episode_id, { hidden: true });
  expect(await waiting()).toBe(1);
  await purge({ CDN_PURGE_URL: "" });
  expect([edge.asked, await waiting()]).toEqual([[], 0]);
});
