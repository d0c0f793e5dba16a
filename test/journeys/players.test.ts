/** Tests players that send a first request to look: the URL they are redirected to has ads, which are counted. */
import { setTimeout } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { type Ask, ask, leadsTo } from "../setup/players.ts";
import { makeAd, makeStitchable, type StoredMp3, storeMp3 } from "../setup/stitching.ts";
import { useWorld } from "../setup/world.ts";

const world = useWorld({ TRUST_PROXY: "loopback" });
let [programme, spot] = [{} as StoredMp3, {} as StoredMp3];
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 100, kind: "silence" });
  spot = await storeMp3(world, { seconds: 2, kind: "bursts" });
});

async function publish() {
  const made = await makeStitchable(world, programme);
  const { lineitem_id } = await makeAd(world, made.team_id, spot);
  // The ad server's view of bookings is up to a second old.
  await setTimeout(1100);
  const enclosure = `${world.baseUrl}/download/episode/${made.episode_id}/fog.mp3`;
  return { ...made, lineitem_id, enclosure };
}

/** Counts of downloads, ads delivered, ads still held, and excluded requests by reason. */
async function countsOf(episode_id: number, lineitem_id: number) {
  const { rows } = await world.deps.pool.query(
    `select (select count(*)::int from downloads where episode_id = $1) as downloads,
       (select count(*)::int from impressions where lineitem_id = $2) as impressions,
       (select count(*)::int from reservations where lineitem_id = $2) as held,
       (select coalesce(json_object_agg(reason, requests_count), '{}') from exclusions
         where episode_id = $1 and requests_count > 0) as excluded`,
    [episode_id, lineitem_id],
  );
  return rows[0];
}

const PATIENCE = { timeout: 20_000 };

test("AVFoundation probes the enclosure and stays at the redirect target: ads are played and counted", async () => {
  const { episode_id, lineitem_id, enclosure } = await publish();
  const player: Ask = {
    agent: "AppleCoreMedia/1.0.0.20K71 (iPhone; U; CPU OS 16_1 like Mac OS X; en_au)",
    from: "81.2.70.11",
    headers: { "x-playback-session-id": "5E1F-1" },
  };
  const probe = { ...player, range: "bytes=0-1" };
  const url = leadsTo(await ask(enclosure, probe));
  expect(await countsOf(episode_id, lineitem_id)).toMatchObject({ downloads: 0, held: 1 });
  const first = await ask(url, probe);
  expect([first.status, first.body.length]).toEqual([206, 2]);
  const length = Number(first.headers["content-range"]?.split("/")[1]);
  const heard: Buffer[] = [];
  for (let at = 0; at < length; at += 400_000) {
    const range = `bytes=${at}-${Math.min(at + 400_000, length) - 1}`;
    const { status, body } = await ask(url, { ...player, range });
    expect(status).toBe(206);
    heard.push(body);
  }
  expect(Buffer.concat(heard).includes(spot.bytes)).toBe(true);
  await expect
    .poll(() => countsOf(episode_id, lineitem_id), PATIENCE)
    .toMatchObject({
      downloads: 1,
      impressions: 1,
      held: 0,
      excluded: { probe: 1, duplicate: heard.length - 1 },
    });
});

test("an app that first resolves redirects by HEAD downloads ads, which are counted", async () => {
  const { episode_id, lineitem_id, enclosure } = await publish();
  const app: Ask = { agent: "AntennaPod/3.5.0", from: "81.2.70.12" };
  const head = await ask(enclosure, { ...app, method: "HEAD" });
  const url = leadsTo(head);
  const { headers } = await ask(url, { ...app, method: "HEAD" });
  expect(await countsOf(episode_id, lineitem_id)).toMatchObject({ downloads: 0, held: 1 });
  const { status, body } = await ask(url, app);
  expect([status, String(body.length)]).toEqual([200, headers["content-length"]]);
  expect(body.includes(spot.bytes)).toBe(true);
  await expect
    .poll(() => countsOf(episode_id, lineitem_id), PATIENCE)
    .toMatchObject({
      downloads: 1,
      impressions: 1,
      held: 0,
      excluded: { head: 1 },
    });
});

test("a program that is no listener's app gets no ads, and nothing is reserved for it", async () => {
  const { episode_id, lineitem_id, enclosure } = await publish();
  for (const agent of ["Something/1.0 (of nobody)", "curl/8.5.0", "Googlebot/2.1"])
    for (const look of [
      { method: "HEAD" as const },
      { range: "bytes=0-1" },
      { range: "bytes=0-0" },
    ]) {
      const url = leadsTo(await ask(enclosure, { agent, from: "81.2.70.13", ...look }));
      const { body } = await ask(url, { agent, from: "81.2.70.13" });
      expect(body.includes(spot.bytes), `${agent} ${JSON.stringify(look)}`).toBe(false);
    }
  expect(await countsOf(episode_id, lineitem_id)).toMatchObject({ impressions: 0, held: 0 });
});
