/** A Longwave server on stores that break, with a show to read and an episode to hear. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import {
  addAda,
  eventually,
  makeDataDir,
  type Running,
  type Server,
  serve,
} from "../journeys/processes.ts";
import { type Client, createClient } from "../setup/client.ts";
import { openPostgres, type Postgres } from "../setup/postgres.ts";
import { makeSound } from "../setup/sounds.ts";
import { type Line, openLine } from "./line.ts";
import type { Traffic } from "./traffic.ts";

type Env = Record<string, string>;

/** A PostgreSQL with the user ada, behind a line. */
export type Stores = Readonly<{ postgres: Postgres; line: Line; token: string; url: string }>;

/** `configure`: further lines of its configuration. */
export async function openStores(configure = ""): Promise<Stores> {
  const dataDir = await makeDataDir("primary");
  const token = await addAda(dataDir);
  const postgres = await openPostgres(dataDir);
  if (configure !== "") await postgres.configure(configure);
  await postgres.start();
  const line = await openLine({ path: postgres.socket });
  return { postgres, line, token, url: postgres.urlAt(line.port) };
}

/** What every server of these journeys has set: listeners are told apart by their forwarded addresses. */
const SETTINGS = { RATE_LIMIT: "0", LOG_LEVEL: "info", TRUST_PROXY: "loopback" };

/** Starts `longwave serve` with `env`. */
export const startServer = (env: Env, wrapper: readonly string[] = []): Promise<Server> =>
  serve({ ...SETTINGS, ...env }, wrapper);

export type Show = Readonly<{ show_id: number; episode_id: number }>;

/** Makes a published show with one episode whose audio is ready. */
export async function makeShow(api: Client): Promise<Show> {
  const made = await api.post("/v2/shows", { title: "Tides", language: "en" });
  const { show_id } = made.response.show;
  const episode_id = await upload(api, show_id);
  await untilReady(api, episode_id);
  return { show_id, episode_id };
}

/** Uploads an episode of five seconds; returns its id. */
export async function upload(api: Client, show_id: number): Promise<number> {
  const folder = path.dirname(await makeDataDir());
  const sound = await readFile(await makeSound({ folder, name: "tide.mp3", seconds: 5 }));
  const sent = await api.post(
    `/v2/shows/${show_id}/episodes`,
    { title: "Low water" },
    { files: { media_file: new File([sound], "tide.mp3") } },
  );
  expect(sent.text).toContain("episode_id");
  return sent.response.episode.episode_id;
}

export const untilReady = (api: Client, episode_id: number): Promise<boolean> =>
  eventually(async () => (await encodingOf(api, episode_id)) === "READY", 120_000);

const encodingOf = async (api: Client, episode_id: number): Promise<string> =>
  (await api.get(`/v2/episodes/${episode_id}`)).response.episode.encoding_status;

export const clientOf = ({ url }: Pick<Server, "url">, token: string): Client =>
  createClient(url, token);

/** Titles of ada's shows, with repetitions. */
async function titlesOf(api: Client): Promise<string[]> {
  const titles: string[] = [];
  for (let at = "/v2/users/me/shows?filter=editable&limit=100"; at !== ""; ) {
    const { status, response } = await api.get(at);
    expect(status).toBe(200);
    titles.push(...response.items.map(({ title }: { title: string }) => title));
    const next = response.next_url;
    at = next === null ? "" : new URL(next).pathname + new URL(next).search;
  }
  return titles;
}

/** Expects that each acknowledged show is there once, and that no other is there twice. */
export async function expectNothingLost(api: Client, { acknowledged }: Traffic): Promise<void> {
  const titles = (await titlesOf(api)).filter((title) => title.startsWith("Show "));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles).toEqual(expect.arrayContaining([...acknowledged]));
}

const playsOf = async (api: Client, episode_id: number): Promise<number> =>
  (await api.get(`/v2/episodes/${episode_id}`)).response.episode.plays_count;

/** Expects each listener to be counted once; `counted` may lag by the pause of the recorder and its retries. */
export async function expectCounted(
  api: Client,
  episode_id: number,
  traffic: Traffic,
  patienceMs = 60_000,
): Promise<void> {
  const [least, most] = [traffic.heard(), traffic.heard() + traffic.interrupted()];
  await expect
    .poll(() => playsOf(api, episode_id), { timeout: patienceMs, interval: 250 })
    .toBeGreaterThanOrEqual(least);
  expect(await playsOf(api, episode_id)).toBeLessThanOrEqual(most);
}

/** Expects a log of JSON lines, and at most `most` at `warn` or above. Returns those lines. */
export function expectQuiet({ said }: Running, most: number): string[] {
  const lines = said.stderr.split("\n").filter((line) => line !== "");
  const warnings = lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40);
  expect(warnings.length, warnings.slice(0, 60).join("\n")).toBeLessThanOrEqual(most);
  return warnings;
}

/** Stops the server as an operator does. */
export async function stopServer(server: Server): Promise<void> {
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
}
