/** Tests creatives from upload to splicing: files for every profile, versions, rotation, refusals. */
import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LINEITEM, makeTeam, type Team } from "../../../../../test/setup/advertising.ts";
import { inspectMp3 } from "../../../../../test/setup/mp3.ts";
import { makeSound, type SoundOptions } from "../../../../../test/setup/sounds.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { PROFILES } from "../../../../platform/audio/profiles.ts";
import { mediaJobs } from "../../../publishing/media/jobs.ts";
import { creativeJobs } from "./jobs.ts";

const world = useWorld();
let team: Team;
let folder = "";

beforeAll(async () => {
  team = await makeTeam(world);
  folder = await mkdtemp(path.join(os.tmpdir(), "longwave-ads-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const made = new Map<string, Promise<Buffer>>();
/** An audio file to upload; generated once per set of options. */
async function sound({
  name = "ad.mp3",
  ...options
}: Omit<SoundOptions, "folder"> = {}): Promise<File> {
  const extension = path.extname(name);
  const key = JSON.stringify([extension, options]);
  const file = `sound-${made.size}${extension}`;
  const bytes =
    made.get(key) ??
    makeSound({ seconds: 0.5, ...options, name: file, folder }).then((at) => readFile(at));
  made.set(key, bytes);
  return new File([await bytes], name);
}

type Item = { lineitem_id: number };
const pathOf = ({ lineitem_id }: Item) => `/v2/lineitems/${lineitem_id}`;
const read = async (item: Item) => (await team.boss.api.get(pathOf(item))).response.lineitem;
const send = (item: Item, file: Blob, fields = {}) =>
  team.boss.api.post(pathOf(item), fields, { files: { audio_ad_file: file } });
const add = async (item: Item, file: Blob, fields = {}) => {
  const files = { audio_ad_file: file };
  const { response, text, status } = await team.boss.api.post(`${pathOf(item)}/creatives`, fields, {
    files,
  });
  expect(status, text).toBe(200);
  return response.creative;
};

/** One profile, where the number of profiles does not matter. */
const ONE = { profiles: Object.keys(PROFILES).slice(0, 1) };
const jobNamed = (name: string, options: { profiles?: string[] } = ONE) => {
  const found = creativeJobs(world.deps, options).find((job) => job.name === name);
  if (found === undefined) throw new Error(`there is no job ${name}`);
  return found;
};
const encode = (creative_id: number, options: { profiles?: string[] } = ONE) =>
  jobNamed("encode-creative", options).run({ creative_id }, { last: true });
/** Encodes the pending creatives of the line item in order. */
async function encodeAll(item: Item): Promise<void> {
  const { creatives } = await read(item);
  for (const { creative_id, status } of creatives)
    if (status === "PENDING") await encode(creative_id);
}

const filesOf = (creative_id: number) =>
  world.deps.db
    .selectFrom("creative_files")
    .selectAll()
    .where("creative_id", "=", creative_id)
    .execute();

test("an upload is encoded to bare frames, once per profile, and its team can play it", async () => {
  const item = await team.lineitem();
  const file = await sound({ seconds: 2, level: -30, name: "trains.wav", channels: 2 });
  const pending = (await send(item, file)).response.lineitem;
  expect(pending).toMatchObject({ audio_ad_url: null, audio_ad_filename: null });
  expect(pending.creatives).toMatchObject([
    { version: 1, weight: 100, filename: "trains.wav", status: "PENDING", duration: null },
  ]);
  const [{ creative_id }] = pending.creatives;
  await encode(creative_id, {});
  const ready = await read(item);
  expect(ready.creatives).toMatchObject([{ status: "READY", error: null, duration: 2000 }]);
  expect(ready.audio_ad_filename).toBe("trains.wav");
  expect(ready.audio_ad_url).toBe(ready.creatives[0].audio_url);
  const files = await filesOf(creative_id);
  expect(files.map(({ profile }) => profile).sort()).toEqual(Object.keys(PROFILES).sort());
  for (const { profile, media_key, bytes, frames } of files) {
    const facts = await inspectMp3(await world.deps.media.read(media_key));
    const { bitrate_kbps, sample_rate, channels } = PROFILES[profile] ?? {};
    expect(facts, profile).toMatchObject({
      frames,
      header_bytes: 0,
      info: false,
      junk: 0,
      cbr: true,
      reservoir: 0,
      first: { bitrate_kbps, sample_rate, channels },
    });
    expect((await world.deps.media.find(media_key))?.bytes).toBe(bytes);
    expect(frames).toBe(Math.ceil((2 * 44_100) / 1152));
  }
  expect(await readdir(world.deps.media.tmpDir)).toEqual([]);
});

test("its audio is sent whole and in ranges, and never changes", async () => {
  const item = await team.lineitem();
  await send(item, await sound());
  await encodeAll(item);
  const { audio_ad_url: url } = await read(item);
  const whole = await fetch(url);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect([whole.status, whole.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  expect(whole.headers.get("cache-control")).toContain("immutable");
  expect(bytes.length).toBe(Number(whole.headers.get("content-length")));
  const part = await fetch(url, { headers: { range: "bytes=100-299" } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 300))).toBe(true);
  const beyond = await fetch(url, { headers: { range: "bytes=9999999-" } });
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([
    416,
    `bytes */${bytes.length}`,
  ]);
  const etag = { "if-none-match": whole.headers.get("etag") ?? "" };
  expect((await fetch(url, { headers: etag })).status).toBe(304);
  expect((await fetch(url, { headers: { "if-match": '"other"' } })).status).toBe(412);
  expect((await fetch(url.replace(/[0-9a-f]{64}/, "0".repeat(64)))).status).toBe(404);
});

test("those who may replace its audio get it back as it was uploaded, also before it is READY", async () => {
  const item = await team.lineitem();
  const file = await sound({ name: "spot.flac" });
  const { creative_id } = await add(item, file);
  const path = `${pathOf(item)}/creatives/${creative_id}/original-audio`;
  const sent = Buffer.from(await file.arrayBuffer());
  const got = await team.boss.api.get(path);
  expect(Object.fromEntries(got.headers)).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": String(sent.length),
    etag: `"${createHash("sha256").update(sent).digest("hex")}"`,
  });
  expect((await team.boss.api.get(path.replace(/\d+(?=\/original)/, "999999"))).status).toBe(404);
});

test("a line item created active with its audio runs as soon as the audio is READY", async () => {
  world.setTime(new Date("2026-01-15T12:00:00Z"));
  const { campaign_id } = await team.campaign();
  const files = { audio_ad_file: await sound() };
  const sent = { ...LINEITEM, campaign_id, active: true };
  const { lineitem } = (await team.boss.api.post("/v2/lineitems", sent, { files })).response;
  expect([lineitem.delivery_status, lineitem.status]).toEqual(["INCOMPLETE", "STOPPED"]);
  await encodeAll(lineitem);
  const running = await read(lineitem);
  expect([running.delivery_status, running.status]).toEqual(["DELIVERING", "RUNNING"]);
  world.setTime(null);
});

test("a new upload is a new version that replaces the old one once READY, and not when it fails", async () => {
  const item = await team.lineitem();
  await send(item, await sound({ name: "one.mp3" }));
  await encodeAll(item);
  const before = await read(item);
  const second = (await send(item, await sound({ name: "two.mp3" }))).response.lineitem;
  expect(second.creatives.map(({ version }: { version: number }) => version)).toEqual([1, 2]);
  expect(second.audio_ad_filename).toBe("one.mp3");
  await send(item, new File(["no sound at all"], "three.mp3"));
  await encodeAll(item);
  const after = await read(item);
  expect(after.creatives).toMatchObject([
    { version: 2, status: "READY", filename: "two.mp3" },
    { version: 3, status: "ERROR", error: expect.stringMatching(/^[A-Z].*\.$/) },
  ]);
  expect(after.audio_ad_filename).toBe("two.mp3");
  expect(await filesOf(before.creatives[0].creative_id)).toHaveLength(1);
});

test("a creative replaced while it is being encoded is discarded", async () => {
  const item = await team.lineitem();
  await send(item, await sound({ name: "slow.mp3" }));
  const [slow] = (await read(item)).creatives;
  await send(item, await sound({ name: "fast.mp3" }));
  const fast = (await read(item)).creatives[1];
  await encode(fast.creative_id);
  await encode(slow.creative_id);
  expect((await read(item)).creatives).toMatchObject([{ filename: "fast.mp3", status: "READY" }]);
  expect(await filesOf(slow.creative_id)).toEqual([]);
});

async function countEncodedFiles(): Promise<number> {
  let count = 0;
  for await (const _ of world.deps.media.keys("ads")) count += 1;
  return count;
}

test("a creative deleted while it is being encoded is discarded, and its encoding stops", async () => {
  const item = await team.lineitem();
  const before = await countEncodedFiles();
  const { creative_id } = await add(item, await sound({ seconds: 110, name: "long.mp3" }));
  const running = encode(creative_id, {});
  const status = async () => (await read(item)).creatives[0].status;
  await vi.waitFor(async () => expect(await status()).toBe("PROCESSING"), 20_000);
  await team.boss.api.delete(`${pathOf(item)}/creatives/${creative_id}`);
  await running;
  expect((await read(item)).creatives).toEqual([]);
  expect(await filesOf(creative_id)).toEqual([]);
  expect((await countEncodedFiles()) - before).toBeLessThan(Object.keys(PROFILES).length);
  expect(await readdir(world.deps.media.tmpDir)).toEqual([]);
});

test.each([
  ["too long", { seconds: 121 }, /longer than 120 seconds/],
  ["too short", { seconds: 0.01, name: "short.wav" }, /too short|no sound/],
])(
  "audio that is %s ends in ERROR with the reason",
  async (_, options, reason) => {
    const item = await team.lineitem();
    await send(item, await sound(options));
    await encodeAll(item);
    const [creative] = (await read(item)).creatives;
    expect(creative).toMatchObject({ status: "ERROR", error: expect.stringMatching(reason) });
    expect(creative.audio_url).toBeNull();
  },
  120_000,
);

test("an empty file is refused at once", async () => {
  const item = await team.lineitem();
  const { status, error } = await send(item, new File([], "empty.mp3"));
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["audio_ad_file"]]);
  const missing = await team.boss.api.post(`${pathOf(item)}/creatives`, { weight: 5 });
  expect(missing.error.fields).toHaveProperty("audio_ad_file");
  expect((await read(item)).creatives).toEqual([]);
});

test("several creatives rotate by weight, and each is replaced and deleted separately", async () => {
  const item = await team.lineitem();
  const first = await add(item, await sound({ name: "first.mp3" }));
  const second = await add(item, await sound({ name: "second.mp3" }), { weight: 300 });
  expect([first.weight, second.weight]).toEqual([100, 300]);
  await encodeAll(item);
  const of = (creative: { creative_id: number }) =>
    `${pathOf(item)}/creatives/${creative.creative_id}`;
  expect((await team.boss.api.post(of(first), { weight: 0 })).response.creative.weight).toBe(0);
  const files = { audio_ad_file: await sound({ name: "newer.mp3" }) };
  const newer = (await team.boss.api.post(of(second), {}, { files })).response.creative;
  expect(newer).toMatchObject({ version: 2, weight: 300, status: "PENDING" });
  expect((await read(item)).creatives).toHaveLength(3);
  await encodeAll(item);
  expect((await read(item)).creatives).toMatchObject([
    { filename: "first.mp3", weight: 0 },
    { filename: "newer.mp3", weight: 300, version: 2, status: "READY" },
  ]);
  expect((await team.boss.api.delete(of(second))).status).toBe(404);
  expect(await team.boss.api.delete(of(newer))).toMatchObject({ status: 200, response: [] });
  expect((await read(item)).audio_ad_filename).toBe("first.mp3");
  const other = await team.lineitem();
  expect((await team.boss.api.delete(of(first).replace(pathOf(item), pathOf(other)))).status).toBe(
    404,
  );
  for (const weight of [-1, 1001, "heavy"])
    expect((await team.boss.api.post(of(first), { weight })).error.fields).toHaveProperty("weight");
});

test("a rotation has a maximum size, and a line item's entity tag guards its creatives", async () => {
  const item = await team.lineitem();
  const file = new File(["anything"], "ad.mp3");
  const read = await team.boss.api.get(pathOf(item));
  const headers = { "if-match": read.headers.get("etag") ?? "" };
  const files = { audio_ad_file: file };
  const own = `${pathOf(item)}/creatives`;
  const made = await team.boss.api.post(own, {}, { files, headers });
  expect(made.status).toBe(200);
  expect((await team.boss.api.post(own, {}, { files, headers })).status).toBe(412);
  const newer = { "if-match": made.headers.get("etag") ?? "" };
  expect((await team.boss.api.post(own, {}, { files, headers: newer })).status).toBe(200);
  for (let more = 2; more < 20; more += 1) await add(item, file);
  const { error } = await team.boss.api.post(own, {}, { files });
  expect(error).toMatchObject({ code: 409, type: "too-many-creatives" });
});

test("a copy has the same audio, also audio that is still being encoded", async () => {
  const item = await team.lineitem();
  await send(item, await sound({ name: "one.mp3" }));
  await encodeAll(item);
  await add(item, await sound({ name: "two.mp3" }));
  const copy = (await team.boss.api.post(`${pathOf(item)}/clone`)).response.lineitem;
  expect(copy.audio_ad_url).toBe((await read(item)).audio_ad_url);
  await encodeAll(copy);
  expect((await read(copy)).creatives).toMatchObject([
    { filename: "one.mp3", status: "READY" },
    { filename: "two.mp3", status: "READY" },
  ]);
});

test("the sweep keeps creatives, also those that were replaced", async () => {
  const item = await team.lineitem();
  await send(item, await sound({ seconds: 0.5, name: "old.mp3" }));
  await encodeAll(item);
  const { audio_ad_url: old } = await read(item);
  await send(item, await sound({ seconds: 0.6, name: "new.mp3" }));
  await encodeAll(item);
  const { audio_ad_url: present } = await read(item);
  expect(present).not.toBe(old);
  const dayLater = () => new Date(Date.now() + 86_400_000);
  const [sweep] = mediaJobs({ ...world.deps, clock: dayLater });
  await sweep?.run({}, { last: true });
  for (const url of [old, present]) expect((await fetch(url)).status).toBe(200);
});

test("internal errors are retried and reported after the last attempt", async () => {
  const item = await team.lineitem();
  const creative = await add(item, await sound());
  const failing = { ...world.deps, config: { ...world.deps.config, ffmpegPath: "/nowhere" } };
  const [job] = creativeJobs(failing);
  const payload = { creative_id: creative.creative_id };
  await expect(job?.run(payload, { last: false })).rejects.toThrow();
  expect((await read(item)).creatives[0].status).toBe("PROCESSING");
  await job?.run(payload, { last: true });
  expect((await read(item)).creatives[0]).toMatchObject({
    status: "ERROR",
    error: expect.stringContaining("because of a server error"),
  });
});

test("a creative whose job died is reported as failed, and one whose job waits is not", async () => {
  const item = await team.lineitem();
  const [waiting, lost] = [await add(item, await sound()), await add(item, await sound())];
  const key = `encode-creative-${lost.creative_id}`;
  await world.deps.pool.query("delete from owned_jobs where key = $1", [key]);
  await jobNamed("end-broken-creatives").run({}, { last: true });
  const { creatives } = await read(item);
  expect(creatives).toMatchObject([
    { creative_id: waiting.creative_id, status: "PENDING" },
    {
      creative_id: lost.creative_id,
      status: "ERROR",
      error: expect.stringContaining("failed on every attempt"),
    },
  ]);
});
