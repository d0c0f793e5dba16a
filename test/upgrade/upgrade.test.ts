/** Tests an upgrade from the previous release under traffic: no failed request, nothing lost, nothing counted twice. */
import { mkdir, readFile, symlink } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { addOrganization, book, publish } from "../journeys/booked.ts";
import {
  createAda,
  eventually,
  longwave,
  makeDataDir,
  type Server,
  serve,
  urlOf,
} from "../journeys/processes.ts";
import { createClient, type Reply } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { extractPreviousRelease } from "./oldtree.ts";
import { type Site, startTraffic, type Traffic } from "./traffic.ts";

/** How many plays have to be counted through each constellation of servers. */
const PLAYS = 15;
const PATIENCE_MS = 180_000;

test("traffic goes on through old and new servers, and nothing is lost or counted twice", async () => {
  const { tree, name } = await extractPreviousRelease();
  const target = await makeDatabase();
  const DATABASE_URL = urlOf(target);
  const common = { DATABASE_URL, LOG_LEVEL: "warn", RATE_LIMIT: "0", TRUST_PROXY: "loopback" };
  const oldEnv = { ...common, DATA_DIR: await makeDataDir("old") };
  const newEnv = { ...common, DATA_DIR: await makeDataDir("new") };

  expect((await longwave(createAda, oldEnv, tree)).code).toBe(0);
  const issued = await longwave(["token", "create", "--user", "ada"], oldEnv, tree);
  const token = issued.stdout.trim();
  await addOrganization(oldEnv, tree);
  await shareMedia(oldEnv.DATA_DIR, newEnv.DATA_DIR);

  const old = await serve(oldEnv, [], tree);
  const before: Site = { url: old.url, name: "old" };
  const editor = createClient(old.url, token);
  const audio = await soundOf(oldEnv.DATA_DIR, "speech", 20);
  const published = await publish(editor, audio);
  await book(editor, await soundOf(oldEnv.DATA_DIR, "sweep", 2));
  // A background migration that the new version takes over.
  await ask(target, "insert into search_repairs (kind) values ('episodes') on conflict do nothing");
  const schemaBefore = await versionOf(target);

  const subject = { token, ...published, audio: await soundOf(oldEnv.DATA_DIR, "speech", 3) };
  const traffic = startTraffic(before, subject);
  await traffic.upload(before);
  await morePlays(traffic);

  // The new version starts beside the old one, and migrates.
  const young = await serve(newEnv);
  const after: Site = { url: young.url, name: "new" };
  expect(await versionOf(target)).toBeGreaterThan(schemaBefore);
  traffic.sites = [before, after];
  await Promise.all([traffic.upload(before), traffic.upload(after)]);
  await morePlays(traffic);

  await traffic.leave(before);
  await stop(old);
  await traffic.upload(after);
  await morePlays(traffic);
  await traffic.stop();

  expect(traffic.failures, `upgraded from ${name}`).toEqual([]);
  expect(Math.min(traffic.requests.old ?? 0, traffic.requests.new ?? 0)).toBeGreaterThan(50);
  await expectNothingLost(createClient(young.url, token), subject.show_id, traffic);
  await eventually(
    async () =>
      (await ask(target, "select from background_migrations where finished_at is null")).length ===
      0,
    PATIENCE_MS,
  );
  // Counts in memory are written at the latest when a server stops.
  await stop(young);
  await expectCountedOnce(target, published.episode_id, traffic);
});

async function makeDatabase(): Promise<pg.ClientConfig> {
  const server = inject("postgres");
  const database = `longwave_upgrade_${process.pid}_${Date.now()}`;
  await ask(server, `create database ${database}`);
  return { ...server, database };
}

async function ask(target: pg.ClientConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const versionOf = async (target: pg.ClientConfig): Promise<number> =>
  Number((await ask(target, "select max(version) as version from schema_migrations"))[0]?.version);

/** Both servers store audio in one folder, as servers on a bucket do. */
async function shareMedia(from: string, to: string): Promise<void> {
  await mkdir(path.join(from, "media"), { recursive: true });
  await mkdir(to, { recursive: true });
  await symlink(path.join(from, "media"), path.join(to, "media"));
}

async function soundOf(dataDir: string, kind: "speech" | "sweep", seconds: number): Promise<Blob> {
  const name = `${kind}-${seconds}.wav`;
  const file = await makeSound({ folder: path.dirname(dataDir), name, kind, seconds });
  return new Blob([await readFile(file)]);
}

/** Waits until traffic has gone on for a while. */
async function morePlays(traffic: Traffic): Promise<void> {
  const enough = traffic.plays.length + PLAYS;
  await eventually(
    async () => traffic.plays.length >= enough || traffic.failures.length > 0,
    PATIENCE_MS,
  );
}

async function stop(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}

type NotePage = { items: { text: string }[]; next_url: string | null };

/** Every note that was acknowledged is there once, and every upload becomes an episode that can be played. */
async function expectNothingLost(
  api: ReturnType<typeof createClient>,
  show_id: number,
  { notes, uploads }: Traffic,
): Promise<void> {
  const texts: string[] = [];
  let address: string | null = `/v2/annotations?show_id=${show_id}&limit=100`;
  while (address !== null) {
    const { response, text }: Reply<NotePage> = await api.get(address);
    expect(response?.items, text).toBeDefined();
    texts.push(...response.items.map((note) => note.text));
    address = response.next_url;
  }
  expect(texts.sort()).toEqual([...notes].sort());
  expect(uploads).toHaveLength(4);
  for (const episode_id of uploads)
    await eventually(async () => {
      const { response } = await api.get(`/v2/episodes/${episode_id}`);
      return response.episode.encoding_status === "READY";
    }, PATIENCE_MS);
}

/** One download for each listener, and one impression for each ad that was delivered with it. */
async function expectCountedOnce(
  target: pg.ClientConfig,
  episode_id: number,
  { plays }: Traffic,
): Promise<void> {
  const [downloads] = await ask(
    target,
    `select coalesce(sum(quantity), 0)::int as n from downloads where episode_id = ${episode_id}`,
  );
  expect(downloads).toEqual({ n: plays.length });
  const plain = Math.min(...plays);
  const longest = Math.max(...plays);
  const [impressions] = await ask(
    target,
    `select coalesce(sum(quantity), 0)::int as n from impressions where episode_id = ${episode_id}`,
  );
  // With one line item, all plays with an ad are equally long.
  const withAd = longest === plain ? plays.length : plays.filter((n) => n === longest).length;
  expect(impressions).toEqual({ n: withAd });
}
