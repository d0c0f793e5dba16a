/** Tests a backup of a busy server, restored elsewhere: nothing acknowledged before is lost, nothing is counted twice. */
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Client, createClient, type Reply } from "../setup/client.ts";
import { makeSound } from "../setup/sounds.ts";
import { addOrganization, book, publish } from "./booked.ts";
import { expectContract } from "./contract.ts";
import { ledgerSums } from "./ledgersums.ts";
import {
  addAda,
  eventually,
  JOURNEY_MS,
  longwave,
  makeDataDir,
  type Server,
  serve,
  start,
} from "./processes.ts";

const QUIET = { LOG_LEVEL: "silent", RATE_LIMIT: "0", TRUST_PROXY: "loopback" };
const OVERCAST = "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)";

type Acknowledged = { plays: number; episodes: number[]; messages: number };

test(
  "a backup under load, restored under another address, has all that was acknowledged before it began, once",
  async () => {
    const DATA_DIR = await makeDataDir();
    const token = await addAda(DATA_DIR);
    await addOrganization({ DATA_DIR });
    const folder = path.dirname(DATA_DIR);
    const sound = async (kind: "speech" | "sweep", seconds: number) => {
      const file = await makeSound({ folder, name: `${kind}${seconds}.wav`, kind, seconds });
      return new Blob([await readFile(file)]);
    };
    const server = await serve({ DATA_DIR, ...QUIET });
    const api = createClient(server.url, token);
    const { show_id, episode_id } = await publish(api, await sound("speech", 20));
    await book(api, await sound("sweep", 2));

    const done: Acknowledged = { plays: 0, episodes: [], messages: 0 };
    const stopping = new AbortController();
    const load = keepBusy(
      { server, api, show_id, episode_id, done, upload: await sound("sweep", 3) },
      stopping.signal,
    );
    await eventually(async () => done.plays >= 20 && done.episodes.length >= 2, JOURNEY_MS);
    const before = structuredClone(done);
    const sumsBefore = await ledgerSums(DATA_DIR);
    const BACKUP_TO = path.join(folder, "backups");
    const backup = await start(["backup", "--json"], { DATA_DIR, BACKUP_TO }).ended;
    expect([backup.stderr, backup.code]).toEqual(["", 0]);
    const during = done.plays - before.plays;
    stopping.abort();
    await load;
    expect(during, "the server was idle during the backup").toBeGreaterThan(0);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);

    const copy = { DATA_DIR: path.join(folder, "copy"), BACKUP_TO };
    const restored = await longwave(["restore", "--json"], copy);
    expect([restored.stderr, restored.code]).toEqual(["", 0]);
    expect(JSON.parse(restored.stdout)).toMatchObject({ missing: [] });
    const PUBLIC_URL = "https://elsewhere.example";
    const other = await serve({ ...copy, ...QUIET, PUBLIC_URL });
    const sums = await eventually(async () => {
      const waiting = await readdir(path.join(copy.DATA_DIR, "journal"));
      return waiting.length === 0 && ledgerSums(copy.DATA_DIR);
    }, JOURNEY_MS);
    expect(sums.downloads).toBeGreaterThanOrEqual(before.plays);
    expect(sums.downloads).toBeLessThanOrEqual(done.plays);
    expect(sums.impressions).toBeGreaterThanOrEqual(sumsBefore.impressions);
    expect(sums.twice).toEqual([]);
    await expectServed(createClient(other.url, token), before, { show_id, episode_id });
    await expectContract({ url: other.url, publicUrl: PUBLIC_URL, token, show_id, episode_id });
    other.kill("SIGTERM");
    expect((await other.ended).code).toBe(0);
    const verified = await longwave(["backup", "verify"], {
      DATA_DIR: path.join(folder, "third"),
      BACKUP_TO,
    });
    expect([verified.stderr, verified.stdout]).toEqual(["", expect.stringMatching(/ is whole: /)]);
  },
  3 * JOURNEY_MS,
);

type Busy = Readonly<{
  server: Server;
  api: Client;
  show_id: number;
  episode_id: number;
  done: Acknowledged;
  upload: Blob;
}>;

/** Plays with ads from ever new addresses, uploads, and messages, each noted when the server has acknowledged it. */
async function keepBusy(busy: Busy, signal: AbortSignal): Promise<void> {
  const { server, api, show_id, episode_id, done } = busy;
  let address = 0;
  const play = async () => {
    address += 1;
    const from = `81.2.${69 + (address >> 8)}.${address & 255}`;
    const headers = { "user-agent": OVERCAST, "x-forwarded-for": from };
    const led = await createClient(server.url, null).get(`/v2/episodes/${episode_id}/play`, {
      headers,
    });
    const answer = await fetch(led.headers.get("location") ?? "", { headers });
    await answer.arrayBuffer();
    done.plays += 1;
  };
  const upload = async () => {
    const { response } = await api.post(
      `/v2/shows/${show_id}/episodes`,
      { title: `Episode ${done.episodes.length}` },
      { files: { media_file: busy.upload } },
    );
    done.episodes.push(response.episode.episode_id);
  };
  const write = async () => {
    await api.post(`/v2/episodes/${episode_id}/messages`, { text: `Message ${done.messages}` });
    done.messages += 1;
  };
  const repeat = async (work: () => Promise<void>, most: number) => {
    for (let times = 0; times < most && !signal.aborted; times += 1) await work();
  };
  await Promise.all([
    repeat(play, 2000),
    repeat(play, 2000),
    repeat(upload, 12),
    repeat(write, 300),
  ]);
}

/** Messages are there, episodes that were uploaded are encoded after the restore, and links have the new address. */
async function expectServed(
  api: Client,
  before: Acknowledged,
  { show_id, episode_id }: Pick<Busy, "show_id" | "episode_id">,
): Promise<void> {
  const texts = await messagesOf(api, episode_id);
  const written = Array.from({ length: before.messages }, (_, n) => `Message ${n}`);
  expect(texts).toEqual(expect.arrayContaining(written));
  expect(new Set(texts).size).toBe(texts.length);
  for (const episode_id of before.episodes) {
    await eventually(async () => {
      const { response } = await api.get(`/v2/episodes/${episode_id}`);
      return response.episode.encoding_status === "READY";
    }, JOURNEY_MS);
    const led = await api.get(`/v2/episodes/${episode_id}/play`);
    const { pathname } = new URL(led.headers.get("location") ?? "");
    const audio = await api.get(pathname);
    expect(audio.status).toBe(200);
  }
  const feed = await api.get(`/show/${show_id}/episodes/feed`);
  expect(feed.text).toContain("https://elsewhere.example/");
  expect(feed.text).not.toContain("127.0.0.1");
}

/** The texts of all messages below the episode, newest first. */
async function messagesOf(api: Client, episode_id: number): Promise<string[]> {
  const texts: string[] = [];
  let next: string | null = `/v2/episodes/${episode_id}/messages`;
  while (next !== null) {
    const page: Reply<{ items: { text: string }[]; next_url: string | null }> = await api.get(next);
    texts.push(...page.response.items.map((one) => one.text));
    const { next_url } = page.response;
    next = next_url === null ? null : next_url.slice(new URL(next_url).origin.length);
  }
  return texts;
}
