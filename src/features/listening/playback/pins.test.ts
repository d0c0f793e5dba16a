/** Which rendition each listener gets, and how long it stays pinned. */
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import {
  DAY_MS,
  digestIn,
  load,
  type Play,
  useRenditions,
} from "../../../../test/setup/renditions.ts";
import { makeAd, makeStitchable, storeMp3 } from "../../../../test/setup/stitching.ts";
import { buildApp } from "../../../app/build.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";
import { mediaJobs } from "../../publishing/media/jobs.ts";
import { playbackJobs } from "./jobs.ts";

const { stage, ports, world, sounds, makeFull, lead, segmentsOf } = useRenditions();

test("a listener keeps a rendition for a week after the last use, whatever happens to its campaigns", async () => {
  const { episode_id } = await makeFull();
  const start = new Date();
  const after = (days: number) => world.setTime(new Date(start.getTime() + days * DAY_MS));
  const first = digestIn(await lead(episode_id));
  stage.ads = [];
  for (const days of [1, 6, 12, 18]) {
    after(days);
    expect(digestIn(await lead(episode_id)), `${days} days`).toBe(first);
  }
  expect(stage.asked).toHaveLength(1);
  after(26);
  expect(digestIn(await lead(episode_id))).not.toBe(first);
  expect(digestIn(await lead(episode_id, { agent: "Radio/2" }))).not.toBe(first);
  world.setTime(null);
});

test("a session keeps its rendition when its IP address or app changes", async () => {
  const { episode_id } = await makeFull();
  const headers = { "x-playback-session-id": "8A2F-1" };
  const first = digestIn(await lead(episode_id, { headers }));
  stage.ads = [];
  const moved = { agent: "Radio/2 elsewhere", headers };
  expect(digestIn(await lead(episode_id, moved))).toBe(first);
  expect(digestIn(await lead(episode_id, { agent: "Radio/2 elsewhere" }))).toBe(first);
  expect(digestIn(await lead(episode_id, { agent: "Radio/3" }))).not.toBe(first);
});

async function sweepAfter(ms: number): Promise<void> {
  world.setTime(new Date(Date.now() + ms));
  for (const { run } of [...playbackJobs(world.deps), ...mediaJobs(world.deps)])
    await run({}, { last: false });
  world.setTime(null);
}

test("new audio gets new renditions; a playback of the old audio can continue until it is unused", async () => {
  const [audio, oil] = [
    await storeMp3(world, { seconds: 3, kind: "noise", level: -20 }),
    await storeMp3(world, { seconds: 1, kind: "noise", level: -30 }),
  ];
  const { episode_id, team_id } = await makeStitchable(world, audio);
  const ad = await makeAd(world, team_id, oil);
  stage.ads = [{ ...ad, break_index: 0 }];
  const url = await lead(episode_id);
  const before = await load(url);
  await updateEpisode(world.deps.db, episode_id, {
    media_key: sounds.spot.key,
    media_bytes: sounds.spot.bytes.length,
    media_frames: sounds.spot.frames,
    duration: 2000,
  });
  const next = await lead(episode_id);
  expect(digestIn(next)).not.toBe(digestIn(url));
  await world.deps.db
    .deleteFrom("creative_files")
    .where("creative_id", "=", ad.creative_id)
    .execute();
  await sweepAfter(20 * DAY_MS);
  const cold = await openWorldAgain();
  expect((await load(url.replace(world.baseUrl, cold.baseUrl))).equals(before)).toBe(true);
  await cold.close();
  const kept = async () => [
    await world.deps.media.find(audio.key),
    await world.deps.media.find(oil.key),
  ];
  expect(await kept()).not.toContain(null);
  await sweepAfter(40 * DAY_MS);
  expect(await kept()).toEqual([null, null]);
  const left = await world.deps.db
    .selectFrom("renditions")
    .select("digest")
    .where("media_key", "=", audio.key)
    .execute();
  expect(left).toEqual([]);
});

/** Another server on the same stores, with empty caches. */
async function openWorldAgain() {
  const app = await buildApp(world.deps, ports);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => app.close() };
}

test("a probe gets the pinned rendition or one without ads, and reserves nothing", async () => {
  const { episode_id } = await makeFull();
  const [unlisted, range] = ["unlisted/1", "bytes=0-1"];
  const looks: Play[] = [
    { method: "HEAD", agent: unlisted },
    { headers: { range }, agent: unlisted },
    { headers: { range: "bytes=0-0" }, agent: unlisted },
    { agent: "Some bot" },
    { method: "HEAD", agent: "Some bot" },
    { headers: { range }, agent: "Some bot" },
  ];
  const plain = new Set<string>();
  for (const look of looks) plain.add(digestIn(await lead(episode_id, look)));
  expect(plain.size).toBe(1);
  const [adFree = ""] = plain;
  expect((await segmentsOf(adFree)).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  expect([stage.asked.length, await reservationsOf(adFree)]).toEqual([0, 0]);
  const stitched = digestIn(await lead(episode_id, { agent: unlisted }));
  expect(stitched).not.toBe(adFree);
  expect(await reservationsOf(stitched)).toBe(5);
  for (const look of looks.slice(0, 3))
    expect(digestIn(await lead(episode_id, look))).toBe(stitched);
  for (const look of looks.slice(3)) expect(digestIn(await lead(episode_id, look))).toBe(adFree);
  expect(await reservationsOf(stitched)).toBe(5);
});

test.each<[string, Play]>([
  ["a HEAD", { method: "HEAD" }],
  ["a probe of two bytes", { headers: { range: "bytes=0-1" } }],
  ["a probe of one byte", { headers: { range: "bytes=0-0" } }],
])("%s by a listener's app chooses, pins and reserves ads like a GET", async (_, look) => {
  const { episode_id } = await makeFull();
  const stitched = digestIn(await lead(episode_id, look));
  expect((await segmentsOf(stitched)).filter(({ kind }) => kind === "ad")).toHaveLength(5);
  expect(await reservationsOf(stitched)).toBe(5);
  stage.ads = [];
  expect(digestIn(await lead(episode_id))).toBe(stitched);
  expect([stage.asked.length, await reservationsOf(stitched)]).toEqual([1, 5]);
});

const reservationsOf = async (digest: string): Promise<number> => {
  const rows = await world.deps.db
    .selectFrom("reservations")
    .selectAll()
    .where("digest", "=", Buffer.from(digest, "hex"))
    .execute();
  return rows.length;
};

test("many HEADs from one app make one decision, those from unlisted apps make none", async () => {
  const { episode_id } = await makeFull();
  const count = async (table: "renditions" | "pins") => {
    const rows = await world.deps.db
      .selectFrom(table)
      .select("episode_id")
      .where("episode_id", "=", episode_id)
      .execute();
    return rows.length;
  };
  const strangers = Array.from({ length: 100 }, (_, n) =>
    lead(episode_id, { method: "HEAD", agent: `unlisted/${n}` }),
  );
  expect(new Set(await Promise.all(strangers)).size).toBe(1);
  expect([await count("renditions"), await count("pins")]).toEqual([1, 0]);
  const storm = Array.from({ length: 100 }, () => lead(episode_id, { method: "HEAD" }));
  expect(new Set(await Promise.all(storm)).size).toBe(1);
  expect([await count("renditions"), await count("pins")]).toEqual([2, 1]);
  const url = await lead(episode_id, { method: "HEAD" });
  const heads = Array.from({ length: 100 }, async () => {
    const { status, headers } = await fetch(url, { method: "HEAD" });
    return `${status} ${headers.get("content-length")} ${headers.get("etag")}`;
  });
  expect(new Set(await Promise.all(heads)).size).toBe(1);
});

test("two concurrent requests of a listener get one rendition, and reserve its ads once", async () => {
  const { episode_id } = await makeFull();
  const ads = stage.ads;
  const urls = await Promise.all(
    Array.from({ length: 12 }, (_, index) => {
      stage.ads = ads.slice(0, 1 + (index % 5));
      return lead(episode_id);
    }),
  );
  const digests = new Set(urls.map(digestIn));
  expect(digests.size).toBe(1);
  const [digest = ""] = digests;
  const ads_in = (await segmentsOf(digest)).filter(({ kind }) => kind === "ad").length;
  const held = await world.deps.db
    .selectFrom("reservations")
    .innerJoin("renditions", "renditions.digest", "reservations.digest")
    .select("reservations.digest")
    .where("renditions.episode_id", "=", episode_id)
    .execute();
  expect(held.length).toBe(ads_in);
});

test("the ad decision gets all the facts it needs", async () => {
  const made = await makeFull({ tags: ["sea"] });
  await lead(made.episode_id);
  const { episode_id, show_id, owner, team_id } = made;
  expect(stage.asked).toEqual([
    expect.objectContaining({
      episode_id,
      show_id,
      author_id: owner.user_id,
      team_ids: [team_id],
      profile: "mp3-128-stereo",
      country: "IT",
      device: "Mobile",
      os: "iOS",
      app: "Radio",
      language: "en",
      category_ids: [],
      tags: ["sea"],
    }),
  ]);
  const positions = stage.asked[0]?.breaks.map(({ position }) => position);
  expect(positions).toEqual(["preroll", "midroll", "midroll", "postroll"]);
});

test("if choosing ads fails, or chooses deleted ones, the listener gets the audio without ads", async () => {
  const failing = await makeFull();
  stage.failure = new Error("no line items today");
  const plain = await segmentsOf(digestIn(await lead(failing.episode_id)));
  expect(plain.map(({ kind }) => kind)).toEqual(["head", "programme"]);
  stage.failure = null;
  const { episode_id } = await makeFull();
  stage.ads = stage.ads.map((ad) => ({ ...ad, media_key: `audio/${"0".repeat(64)}.mp3` }));
  const url = await lead(episode_id);
  expect((await segmentsOf(digestIn(url))).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  expect((await load(url)).length).toBeGreaterThan(sounds.programme.bytes.length);
});
