/** Renditions with ads as listeners get them: their sound, their head, and that they stay. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { parseBuffer } from "music-metadata";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { storeAudio } from "../../../test/setup/recordings.ts";
import {
  decodeMp3,
  makeAd,
  makeStitchable,
  openStage,
  type StoredMp3,
  storeMp3,
} from "../../../test/setup/stitching.ts";
import { useWorld } from "../../../test/setup/world.ts";
import { buildApp } from "../../app.ts";
import { inspectMp3 } from "../../platform/audio/mp3.ts";
import { replaceChapters } from "../episodes/chapters/store.ts";
import { updateEpisode } from "../episodes/store.ts";
import { mediaJobs } from "../media/jobs.ts";
import { playbackJobs } from "./jobs.ts";

const { stage, partners } = openStage();
const world = useWorld({}, partners);

let programme = {} as StoredMp3;
let jingle = {} as StoredMp3;
let spot = {} as StoredMp3;
beforeAll(async () => {
  programme = await storeMp3(world, { seconds: 12, kind: "speech", rate: 44_100 });
  jingle = await storeMp3(world, { seconds: 1.5, kind: "sweep" });
  spot = await storeMp3(world, { seconds: 2, kind: "bursts" });
});
beforeEach(() => {
  Object.assign(stage, { ads: [], asked: [], records: [], failure: null });
});

const DAY_MS = 86_400_000;
const FRAME_MS = 1_152_000 / 44_100;

/** An episode with a pre-roll, two mid-rolls of which one holds two ads, and a post-roll. */
async function makeFull(overrides = {}) {
  const made = await makeStitchable(world, programme, overrides);
  const [one, two] = [
    await makeAd(world, made.team_id, jingle),
    await makeAd(world, made.team_id, spot),
  ];
  await setCuepoints(made.episode_id, [0, 4000, 8000, 999_999]);
  stage.ads = [
    { ...one, break_index: 0 },
    { ...two, break_index: 1, position: "midroll" },
    { ...one, break_index: 1, position: "midroll" },
    { ...two, break_index: 2, position: "midroll" },
    { ...one, break_index: 3, position: "postroll" },
  ];
  return made;
}

const setCuepoints = (episode_id: number, timecodes: number[]) =>
  world.deps.db
    .insertInto("cuepoints")
    .values(timecodes.map((timecode) => ({ episode_id, timecode, ads_max_count: 2, revision: 1 })))
    .execute();

type Play = { agent?: string; form?: string; method?: string; headers?: Record<string, string> };

/** Where a listener is led to. */
async function lead(episode_id: number, options: Play = {}): Promise<string> {
  const { agent = "Radio/1", form = "play", method = "GET", headers = {} } = options;
  const answer = await fetch(`${world.baseUrl}/v2/episodes/${episode_id}/${form}`, {
    method,
    redirect: "manual",
    headers: { "user-agent": agent, ...headers },
  });
  expect(answer.status).toBe(302);
  return answer.headers.get("location") ?? "";
}

const digestIn = (url: string): string => /\/media\/r\/([0-9a-f]{64})\//.exec(url)?.[1] ?? "";

async function load(url: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const answer = await fetch(url, { headers });
  expect([200, 206]).toContain(answer.status);
  return Buffer.from(await answer.arrayBuffer());
}

const segmentsOf = async (digest: string) => {
  const { segments } = await world.deps.db
    .selectFrom("renditions")
    .select("segments")
    .where("digest", "=", Buffer.from(digest, "hex"))
    .executeTakeFirstOrThrow();
  return segments as { kind: string; bytes: number; start: number; key: string }[];
};

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const inspect = (bytes: Buffer) => inspectMp3([bytes] as unknown as AsyncIterable<Buffer>);

test("a rendition decodes without a warning, and but for a frame after each splice sounds as its parts", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id);
  const [whole, segments] = [await load(url), await segmentsOf(digestIn(url))];
  const kinds = segments.map(({ kind }) => kind[0]).join("");
  expect(kinds).toBe("hapaapapa");
  const { samples, log } = await decodeMp3(whole);
  expect(log).toBe("");
  const files = new Map([programme, jingle, spot].map(({ key, bytes }) => [key, bytes]));
  const decoded = new Map<string, Int16Array>();
  for (const [key, bytes] of files) decoded.set(key, (await decodeMp3(bytes)).samples);
  const frameOf = 1152 * 2;
  let heard = 0;
  for (const { kind, key, start, bytes } of segments) {
    if (kind === "head") continue;
    const file = files.get(key) ?? Buffer.alloc(0);
    const { frames } = await inspect(file.subarray(start, start + bytes));
    const before = (await inspect(file.subarray(0, start))).frames;
    const part = decoded.get(key)?.subarray((before + 1) * frameOf, (before + frames) * frameOf);
    const place = samples.subarray((heard + 1) * frameOf, (heard + frames) * frameOf);
    expect(place.length).toBe((frames - 1) * frameOf);
    expect(part !== undefined && bytesOf(place).equals(bytesOf(part))).toBe(true);
    heard += frames;
  }
  expect(samples.length).toBe(heard * frameOf);
});

/** As a player reads it. */
async function probe(bytes: Buffer) {
  const { common, format } = await parseBuffer(bytes, "audio/mpeg", { includeChapters: true });
  const chapters = (format.chapters ?? []).map((chapter) => ({
    title: chapter.title,
    start: Math.round((chapter.start * 1000) / (chapter.timeScale || 1)),
  }));
  return { tags: common, chapters, seconds: format.duration ?? 0 };
}

test("its head tells the true count of frames, the show, and chapters where they are heard now", async () => {
  const { episode_id } = await makeFull();
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "Ahoy ⚓" },
    { starts_at: 4000, title: "Fog", external_url: "https://example.org/fog" },
    { starts_at: 6000, title: "Bells" },
  ]);
  const whole = await load(await lead(episode_id));
  const plain = await load(await lead(episode_id, { method: "HEAD", agent: "other" }));
  const facts = await inspect(whole);
  const frames = programme.frames + 3 * jingle.frames + 2 * spot.frames;
  expect(facts).toMatchObject({ frames, cbr: true, reservoir: 0, info: true, junk: 0 });
  expect(facts.header_bytes).toBe(4096);
  expect((await inspect(plain)).header_bytes).toBe(4096);
  const at = whole.indexOf("Info");
  expect(whole.readUInt32BE(at + 8)).toBe(frames);
  expect(whole.readUInt32BE(at + 12)).toBe(whole.length - 4096);
  const { chapters, tags, seconds } = await probe(whole);
  expect(tags).toMatchObject({ title: "Letter 1: Fog", album: "The Tide Tables" });
  expect(seconds).toBeCloseTo((frames * FRAME_MS) / 1000, 3);
  const [jingleMs, spotMs] = [jingle.frames * FRAME_MS, spot.frames * FRAME_MS];
  expect(chapters.map(({ title }) => title)).toEqual(["Ahoy ⚓", "Fog", "Bells"]);
  const [first, second, third] = chapters.map(({ start }) => start);
  expect(first).toBe(Math.round(jingleMs));
  // Behind the ads, which stand within 250 ms of where they were wanted.
  expect(Math.abs((second ?? 0) - (4000 + 2 * jingleMs + spotMs))).toBeLessThanOrEqual(251);
  expect(third).toBe(Math.round(6000 + 2 * jingleMs + spotMs));
});

test("chapters and transcripts tell their times in a rendition when it is named", async () => {
  const made = await makeFull();
  const { episode_id, owner } = made;
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "Ahoy" },
    { starts_at: 4000, title: "Fog" },
    { starts_at: 6000, title: "Bells" },
  ]);
  const r = digestIn(await lead(episode_id));
  const parts = await segmentsOf(r);
  const msOf = (kinds: string, list: typeof parts) =>
    list.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { bytes }) => sum + bytes / 16, 0);
  const [pre, first] = [msOf("ad", parts.slice(0, 2)), msOf("ad", parts.slice(0, 5))];
  const cut = msOf("programme", parts.slice(0, 3));
  const wanted = [pre, Math.max(4000, cut) + first, 6000 + first].map(Math.round);
  const list = `/v2/episodes/${episode_id}/chapters`;
  const plain = await world.api.get(list);
  expect(plain.response.items.map((one: { starts_at: number }) => one.starts_at)).toEqual([
    0, 4000, 6000,
  ]);
  expect(plain.headers.get("x-rendition")).toBeNull();
  const shifted = await world.api.get(`${list}?r=${r}`);
  const starts = shifted.response.items.map((one: { starts_at: number }) => one.starts_at);
  expect(starts).toEqual(wanted);
  expect(shifted.headers.get("x-rendition")).toBe(r);
  const file = await fetch(`${world.baseUrl}/episode/${episode_id}/chapters.json?r=${r}`);
  const { chapters } = (await file.json()) as { chapters: { startTime: number }[] };
  expect(chapters.map(({ startTime }) => startTime * 1000)).toEqual(wanted);
  expect(file.headers.get("x-rendition")).toBe(r);
  const at = (ms: number, mark = ".") =>
    `00:00:${(ms / 1000).toFixed(3).padStart(6, "0")}`.replace(".", mark);
  const cases: [string, string][] = [
    [
      "WEBVTT\n\n00:00:00.500 --> 00:00:01.000 align:left\nAhoy <00:00:00.700>there\n\n00:00:06.000 --> 00:00:07.000\nBells",
      `WEBVTT\n\n${at(500 + pre)} --> ${at(1000 + pre)} align:left\nAhoy <${at(700 + pre)}>there\n\n${at(6000 + first)} --> ${at(7000 + first)}\nBells`,
    ],
    [
      "1\r\n00:00:00,500 --> 00:00:01,000\r\nAhoy\r\n",
      `1\r\n${at(500 + pre, ",")} --> ${at(1000 + pre, ",")}\r\nAhoy\r\n`,
    ],
    [
      '{"version":"1.0.0","segments":[{"startTime":6,"endTime":7.5,"body":"Bells"}]}',
      `{"version":"1.0.0","segments":[{"startTime":${Math.round(6000 + first) / 1000},"endTime":${Math.round(7500 + first) / 1000},"body":"Bells"}]}`,
    ],
  ];
  for (const [told, heard] of cases) {
    const files = { transcript_file: new Blob([told]) };
    const { response } = await owner.api.post(
      `/v2/episodes/${episode_id}/transcripts`,
      {},
      { files },
    );
    const { url } = response.transcript;
    expect(await (await fetch(url)).text()).toBe(told);
    const answer = await fetch(`${url}?r=${r}`);
    expect(await answer.text()).toBe(heard);
    expect(answer.headers.get("x-rendition")).toBe(r);
    const other = await makeStitchable(world, programme);
    const foreign = digestIn(await lead(other.episode_id));
    expect((await fetch(`${url}?r=${foreign}`)).status).toBe(404);
    expect((await fetch(`${url}?r=x`)).status).toBe(400);
  }
  expect((await world.api.get(`${list}?r=${"0".repeat(64)}`)).error.type).toBe(
    "rendition-not-found",
  );
  expect((await world.api.get(`${list}?r=x`)).status).toBe(400);
});

test("cuts are made in pauses", async () => {
  const { episode_id } = await makeFull();
  const segments = await segmentsOf(digestIn(await lead(episode_id)));
  const cuts = segments.filter(({ kind, start }) => kind === "programme" && start > 0);
  expect(cuts).toHaveLength(2);
  for (const { start } of cuts) {
    const { frames } = await inspect(programme.bytes.subarray(0, start));
    // The sound has words of 0.5 s every 0.7 s; the encoder is late by 1105 samples.
    const phase = ((frames * 1152 - 1105) / 44_100) % 0.7;
    expect(phase > 0.48, `${phase}`).toBe(true);
  }
});

test("a listener keeps a rendition whatever becomes of its campaigns, for a week from the last time", async () => {
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

test("a session keeps its rendition where its address or app changes", async () => {
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

test("new audio is a new version; what was begun with the old goes on until nobody asks", async () => {
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
    media_key: spot.key,
    media_bytes: spot.bytes.length,
    media_frames: spot.frames,
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

/** Another server on the same stores, which has nothing at hand. */
async function openWorldAgain() {
  const app = await buildApp(world.deps, partners);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => app.close() };
}

test("who only looks gets what is pinned, else no ads, and reserves nothing", async () => {
  const { episode_id } = await makeFull();
  const looks: Play[] = [
    { method: "HEAD" },
    { headers: { range: "bytes=0-1" } },
    { agent: "Some bot" },
  ];
  const plain = new Set<string>();
  for (const look of looks) plain.add(digestIn(await lead(episode_id, look)));
  expect(plain.size).toBe(1);
  const [adFree = ""] = plain;
  expect((await segmentsOf(adFree)).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  expect([stage.asked.length, await reservationsOf(adFree)]).toEqual([0, 0]);
  const stitched = digestIn(await lead(episode_id));
  expect(stitched).not.toBe(adFree);
  expect(await reservationsOf(stitched)).toBe(5);
  for (const look of looks.slice(0, 2))
    expect(digestIn(await lead(episode_id, look))).toBe(stitched);
  expect(digestIn(await lead(episode_id, looks[2]))).toBe(adFree);
  expect(await reservationsOf(stitched)).toBe(5);
});

const reservationsOf = async (digest: string): Promise<number> => {
  const rows = await world.deps.db
    .selectFrom("reservations")
    .selectAll()
    .where("digest", "=", Buffer.from(digest, "hex"))
    .execute();
  return rows.length;
};

test("a storm of HEADs writes one rendition and pins nobody", async () => {
  const { episode_id } = await makeFull();
  const count = async (table: "renditions" | "pins") => {
    const rows = await world.deps.db
      .selectFrom(table)
      .select("episode_id")
      .where("episode_id", "=", episode_id)
      .execute();
    return rows.length;
  };
  const storm = Array.from({ length: 100 }, () => lead(episode_id, { method: "HEAD" }));
  expect(new Set(await Promise.all(storm)).size).toBe(1);
  expect([await count("renditions"), await count("pins")]).toEqual([1, 0]);
  const url = await lead(episode_id, { method: "HEAD" });
  const heads = Array.from({ length: 100 }, async () => {
    const { status, headers } = await fetch(url, { method: "HEAD" });
    return `${status} ${headers.get("content-length")} ${headers.get("etag")}`;
  });
  expect(new Set(await Promise.all(heads)).size).toBe(1);
});

test("one who comes twice at once gets one rendition, and holds its ads once", async () => {
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

test("the decision is asked with everything it goes by", async () => {
  const made = await makeFull({ tags: ["sea"] });
  await lead(made.episode_id);
  const { episode_id, show_id, owner, team_id } = made;
  expect(stage.asked).toEqual([
    expect.objectContaining({
      ...{ episode_id, show_id, author_id: owner.user_id, team_ids: [team_id] },
      ...{ profile: "mp3-128-stereo", country: "IT", device: "Mobile", os: "iOS", app: "Radio" },
      ...{ language: "en", category_ids: [], tags: ["sea"] },
    }),
  ]);
  const positions = stage.asked[0]?.breaks.map(({ position }) => position);
  expect(positions).toEqual(["preroll", "midroll", "midroll", "postroll"]);
});

test("an ad server that fails, or chooses what is gone, costs the ads and not the listener", async () => {
  const failing = await makeFull();
  stage.failure = new Error("no line items today");
  const plain = await segmentsOf(digestIn(await lead(failing.episode_id)));
  expect(plain.map(({ kind }) => kind)).toEqual(["head", "programme"]);
  stage.failure = null;
  const { episode_id } = await makeFull();
  stage.ads = stage.ads.map((ad) => ({ ...ad, media_key: `audio/${"0".repeat(64)}.mp3` }));
  const url = await lead(episode_id);
  expect((await segmentsOf(digestIn(url))).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  expect((await load(url)).length).toBeGreaterThan(programme.bytes.length);
});

test("editors hear no ads and are told apart; so is what is hidden", async () => {
  const { episode_id, owner } = await makeFull();
  const { headers } = await owner.api.get(`/v2/episodes/${episode_id}/play`);
  const url = headers.get("location") ?? "";
  expect((await segmentsOf(digestIn(url))).map(({ kind }) => kind)).toEqual(["head", "programme"]);
  await load(url);
  await told(1);
  expect(stage.records[0]).toMatchObject({ episode_id, preview: true, status: 200 });
  expect(stage.asked).toEqual([]);
});

/** Waits for so many records: they are made when an answer has left, which its reader may know first. */
async function told(count: number): Promise<void> {
  await expect.poll(() => stage.records.length).toBe(count);
}

test("counting is told of each answer, with the bytes that were sent", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id, { form: "download" });
  const digest = digestIn(url);
  const { length } = await load(url);
  await told(1);
  const common = { episode_id, digest, preview: false, purpose: "download", method: "GET" };
  expect(stage.records[0]).toMatchObject({ ...common, status: 200, sent: [[0, length - 1]] });
  const played = url.replace("?download=1", "?via=play");
  const headers = {
    range: "bytes=10-19,5000-5999,-3",
    referer: "https://a.example/",
    "x-playback-session-id": "S1",
  };
  await load(played, headers);
  await told(2);
  expect(stage.records[1]).toMatchObject({
    ...{ ...common, purpose: "play", status: 206, session: "S1" },
    ...{ referrer: "https://a.example/", range: headers.range, user_agent: "node" },
    sent: [
      [10, 19],
      [5000, 5999],
      [length - 3, length - 1],
    ],
  });
  const etag = `"${digest}"`;
  const others: [RequestInit, number][] = [
    [{ method: "HEAD" }, 200],
    [{ headers: { "if-none-match": etag } }, 304],
    [{ headers: { range: `bytes=${length}-` } }, 416],
    [{ headers: { "if-match": '"other"' } }, 412],
  ];
  for (const [index, [init, status]] of others.entries()) {
    expect((await fetch(played, init)).status).toBe(status);
    await told(3 + index);
    expect(stage.records.at(-1)).toMatchObject({ status, sent: [] });
  }
});

test("of an answer that the client leaves, only what went out is told", async () => {
  const bytes = Buffer.concat(Array.from({ length: 60 }, () => programme.bytes));
  const key = `audio/${await storeAudio(world, bytes)}.mp3`;
  const audio = { key, bytes, frames: 60 * programme.frames };
  const { episode_id } = await makeStitchable(world, audio);
  const url = await lead(episode_id);
  const { port, pathname } = new URL(url);
  const socket = net.connect(Number(port), "127.0.0.1");
  socket.write(`GET ${pathname} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await once(socket, "data");
  socket.pause();
  await new Promise((resolve) => setTimeout(resolve, 300));
  socket.destroy();
  await told(1);
  const [[first, last] = [-1, -1]] = stage.records[0]?.sent ?? [];
  expect(first).toBe(0);
  expect(last).toBeGreaterThan(4096);
  expect(last).toBeLessThan(audio.bytes.length - 1);
});

test("four hundred ranges one after the other, over one connection, are the whole", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id);
  const whole = await load(url);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const hash = createHash("sha256");
  const step = Math.ceil(whole.length / 400);
  for (let at = 0; at < whole.length; at += step)
    hash.update(await rangeOf(url, agent, `bytes=${at}-${at + step - 1}`));
  agent.destroy();
  expect(hash.digest("hex")).toBe(createHash("sha256").update(whole).digest("hex"));
});

function rangeOf(url: string, agent: http.Agent, range: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { range } }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve(Buffer.concat(chunks)));
      })
      .on("error", reject);
  });
}
