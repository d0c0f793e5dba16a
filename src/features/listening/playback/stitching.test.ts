/** The sound of a rendition, and its head, chapters and transcripts. */
import { buffer } from "node:stream/consumers";
import { parseBuffer } from "music-metadata";
import { expect, test } from "vitest";
import { makeImage } from "../../../../test/setup/listening.ts";
import { digestIn, inspect, load, useRenditions } from "../../../../test/setup/renditions.ts";
import { decodeMp3, makeStitchable } from "../../../../test/setup/stitching.ts";
import { replaceChapters } from "../../publishing/episodes/chapters/store.ts";
import { findUnusedKeys } from "../../publishing/media/store.ts";
import { findManifest } from "../renditions/store.ts";

const { world, sounds, makeFull, lead, segmentsOf } = useRenditions();

const FRAME_MS = 1_152_000 / 44_100;

const bytesOf = ({ buffer, byteOffset, byteLength }: Int16Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

test("a rendition decodes without warnings, and sounds like its parts except for a frame after each splice", async () => {
  const { episode_id } = await makeFull();
  const url = await lead(episode_id);
  const [whole, segments] = [await load(url), await segmentsOf(digestIn(url))];
  const kinds = segments.map(({ kind }) => kind[0]).join("");
  expect(kinds).toBe("hapaapapa");
  const { samples, log } = await decodeMp3(whole);
  expect(log).toBe("");
  const files = new Map(
    [sounds.programme, sounds.jingle, sounds.spot].map(({ key, bytes }) => [key, bytes]),
  );
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

/** Parses the tags as a player would. */
async function probe(bytes: Buffer) {
  const { common, format } = await parseBuffer(bytes, "audio/mpeg", { includeChapters: true });
  const chapters = (format.chapters ?? []).map((chapter) => ({
    title: chapter.title,
    start: Math.round((chapter.start * 1000) / (chapter.timeScale || 1)),
  }));
  return { tags: common, chapters, seconds: format.duration ?? 0 };
}

test("its head has the artist, the date, and a small cover that is not stored in the database", async () => {
  const { episode_id } = await makeFull();
  const { db, media } = world.deps;
  const { show_id } = await db
    .updateTable("episodes")
    .set({ published_at: new Date("2026-11-03T17:45:00Z") })
    .where("episode_id", "=", episode_id)
    .returning("show_id")
    .executeTakeFirstOrThrow();
  const image_id = await makeImage(world);
  await db.updateTable("shows").set({ image_id }).where("show_id", "=", show_id).execute();
  const url = await lead(episode_id);
  const whole = await load(url);
  const { tags } = await probe(whole);
  expect(tags.artist).toBeTruthy();
  expect(tags.year).toBe(2026);
  for (const frame of ["TYER\0\0\0\x05\0\0\x002026", "TDAT\0\0\0\x05\0\0\x000311"])
    expect(whole.includes(Buffer.from(frame, "latin1"))).toBe(true);
  const { square_key } = await db
    .selectFrom("images")
    .select("square_key")
    .where("image_id", "=", image_id)
    .executeTakeFirstOrThrow();
  const [cover] = tags.picture ?? [];
  expect(cover).toMatchObject({ format: "image/jpeg", type: "Cover (front)" });
  const stored = await buffer(await media.read(square_key));
  expect(Buffer.from(cover?.data ?? []).equals(stored)).toBe(true);
  const manifest = await findManifest(db, digestIn(url));
  expect(manifest?.head.includes(stored.subarray(0, 200))).toBe(false);
  const { samples, log } = await decodeMp3(whole);
  expect([samples.length > 0, log]).toEqual([true, ""]);
  // Renditions with other ads or none have heads of the same size, and ranges equal those of the whole.
  const plain = await load(await lead(episode_id, { method: "HEAD", agent: "other" }));
  const { header_bytes } = await inspect(whole);
  expect((await inspect(plain)).header_bytes).toBe(header_bytes);
  const range = { range: "bytes=300-9000" };
  const part = Buffer.from(await (await fetch(url, { headers: range })).arrayBuffer());
  expect(part.equals(whole.subarray(300, 9001))).toBe(true);
  // The sweep keeps the cover as long as the rendition exists.
  await db.updateTable("shows").set({ image_id: null }).where("show_id", "=", show_id).execute();
  await db.deleteFrom("images").where("image_id", "=", image_id).execute();
  expect(await findUnusedKeys(db, [square_key])).toEqual([]);
});

test("its head has the exact number of frames, the show, and chapters at their playback positions", async () => {
  const { episode_id } = await makeFull();
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "Ahoy ⚓" },
    { starts_at: 4000, title: "Fog", external_url: "https://example.org/fog" },
    { starts_at: 6000, title: "Bells" },
  ]);
  const whole = await load(await lead(episode_id));
  const plain = await load(await lead(episode_id, { method: "HEAD", agent: "other" }));
  const facts = await inspect(whole);
  const frames = sounds.programme.frames + 3 * sounds.jingle.frames + 2 * sounds.spot.frames;
  expect(facts).toMatchObject({ frames, cbr: true, reservoir: 0, info: true, junk: 0 });
  expect(facts.header_bytes).toBe(4096);
  expect((await inspect(plain)).header_bytes).toBe(4096);
  const at = whole.indexOf("Info");
  expect(whole.readUInt32BE(at + 8)).toBe(frames);
  expect(whole.readUInt32BE(at + 12)).toBe(whole.length - 4096);
  const { chapters, tags, seconds } = await probe(whole);
  expect(tags).toMatchObject({ title: "Letter 1: Fog", album: "The Tide Tables" });
  expect(seconds).toBeCloseTo((frames * FRAME_MS) / 1000, 3);
  const [jingleMs, spotMs] = [sounds.jingle.frames * FRAME_MS, sounds.spot.frames * FRAME_MS];
  expect(chapters.map(({ title }) => title)).toEqual(["Ahoy ⚓", "Fog", "Bells"]);
  const [first, second, third] = chapters.map(({ start }) => start);
  expect(first).toBe(Math.round(jingleMs));
  // After the ads, which start within 250 ms of their intended position.
  expect(Math.abs((second ?? 0) - (4000 + 2 * jingleMs + spotMs))).toBeLessThanOrEqual(251);
  expect(third).toBe(Math.round(6000 + 2 * jingleMs + spotMs));
});

test("chapters and transcripts have playback positions in a rendition if it is named", async () => {
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
    const other = await makeStitchable(world, sounds.programme);
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
    const { frames } = await inspect(sounds.programme.bytes.subarray(0, start));
    // The sound contains words of 0.5 s every 0.7 s; the encoder delays it by 1105 samples.
    const phase = ((frames * 1152 - 1105) / 44_100) % 0.7;
    expect(phase > 0.48, `${phase}`).toBe(true);
  }
});
