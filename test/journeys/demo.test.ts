/** Tests `longwave demo` on an empty database beside its server: what visitors, the creator and the ad manager see. */
import { expect, test } from "vitest";
import { SHOWS } from "../../src/demo/content/shows.ts";
import { writeEpisode } from "../../src/demo/notes.ts";
import { openRandom } from "../../src/demo/random.ts";
import { createToken } from "../../src/features/people/users/actions.ts";
import { createClient } from "../setup/client.ts";
import { createSurfer } from "../setup/surfer.ts";
import { useWorld } from "../setup/world.ts";
import { JOURNEY_MS, longwave, makeDataDir, urlOf } from "./processes.ts";

const world = useWorld();

/** Encoding and a fortnight of listeners take half a minute alone, and longer beside other tests. */
const DEMO_MS = 300_000;
const SMALL = ["--episodes", "48", "--days", "14", "--downloads", "80"];

/** Runs the command beside the world's server, on its database. */
function demo(...args: string[]) {
  const { host, port, user, password, database } = world.deps.pool.options;
  const target = { host, port, user, password, database } as Parameters<typeof urlOf>[0];
  const env = { DATABASE_URL: urlOf(target), DATA_DIR: world.deps.config.dataDir };
  return longwave(["demo", ...args], env);
}

type Printed = {
  accounts: { role: string; username: string; password: string }[];
  show_id: number;
  episode_id: number;
  campaign_id: number;
};

test("the demo shows every part of the platform, with accounts that work, and is made only once", {
  timeout: DEMO_MS,
}, async () => {
  const { code, stdout, stderr } = await demo("--json", ...SMALL);
  expect([code, stderr]).toEqual([0, expect.stringContaining("Publishing episodes")]);
  const printed: Printed = JSON.parse(stdout);
  expect(Object.keys(printed)).toEqual(["accounts", "show_id", "episode_id", "campaign_id"]);
  expect(printed.accounts.map(({ role }) => role)).toEqual([
    "creator",
    "ad_manager",
    "analyst",
    "listener",
    "admin",
  ]);
  await visitorSees(printed);
  await everybodySignsIn(printed);
  await creatorSees(printed);
  await adManagerSees(printed);
  const again = await demo();
  expect([again.code, again.stdout]).toEqual([1, ""]);
  expect(again.stderr).toContain("already has users");
});

test("a demo that failed says which folder to remove, also when it is begun again there", {
  timeout: JOURNEY_MS,
}, async () => {
  const dataDir = await makeDataDir();
  // No disk has so much space: the first picture is refused.
  const failed = await longwave(["demo", ...SMALL], {
    DATA_DIR: dataDir,
    DISK_RESERVE_BYTES: "999999999999",
  });
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain(`Remove the folder ${dataDir}, then run the command again.`);
  expect(failed.stderr).toContain("no storage left");
  const again = await longwave(["demo", ...SMALL], { DATA_DIR: dataDir });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`not completed, remove the folder ${dataDir} instead`);
});

async function visitorSees({ show_id, episode_id }: Printed) {
  const home = await (await fetch(`${world.baseUrl}/`)).text();
  for (const shown of ["For long nights", "Night Shift Atlas", "La dernière balise"])
    expect(home).toContain(shown);
  const page = await (await fetch(`${world.baseUrl}/show/${show_id}`)).text();
  expect(page).toContain("The lock keeper’s lamp");
  const { episode } = (await world.api.get(`/v2/episodes/${episode_id}`)).response;
  expect(episode).toMatchObject({ encoding_status: "READY", show: { show_id } });
  expect(episode.duration).toBeGreaterThan(60_000);
  const audio = await fetch(episode.playback_url);
  expect([audio.status, audio.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  await audio.arrayBuffer();
  const feed = await (await fetch(`${world.baseUrl}/show/${show_id}/episodes/feed`)).text();
  expect(feed).toMatch(/<podcast:funding [^>]+>Buy us a flask of tea</);
}

async function everybodySignsIn({ accounts }: Printed) {
  for (const { username, password } of accounts) {
    const surfer = createSurfer(world.baseUrl);
    await surfer.open("/sign-in");
    await surfer.submit({ login: username, password });
    expect((await surfer.open("/settings")).text).toContain(username);
  }
}

async function apiOf({ accounts }: Printed, wanted: string) {
  const { username = "" } = accounts.find(({ role }) => role === wanted) ?? {};
  return createClient(world.baseUrl, await createToken(world.deps, username));
}

async function creatorSees(printed: Printed) {
  const api = await apiOf(printed, "creator");
  const path = `/v2/shows/${printed.show_id}`;
  const { items } = (await api.get(`${path}/episodes?filter=editable&limit=10`)).response;
  expect(items.map(({ type }: { type: string }) => type).sort()).toEqual([
    "DRAFT",
    "RECORDED",
    "RECORDED",
    "RECORDED",
  ]);
  const { statistics } = (await api.get(`${path}/statistics`)).response;
  expect(statistics.plays_count).toBeGreaterThan(10);
  expect(statistics.downloads_count).toBeGreaterThan(10);
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const range = `from=${day(14)}&to=${day(0)}`;
  const reasons = (await api.get(`${path}/statistics/exclusions?${range}`)).response.statistics;
  expect(reasons.map(({ reason }: { reason: string }) => reason)).toContain("bot-ua");
  const devices = (await api.get(`${path}/statistics/devices?${range}`)).response.statistics;
  expect(devices.length).toBeGreaterThan(1);
}

async function adManagerSees(printed: Printed) {
  const api = await apiOf(printed, "ad_manager");
  const { items } = (await api.get("/v2/lineitems?limit=50")).response;
  type Item = { delivery_status: string; impressions_tracked: number };
  const states = new Set((items as Item[]).map(({ delivery_status }) => delivery_status));
  for (const state of ["DRAFT", "INCOMPLETE", "SCHEDULED", "DELIVERING", "PAUSED", "CANCELED"])
    expect(states).toContain(state);
  const heard = (items as Item[]).filter(({ impressions_tracked }) => impressions_tracked > 0);
  expect(heard.length).toBeGreaterThan(4);
  const { campaign } = (await api.get(`/v2/campaigns/${printed.campaign_id}`)).response;
  expect(Number(campaign.spent_amount)).toBeGreaterThan(0);
}

test("the same seed writes the same texts, another one others, and no title appears twice", () => {
  const texts = (seed: number) =>
    SHOWS.flatMap((show) =>
      show.episodes.map((_, index) =>
        writeEpisode(show, index, openRandom(seed, "episode", show.key, index)),
      ),
    );
  expect(texts(1)).toEqual(texts(1));
  expect(texts(2)).not.toEqual(texts(1));
  const titles = texts(1).map(({ title }) => title);
  expect(new Set(titles).size).toBe(300);
});
