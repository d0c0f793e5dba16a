/** An aircheck plays a line item's ad in an episode, says why a listener gets it or not, and leaves no trace. */
import { beforeAll, expect, test } from "vitest";
import {
  decodeMp3,
  makeAd,
  makeStitchable,
  type StoredMp3,
  storeMp3,
} from "../../../../../test/setup/stitching.ts";
import { createSurfer } from "../../../../../test/setup/surfer.ts";
import { readTraces } from "../../../../../test/setup/traces.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let programme = {} as StoredMp3;
let oil = {} as StoredMp3;

beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 90, kind: "silence" });
  oil = await storeMp3(world, { seconds: 5 });
});

/** An episode of 90 s with a break at 45 s, and an ad for Italy in its network, whose admin is the show's owner. */
async function setUp(changes: Record<string, unknown> = {}) {
  const made = await makeStitchable(world, programme);
  const ad = await makeAd(world, made.team_id, oil);
  const { db } = world.deps;
  const target_geo = JSON.stringify({ type: "INCLUDE", matcher: "ONE_OF", values: ["IT"] });
  await db
    .updateTable("lineitems")
    .set({ target_geo, approved_at: new Date(), ...changes })
    .where("lineitem_id", "=", ad.lineitem_id)
    .execute();
  const { organization_id } = await db
    .selectFrom("teams")
    .select("organization_id")
    .where("team_id", "=", made.team_id)
    .executeTakeFirstOrThrow();
  const join = (user_id: number, role: "admin" | "ad_manager" | "analyst") =>
    db.insertInto("organization_members").values({ organization_id, user_id, role }).execute();
  await join(made.owner.user_id, "admin");
  const cuepoints = [{ timecode: 45_000, ads_max_count: 1 }];
  await made.owner.api.post(`/v2/episodes/${made.episode_id}/cuepoints`, { cuepoints });
  const path = `/v2/lineitems/${ad.lineitem_id}/aircheck`;
  const check = async (body: Record<string, unknown> = {}) =>
    (await made.owner.api.post(path, { episode_id: made.episode_id, country: "IT", ...body }))
      .response.aircheck;
  const checkUntil = (reason: string | null, body: Record<string, unknown> = {}) =>
    expect.poll(async () => (await check(body)).reason, { timeout: 5000 }).toBe(reason);
  return { ...made, ad, path, check, checkUntil, join };
}

const bytesOf = async (url: string, headers = {}) => {
  const response = await fetch(url, { headers });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

test("the minute around the break is heard with the ad in it", async () => {
  const { ad, check, checkUntil } = await setUp();
  await checkUntil(null);
  const made = await check();
  expect(made).toMatchObject({
    lineitem_id: ad.lineitem_id,
    creative_id: ad.creative_id,
    won: true,
    position: "midroll",
    timecode: 45_000,
    considered: [
      { lineitem_id: ad.lineitem_id, position: "midroll", why: "urgency", reason: null },
    ],
  });
  // Fifteen seconds before the break, the ad, twenty-five seconds after it.
  expect(Math.abs(made.starts_at - 15_000)).toBeLessThan(600);
  expect(Math.abs(made.duration - 40_000 - made.ad_duration)).toBeLessThan(600);
  const { response, bytes } = await bytesOf(made.audio_url);
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  const at = bytes.indexOf(oil.bytes);
  expect(at).toBeGreaterThan(0);
  const { samples, log } = await decodeMp3(bytes);
  expect(log).toBe("");
  expect(Math.abs(samples.length / 2 / 44.1 - made.duration)).toBeLessThan(60);
  const part = await bytesOf(made.audio_url, { range: `bytes=${at}-${at + 999}` });
  expect(part.response.status).toBe(206);
  expect(part.bytes).toEqual(oil.bytes.subarray(0, 1000));
});

test("an aircheck and its audio leave no trace in any table or journal", async () => {
  const { check, checkUntil } = await setUp();
  await checkUntil(null);
  const before = await readTraces(world);
  const { audio_url } = await check();
  const whole = await bytesOf(audio_url);
  await bytesOf(audio_url, { range: "bytes=5000-" });
  await check({ country: "DE" });
  expect(whole.bytes.length).toBeGreaterThan(oil.bytes.length);
  expect(await readTraces(world)).toEqual(before);
});

test("a listener who would not get it hears it all the same, with the reason", async () => {
  const { ad, check, checkUntil, team_id } = await setUp();
  await checkUntil("target-geo", { country: "DE" });
  const elsewhere = await check({ country: "DE" });
  expect(elsewhere).toMatchObject({ won: false, position: "midroll", considered: [] });
  expect((await bytesOf(elsewhere.audio_url)).bytes.includes(oil.bytes)).toBe(true);
  expect(await check({ at: "2031-01-01 00:00:00" })).toMatchObject({ reason: "outside-flight" });
  const rival = await makeAd(world, team_id, await storeMp3(world, { seconds: 3 }));
  const better = { approved_at: new Date(), priority_id: 20 };
  const { db } = world.deps;
  await db
    .updateTable("lineitems")
    .set(better)
    .where("lineitem_id", "=", rival.lineitem_id)
    .execute();
  // The catalog of the ad server is a second old at most, and may not know the two at first.
  await expect.poll(async () => (await check()).considered.length, { timeout: 5000 }).toBe(2);
  const { considered, reason, audio_url } = await check();
  expect(reason).toBe("no-slot");
  expect(considered).toMatchObject([
    { lineitem_id: rival.lineitem_id, lineitem_name: "Winter, week 1", why: "sponsorship" },
    { lineitem_id: ad.lineitem_id, position: null, reason: "no-slot" },
  ]);
  expect((await bytesOf(audio_url)).bytes.includes(oil.bytes)).toBe(true);
});

test("a draft, an episode of another network and one without audio", async () => {
  const { check, path, owner } = await setUp({ active: false });
  const draft = await check();
  expect(draft).toMatchObject({ won: false, reason: "not-active" });
  expect((await bytesOf(draft.audio_url)).bytes.includes(oil.bytes)).toBe(true);
  const { episode_id } = await makeStitchable(world, programme);
  const other = await check({ episode_id });
  expect(other).toMatchObject({ reason: "not-active", audio_url: null, position: null });
  const silent = await makeStitchable(world, programme, {
    ...{ type: "EXTERNAL", media_url: "https://example.org/fog.mp3" },
    ...{ media_key: null, media_bytes: null, media_frames: null },
  });
  expect(await check({ episode_id: silent.episode_id })).toMatchObject({ reason: "no-audio" });
  const hidden = await makeStitchable(world, programme, { visibility: "PRIVATE" });
  const refused = await owner.api.post(path, { episode_id: hidden.episode_id });
  expect(refused.status).toBe(404);
  const wrong = await owner.api.post(path, { country: "XX" });
  expect(Object.keys(wrong.error.fields ?? {}).sort()).toEqual(["country", "episode_id"]);
});

test("only people who may change the line item hear it", async () => {
  const { path, episode_id, join } = await setUp();
  const [manager, analyst, stranger] = [
    await world.person(),
    await world.person(),
    await world.person(),
  ];
  await join(manager.user_id, "ad_manager");
  await join(analyst.user_id, "analyst");
  const statusOf = async ({ api }: typeof manager) => (await api.post(path, { episode_id })).status;
  expect(await statusOf(manager)).toBe(200);
  expect(await statusOf(analyst)).toBe(403);
  expect(await statusOf(stranger)).toBe(403);
  expect((await world.api.post(path, { episode_id })).status).toBe(401);
});

test("the page of the studio plays the minute and names the reason, without scripts", async () => {
  const { ad, owner, episode_id, checkUntil } = await setUp();
  await checkUntil(null);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: owner.username, password: "correct horse" });
  const path = `/studio/ads/lineitems/${ad.lineitem_id}/aircheck`;
  const blank = await surfer.open(path);
  expect(blank.text).toContain('value="IT"');
  expect(blank.text).toContain("Letter 1: Fog · The Tide Tables");
  const query = `check=1&episode=${episode_id}&device=Mobile`;
  const { text } = await surfer.open(`${path}?${query}&country=IT`);
  expect(text).toContain("This listener would get it");
  const src = /<audio[^>]* src="([^"]+)"/.exec(text)?.[1] ?? "";
  expect((await bytesOf(src.replaceAll("&amp;", "&"))).bytes.includes(oil.bytes)).toBe(true);
  const elsewhere = await surfer.open(`${path}?${query}&country=DE`);
  expect(elsewhere.text).toContain("The listener is outside its countries.");
  expect(elsewhere.text).toContain("The ad is in the audio all the same.");
  const wrong = await surfer.open(`${path}?check=1&other=999999999&country=Atlantis&at=soon`);
  expect(wrong.text).toContain("Enter a country code such as IT.");
  expect(wrong.text).toContain("Enter a date and a time.");
  const missing = await surfer.open(`${path}?check=1&other=999999999`);
  expect(missing.text).toContain("There is no episode with this id that you may hear.");
});
