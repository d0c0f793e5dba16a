/** A preview is what a listener would get, and leaves no trace: nothing is reserved, pinned or counted. */
import { beforeAll, expect, test } from "vitest";
import {
  makeAd,
  makeStitchable,
  type StoredMp3,
  storeMp3,
} from "../../../../../test/setup/stitching.ts";
import { readTraces } from "../../../../../test/setup/traces.ts";
import { useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
const HOUR = 3_600_000;
let programme = {} as StoredMp3;
let oil = {} as StoredMp3;

beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 30, kind: "silence" });
  oil = await storeMp3(world, { seconds: 5 });
});

/** An episode with a break before it and one at 10 s, and a line item for it that only Italy hears. */
async function setUp(overrides: Parameters<typeof makeStitchable>[2] = {}) {
  const made = await makeStitchable(world, programme, overrides);
  const ad = await makeAd(world, made.team_id, oil);
  const target = { type: "INCLUDE", matcher: "ONE_OF", values: ["IT"] };
  await world.deps.db
    .updateTable("lineitems")
    .set({ target_geo: JSON.stringify(target), approved_at: new Date(), max_per_download: 2 })
    .where("lineitem_id", "=", ad.lineitem_id)
    .execute();
  const cuepoints = [{ timecode: 0 }, { timecode: 10_000 }];
  await made.owner.api.post(`/v2/episodes/${made.episode_id}/cuepoints`, { cuepoints });
  const preview = async (body: Record<string, string> = {}) => {
    const path = `/v2/episodes/${made.episode_id}/preview`;
    return (await made.owner.api.post(path, body)).response.preview;
  };
  return { ...made, ad, preview };
}

const LISTENER = { "user-agent": "Overcast/3.0 (+http://overcast.fm/; iOS podcast app)" };

test("a preview says which ads a listener hears where and why, and lets them be heard", async () => {
  const { episode_id, ad, preview } = await setUp();
  const made = await preview({ country: "it", device: "Mobile" });
  const heard = { lineitem_id: ad.lineitem_id, creative_id: ad.creative_id, why: "urgency" };
  const hidden = { lineitem_name: null, campaign_name: null, advertiser_name: null };
  expect(made).toMatchObject({ episode_id, country: "IT", device: "Mobile", refusals: [] });
  expect(made.breaks).toMatchObject([
    { position: "preroll", timecode: 0, starts_at: 0, ads: [{ ...heard, ...hidden }] },
    { position: "midroll", timecode: 10_000, ads: [] },
  ]);
  const [{ duration }] = made.breaks[0].ads;
  expect(Math.abs(duration - 5000)).toBeLessThan(60);
  expect(Math.abs(made.duration - 35_000)).toBeLessThan(120);
  // The second break is heard later, by the ad before it.
  expect(Math.abs(made.breaks[1].starts_at - 10_000 - duration)).toBeLessThan(300);
  const audio = await fetch(made.audio_url);
  const bytes = Buffer.from(await audio.arrayBuffer());
  expect([audio.status, audio.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(audio.headers.get("cache-control")).toBe("private, no-store");
  expect(bytes.includes(oil.bytes)).toBe(true);
  expect(bytes.length).toBeGreaterThan(programme.bytes.length + oil.bytes.length);
  const elsewhere = await preview({ country: "DE" });
  expect(elsewhere.breaks.map(({ ads }: { ads: unknown[] }) => ads)).toEqual([[], []]);
  const later = await preview({ country: "IT", at: "2031-01-01 00:00:00" });
  expect(later.breaks[0].ads).toEqual([]);
});

test("who may read the advertising sees names, and why other line items were not chosen", async () => {
  const { owner, team_id, ad, preview } = await setUp();
  const other = await makeAd(world, team_id, await storeMp3(world, { seconds: 2 }));
  const { db } = world.deps;
  const approved = { approved_at: new Date(), start_date: "2029-01-01" };
  await db
    .updateTable("lineitems")
    .set(approved)
    .where("lineitem_id", "=", other.lineitem_id)
    .execute();
  const { organization_id } = await db
    .selectFrom("teams")
    .select("organization_id")
    .where("team_id", "=", team_id)
    .executeTakeFirstOrThrow();
  const member = { organization_id, user_id: owner.user_id, role: "admin" as const };
  await db.insertInto("organization_members").values(member).execute();
  await expect
    .poll(async () => (await preview({ country: "IT" })).refusals, { timeout: 5000 })
    .toEqual([
      { lineitem_id: other.lineitem_id, lineitem_name: "Winter, week 1", reason: "outside-flight" },
    ]);
  const { breaks } = await preview({ country: "IT" });
  expect(breaks[0].ads).toMatchObject([
    {
      lineitem_id: ad.lineitem_id,
      lineitem_name: "Winter, week 1",
      campaign_name: "Winter",
      advertiser_name: "Lamp Oil",
    },
  ]);
});

test("a preview leaves no trace: heard whole, in ranges, by HEAD and after it has expired", async () => {
  const { episode_id, preview } = await setUp();
  const other = await setUp();
  // The first preview makes the secret of the addresses, and remembers where the audio can be cut.
  await preview({ country: "IT" });
  const before = await readTraces(world);
  const { audio_url } = await preview({ country: "IT" });
  const get = (headers = {}, method = "GET") =>
    fetch(audio_url, { method, headers: { ...LISTENER, ...headers } });
  const whole = await get();
  const bytes = Buffer.from(await whole.arrayBuffer());
  const head = await get({}, "HEAD");
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(bytes.length)]);
  const part = await get({ range: "bytes=1000-400000" });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(1000, 400_001));
  const etag = whole.headers.get("etag") ?? "";
  expect((await get({ range: "bytes=0-9", "if-range": etag })).status).toBe(206);
  expect((await get({ "if-match": '"other"' })).status).toBe(412);
  const beyond = await get({ range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([
    416,
    `bytes */${bytes.length}`,
  ]);
  expect((await get({ range: "bytes=0-1" })).status).toBe(206);
  world.setTime(new Date(Date.now() + HOUR + 1000));
  for (const method of ["GET", "HEAD"]) expect((await get({}, method)).status).toBe(404);
  world.setTime(null);
  expect(await readTraces(world)).toEqual(before);
  // A listener's request leaves traces, which come in the order of the responses.
  const play = `${world.baseUrl}/v2/episodes/${other.episode_id}/play`;
  await (await fetch(play, { headers: LISTENER })).arrayBuffer();
  expect(await readTraces(world)).not.toEqual(before);
  const countOf = async (of: number) =>
    (await world.deps.pool.query("select from deliveries where episode_id = $1", [of])).rowCount;
  await expect.poll(() => countOf(other.episode_id), { timeout: 10_000 }).toBe(1);
  expect(await countOf(episode_id)).toBe(0);
});

test("an episode can be previewed before it is published, and only by its editors", async () => {
  const { episode_id, preview } = await setUp({ published_at: null });
  const { audio_url } = await preview({ country: "IT" });
  expect((await fetch(audio_url)).status).toBe(200);
  const stranger = await world.person();
  const path = `/v2/episodes/${episode_id}/preview`;
  expect((await stranger.api.post(path, {})).status).toBe(404);
  expect((await world.api.post(path, {})).status).toBe(401);
});

test("a changed token or a changed episode is not found", async () => {
  const { episode_id, owner, preview } = await setUp();
  const { audio_url } = await preview({ country: "IT" });
  const status = async (url: string) => (await fetch(url)).status;
  for (const token of ["", ".", "e30.", "bm90.bm90", "a.b.c"])
    expect(await status(audio_url.replace(/token=.*/, `token=${token}`))).toBe(404);
  const last = audio_url.at(-2) === "A" ? "B" : "A";
  expect(await status(`${audio_url.slice(0, -2)}${last}${audio_url.at(-1)}`)).toBe(404);
  await owner.api.post(`/v2/episodes/${episode_id}`, { title: "Another title" });
  expect(await status(audio_url)).toBe(404);
});

test("wrong parameters are refused, and an episode without stored audio has no preview", async () => {
  const { episode_id, owner } = await setUp();
  const path = `/v2/episodes/${episode_id}/preview`;
  const wrong = await owner.api.post(path, { country: "XX", device: "Toaster", at: "soon" });
  expect(Object.keys(wrong.error.fields ?? {}).sort()).toEqual(["at", "country", "device"]);
  const without = await setUp({ media_key: null, media_bytes: null, media_frames: null });
  const answer = await without.owner.api.post(`/v2/episodes/${without.episode_id}/preview`, {});
  expect(answer.status).toBe(404);
});
