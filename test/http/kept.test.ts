/** Tests that responses which a server keeps are never out of date, whichever process changes a record. */
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildApp } from "../../src/app/build.ts";
import { changeJobs } from "../../src/platform/db/changes.ts";
import { openDatabase, openPool } from "../../src/platform/db/database.ts";
import { type Client, createClient } from "../setup/client.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
type Process = Readonly<{ baseUrl: string; api: Client }>;
/** A second process on the same database. */
let other: Process;
const closing: (() => Promise<unknown>)[] = [];

/** A process with `rateLimit` requests per minute. */
async function startProcess(rateLimit?: number): Promise<Process> {
  const { database } = world.deps.pool.options;
  const target = { ...inject("postgres"), ...(database && { database }) };
  const pool = openPool(target, world.deps.log, 4);
  const config = rateLimit === undefined ? {} : { config: { ...world.deps.config, rateLimit } };
  const app = await buildApp({ ...world.deps, ...config, pool, db: openDatabase(pool) });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  closing.push(
    () => app.close(),
    () => pool.end(),
  );
  return { baseUrl, api: createClient(baseUrl, null) };
}
beforeAll(async () => {
  other = await startProcess();
});
afterAll(async () => {
  for (const close of closing) await close();
});

const ada = () => world.person({ username: `ada_${Math.random().toString(36).slice(2)}` });

type Stage = { author: Person; heir: Person; fan: Person; shows: number[]; episodes: number[] };

async function setUp(): Promise<Stage> {
  const [author, heir, fan] = [await ada(), await ada(), await ada()];
  const shows = [await makeShow(world, author), await makeShow(world, author)];
  const episodes: number[] = [];
  for (const show_id of shows)
    for (let n = 0; n < 3; n += 1) episodes.push(await makeEpisode(world, show_id));
  return { author, heir, fan, shows, episodes };
}

/** Every address whose response a process may keep. */
const addressesOf = ({ author, heir, shows, episodes }: Stage, { baseUrl }: Process): string[] => [
  ...shows.flatMap((id) => [
    `/v2/shows/${id}`,
    `/v2/shows/${id}/episodes?limit=4`,
    `/oembed?url=${encodeURIComponent(`${baseUrl}/show/${id}`)}`,
  ]),
  ...episodes.map((id) => `/v2/episodes/${id}`),
  ...[author, heir].flatMap(({ user_id, username }) => [
    `/v2/users/${user_id}/shows`,
    `/v2/users/${username}/episodes`,
  ]),
];

/** The process as somebody with a token uses it. */
const as = ({ token }: Person, { baseUrl }: Process): Process => ({
  baseUrl,
  api: createClient(baseUrl, token),
});

/** The answer, without the parameter that makes an address new. */
async function answerOf({ api }: Process, address: string): Promise<unknown> {
  const { status, text } = await api.get(address);
  if (status !== 200) return status;
  return [status, text.replaceAll(/[?&]fresh=\d+/g, "").replace("?limit", "&limit")];
}

let count = 0;
/** The same from the records: nobody has asked for this address before. */
function freshly(process: Process, address: string): Promise<unknown> {
  count += 1;
  return answerOf(process, `${address}${address.includes("?") ? "&" : "?"}fresh=${count}`);
}

/** What each process last had for each feed. */
const feedTags = new Map<string, string>();

/** Asks for a feed as an app that has the former one, and as one that has the present one. */
async function requireCurrentFeed({ baseUrl, api }: Process, show_id: number): Promise<void> {
  const path = `/show/${show_id}/episodes/feed`;
  const statusWith = async (tag: string) =>
    (await api.get(path, { headers: { "if-none-match": tag } })).status;
  // Nothing is kept for an address with a query.
  const { status, headers } = await api.get(`${path}?fresh`);
  const tag = headers.get("etag");
  const former = feedTags.get(baseUrl + path) ?? tag;
  if (former !== null)
    expect(await statusWith(former), path).toBe(status === 200 && former === tag ? 304 : status);
  if (tag === null) return;
  feedTags.set(baseUrl + path, tag);
  expect(await statusWith(tag), path).toBe(304);
}

const any = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

/** What can change a record, each chosen and aimed by a number. */
const CHANGES: ((stage: Stage, n: number) => Promise<unknown>)[] = [
  ({ author, shows }, n) => author.api.post(`/v2/shows/${any(shows, n)}`, { title: `Show ${n}` }),
  ({ author, shows }, n) =>
    author.api.post(`/v2/shows/${any(shows, n)}`, {
      visibility: any(["PUBLIC", "PRIVATE", "LIMITED"], n),
    }),
  ({ author, episodes }, n) =>
    author.api.post(`/v2/episodes/${any(episodes, n)}`, { title: `Episode ${n}` }),
  ({ author, episodes }, n) =>
    author.api.post(`/v2/episodes/${any(episodes, n)}`, { hidden: n % 2 === 0 }),
  ({ author, episodes, shows }, n) =>
    author.api.post(`/v2/episodes/${any(episodes, n)}`, { show_id: any(shows, n >> 3) }),
  ({ author, episodes }, n) =>
    author.api.post(`/v2/episodes/${any(episodes, n)}/chapters`, {
      title: `Chapter ${n}`,
      starts_at: n % 60_000,
    }),
  ({ author, episodes }, n) => author.api.delete(`/v2/episodes/${any(episodes, n)}`),
  async (stage, n) => {
    stage.episodes.push(await makeEpisode(world, any(stage.shows, n)));
  },
  ({ fan, episodes }, n) => fan.api.put(`/v2/users/me/likes/${any(episodes, n)}`),
  ({ fan, episodes }, n) => fan.api.delete(`/v2/users/me/likes/${any(episodes, n)}`),
  ({ fan, shows }, n) => fan.api.put(`/v2/users/me/favorites/${any(shows, n)}`),
  ({ fan, episodes }, n) =>
    fan.api.post(`/v2/episodes/${any(episodes, n)}/messages`, { text: `Hello ${n}` }),
  ({ author }, n) => author.api.post("/v2/users/me", { fullname: `Ada ${n}` }),
  ({ author, shows }, n) =>
    author.api.post(`/v2/shows/${any(shows, n)}/rss-metadata`, {
      mode: any(["AUTO", "DISABLED"], n >> 3),
      item_limit: String(1 + (n % 3)),
    }),
  ({ shows, heir, fan }, n) =>
    sql`update shows set author_id = ${any([heir, fan], n >> 3).user_id}, revision = nextval('revisions')
      where show_id = ${any(shows, n)}`.execute(world.deps.db),
  ({ shows, fan }, n) =>
    n % 2 === 0
      ? sql`insert into show_collaborators (show_id, user_id) values (${any(shows, n >> 1)}, ${fan.user_id})
          on conflict do nothing`.execute(world.deps.db)
      : sql`delete from show_collaborators where user_id = ${fan.user_id}`.execute(world.deps.db),
  ({ author, fan }, n) =>
    n % 2 === 0
      ? sql`insert into user_collaborators (network_user_id, user_id) values (${author.user_id}, ${fan.user_id})
          on conflict do nothing`.execute(world.deps.db)
      : sql`delete from user_collaborators where user_id = ${fan.user_id}`.execute(world.deps.db),
  ({ episodes }, n) =>
    sql`insert into episode_plays (episode_id, plays_count, downloads_count) values (${any(episodes, n)}, ${n}, ${n})
      on conflict (episode_id) do update set plays_count = excluded.plays_count`.execute(
      world.deps.db,
    ),
  ({ shows }, n) =>
    sql`insert into show_plays (show_id, plays_count) values (${any(shows, n)}, ${n})
      on conflict (show_id) do update set plays_count = excluded.plays_count`.execute(
      world.deps.db,
    ),
  (_stage, n) =>
    sql`insert into site_identity (only_one, name) values (true, ${`Site ${n}`})
      on conflict (only_one) do update set name = excluded.name`.execute(world.deps.db),
];

test("after any change, both processes answer what the records say", async () => {
  const moves = fc.array(fc.tuple(fc.nat(CHANGES.length - 1), fc.nat(100_000)), {
    minLength: 8,
    maxLength: 16,
  });
  await fc.assert(
    fc.asyncProperty(moves, async (changes) => {
      const stage = await setUp();
      const compare = async () => {
        for (const process of [world, other])
          for (const show_id of stage.shows) await requireCurrentFeed(process, show_id);
        for (const process of [world, other, as(stage.fan, world), as(stage.fan, other)])
          for (const address of addressesOf(stage, process)) {
            const truth = await freshly(process, address);
            expect(await answerOf(process, address), address).toEqual(truth);
          }
      };
      await compare();
      for (const [kind, n] of changes) {
        await CHANGES[kind]?.(stage, n);
        await compare();
      }
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 240_000);

test("a response that is kept has the headers of the one before, and is not read again", async () => {
  const { shows } = await setUp();
  const address = `/v2/shows/${shows[0]}?c=it_IT`;
  const [first, second] = [await world.api.get(address), await world.api.get(address)];
  expect(second.text).toBe(first.text);
  expect(comparable(second.headers)).toEqual(comparable(first.headers));
  const again = { headers: { "if-none-match": first.headers.get("etag") ?? "" } };
  const unchanged = await world.api.get(address, again);
  expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
  expect(comparable(unchanged.headers)).toEqual(
    Object.fromEntries(
      Object.entries(comparable(first.headers)).filter(([name]) => !name.startsWith("content-t")),
    ),
  );
  expect(await hits()).toBeGreaterThan(1);
});

test("a response is kept for a caller with a token until their rights, or those of the token, end", async () => {
  const { fan, shows } = await setUp();
  const address = `/v2/shows/${shows[0]}`;
  // The process has not heard of the new show's changes yet.
  await fan.api.get(address);
  const first = await fan.api.get(address);
  const before = await hits();
  const second = await fan.api.get(address);
  expect(await hits()).toBe(before + 1);
  expect(comparable(second.headers)).toEqual(comparable(first.headers));
  expect(second.headers.get("cache-control")).toBe("private, no-store");

  await sql`update users set suspended_at = now() where user_id = ${fan.user_id}`.execute(
    world.deps.db,
  );
  await expect.poll(async () => (await fan.api.get(address)).status, { timeout: 5000 }).toBe(403);
});

test("requests with a token are charged to the person, from wherever they are answered", async () => {
  const limited = await startProcess(3);
  const { fan, shows } = await setUp();
  const { api } = as(fan, limited);
  const left: string[] = [];
  for (let n = 0; n < 30; n += 1) {
    const { status, headers } = await api.get(`/v2/shows/${shows[0]}`);
    expect(status).toBe(200);
    left.push(headers.get("ratelimit-remaining") ?? "");
  }
  expect(left).toEqual(Array.from({ length: 30 }, (_, n) => String(29 - n)));
  expect((await api.get(`/v2/shows/${shows[0]}`)).status).toBe(429);
  // Nobody's requests are others' requests.
  expect((await limited.api.get(`/v2/shows/${shows[0]}`)).status).toBe(200);
});

test("responses of a restored database are kept, whatever transactions the other server had", async () => {
  const { db } = world.deps;
  await sql`insert into record_changes (xid, subject) values ('9000000000', 'show:1')`.execute(db);
  await sql`update purged_changes set xid = '9000000000'`.execute(db);
  const { shows } = await setUp();
  const ask = async () => {
    const before = await hits();
    for (let n = 0; n < 3; n += 1) await world.api.get(`/v2/shows/${shows[0]}`);
    return (await hits()) - before;
  };
  expect(await ask()).toBe(0);
  for (const job of changeJobs(world.deps)) await job.run({}, { last: true });
  // What the last request left is kept from now on.
  expect(await ask()).toBe(3);
});

test("what one language, token or key reads is not what another one reads", async () => {
  const { author, shows } = await setUp();
  const address = `/v2/shows/${shows[0]}`;
  await author.api.post(address, { visibility: "PRIVATE", category_id: "93" });
  expect((await author.api.get(address)).status).toBe(200);
  expect((await world.api.get(address)).status).toBe(404);
  await author.api.post(address, { visibility: "PUBLIC" });
  const categoryIn = async (language: string) => {
    const { response } = await world.api.get(address, { headers: { "accept-language": language } });
    return response.show.category.name;
  };
  const names = [await categoryIn("en"), await categoryIn("de"), await categoryIn("en")];
  expect(names[0]).toBe(names[2]);
  expect(names[0]).not.toBe(names[1]);
});

/** Without what every response has of its own. */
const comparable = (headers: Headers) => {
  const {
    "x-request-id": _id,
    date: _date,
    "content-length": _length,
    ...rest
  } = Object.fromEntries(headers);
  return rest;
};

async function hits(): Promise<number> {
  const text = await world.deps.measures.text();
  return Number(
    /longwave_cache_requests_total\{cache="responses",result="hit"\} (\d+)/.exec(text)?.[1],
  );
}
