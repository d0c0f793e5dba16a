/** Encoding uploads: states, results, replacements, failures. */
import { afterEach, expect, test, vi } from "vitest";
import { useUploads, withCover } from "../../../../../test/setup/encoding.ts";
import { makeEpisode } from "../../../../../test/setup/factories.ts";
import { makePicture } from "../../../../../test/setup/pictures.ts";
import { encodingJobs } from "./jobs.ts";

const { world, sound, encodingOf, encode, author, upload, detail, leftovers } = useUploads();

afterEach(() => vi.waitFor(async () => expect(await leftovers()).toEqual([])));

const rowOf = ({ episode_id }: { episode_id: number }) =>
  world.deps.db
    .selectFrom("episodes")
    .selectAll()
    .where("episode_id", "=", episode_id)
    .executeTakeFirstOrThrow();

test("an upload is PENDING, then READY and published with everything that was measured", async () => {
  const { ada, show_id } = await author();
  const pending = await upload(ada, show_id, await sound({ seconds: 2, name: "a.flac" }));
  expect(pending).toMatchObject({
    type: "RECORDED",
    encoding_status: "PENDING",
    encoding_progress: 0,
    duration: 0,
    published_at: null,
    waveform_url: null,
    show_id,
    author_id: ada.user_id,
  });
  expect(await detail(world, pending)).toBeUndefined();
  await encode(pending.episode_id);
  const ready = await detail(ada, pending);
  expect(ready).toMatchObject({
    encoding_status: "READY",
    encoding_error: null,
    encoding_progress: 100,
    type: "RECORDED",
    duration: 2000,
    published_at: expect.any(String),
  });
  expect((await detail(world, pending)).episode_id).toBe(pending.episode_id);
  const waveform = await fetch(ready.waveform_url);
  expect([waveform.status, waveform.headers.get("content-type")]).toEqual([
    200,
    "application/json; charset=utf-8",
  ]);
  expect(await waveform.json()).toMatchObject({ channels: 1, data: expect.any(Array) });
  const again = { "if-none-match": waveform.headers.get("etag") ?? "" };
  expect((await fetch(ready.waveform_url, { headers: again })).status).toBe(304);
  const row = await rowOf(pending);
  expect(row.media_key).toMatch(/^audio\/[0-9a-f]{64}\.mp3$/);
  expect(row.original_key).toMatch(/^uploads\//);
  expect((await world.deps.media.find(row.media_key ?? ""))?.bytes).toBe(row.media_bytes);
  expect(row).toMatchObject({ media_type: "audio/mpeg", upload_key: null, encoding_id: null });
  expect(row.loudness_lufs).toBeLessThan(0);
  expect(row.media_frames).toBeGreaterThan(70);
});

test("dates given with the upload are kept; an empty one keeps the episode unpublished", async () => {
  const { ada, show_id } = await author();
  const file = await sound();
  const send = async (fields: object) => {
    const episode = await upload(ada, show_id, file, fields);
    await encode(episode.episode_id);
    const { published_at, auto_published_at } = await detail(ada, episode);
    return [published_at, auto_published_at, (await detail(world, episode)) !== undefined];
  };
  const [past, future] = ["2001-02-03 04:05:06", "2090-01-01 00:00:00"];
  expect(await send({ published_at: past })).toEqual([past, null, true]);
  expect(await send({ auto_published_at: past })).toEqual([expect.any(String), null, true]);
  expect(await send({ auto_published_at: future })).toEqual([null, future, false]);
  expect(await send({ auto_published_at: "" })).toEqual([null, null, false]);
});

test("a draft becomes an episode when it gets audio, and is published then", async () => {
  const { ada, show_id } = await author();
  const { episode } = (await ada.api.post("/v2/episodes/drafts", { title: "Draft", show_id }))
    .response;
  const files = { media_file: await sound() };
  const path = `/v2/episodes/${episode.episode_id}`;
  const { episode: pending } = (await ada.api.post(path, {}, { files })).response;
  expect(pending).toMatchObject({ type: "RECORDED", encoding_status: "PENDING" });
  await encode(episode.episode_id);
  expect(await detail(world, episode)).toMatchObject({ type: "RECORDED", title: "Draft" });
});

test("tags of the file fill in what the uploader left out", async () => {
  const { ada, show_id } = await author();
  const chapters = [
    { starts_at: 0, title: "Beginning" },
    { starts_at: 500, title: "End" },
  ];
  const file = await sound({ name: "told.m4a", chapters, tags: { comment: "From the file" } });
  const told = await upload(ada, show_id, file);
  const own = await upload(ada, show_id, file, {
    description: "My own words",
    chapters: [{ starts_at: 100, title: "Mine" }],
  });
  for (const { episode_id } of [told, own]) await encode(episode_id);
  expect(await detail(world, told)).toMatchObject({
    description: "From the file",
    description_html: "<p>From the file</p>",
    chapters_count: 2,
  });
  expect(await detail(world, own)).toMatchObject({
    description: "My own words",
    chapters_count: 1,
  });
});

test("a replacement is served once it is ready; until then the old audio is served and listed", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  await encode(episode.episode_id);
  const before = await rowOf(episode);
  const path = `/v2/episodes/${episode.episode_id}`;
  const files = { media_file: await sound({ seconds: 2, name: "longer.mp3" }) };
  const { episode: pending } = (await ada.api.post(path, {}, { files })).response;
  expect(pending).toMatchObject({ encoding_status: "PENDING", duration: 1000 });
  expect((await detail(world, episode)).duration).toBe(1000);
  const { items } = (await world.api.get(`/v2/shows/${show_id}/episodes`)).response;
  expect(items).toHaveLength(1);
  expect((await rowOf(episode)).media_key).toBe(before.media_key);
  await encode(episode.episode_id);
  const after = await rowOf(episode);
  expect(after.media_key).not.toBe(before.media_key);
  expect(after.original_key).not.toBe(before.original_key);
  expect(after).toMatchObject({ duration: 2000, published_at: before.published_at });
});

test("a failed replacement reports why, and the old audio stays", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  await encode(episode.episode_id);
  const before = await rowOf(episode);
  const path = `/v2/episodes/${episode.episode_id}`;
  const files = { media_file: new Blob(["This is no audio. ".repeat(100)]) };
  expect((await ada.api.post(path, {}, { files })).status).toBe(200);
  await encode(episode.episode_id);
  expect(await detail(ada, episode)).toMatchObject({
    encoding_status: "ERROR",
    encoding_error: expect.stringMatching(/^[A-Z].*\.$/),
    duration: 1000,
  });
  const { encoding_error: told, ...stranger } = await detail(world, episode);
  expect([told, stranger.duration]).toEqual([undefined, 1000]);
  const { media_key, original_key, waveform_key, listenable } = before;
  const kept = { media_key, original_key, waveform_key, listenable };
  expect(await rowOf(episode)).toMatchObject({ ...kept, upload_key: null, encoding_id: null });
  await ada.api.post(path, {}, { files: { media_file: await sound({ seconds: 2 }) } });
  await encode(episode.episode_id);
  expect(await detail(world, episode)).toMatchObject({ duration: 2000, encoding_status: "READY" });
});

test("a replacement replaces a link, and a link replaces audio", async () => {
  const { ada, show_id } = await author();
  const episode_id = await makeEpisode(world, show_id);
  const path = `/v2/episodes/${episode_id}`;
  const { episode } = (await ada.api.post(path, {}, { files: { media_file: await sound() } }))
    .response;
  expect(episode).toMatchObject({ type: "EXTERNAL", encoding_status: "PENDING" });
  expect((await detail(world, episode)).type).toBe("EXTERNAL");
  await encode(episode_id);
  expect(await detail(world, episode)).toMatchObject({ type: "RECORDED", duration: 1000 });
  expect((await rowOf(episode)).media_url).toBeNull();
  const media_url = "https://media.example/linked.mp3";
  await ada.api.post(path, { type: "EXTERNAL", media_url });
  expect(await detail(world, episode)).toMatchObject({ type: "EXTERNAL", waveform_url: null });
  expect(await rowOf(episode)).toMatchObject({ media_key: null, media_url });
});

test("of two uploads the newer one wins, whichever finishes last", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  const { episode_id } = episode;
  const old = await encodingOf(episode_id);
  const files = { media_file: await sound({ seconds: 2 }) };
  await ada.api.post(`/v2/episodes/${episode_id}`, {}, { files });
  await encode(episode_id);
  await encode(episode_id, {}, old);
  expect(await detail(world, episode)).toMatchObject({ duration: 2000, encoding_status: "READY" });
});

test("an upload supersedes a running encoding", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound({ seconds: 40 }));
  const { episode_id } = episode;
  const running = encode(episode_id);
  const files = { media_file: await sound() };
  await ada.api.post(`/v2/episodes/${episode_id}`, {}, { files });
  await running;
  expect(await detail(ada, episode)).toMatchObject({ duration: 0, encoding_status: "PENDING" });
  await encode(episode_id);
  expect(await detail(world, episode)).toMatchObject({ duration: 1000, encoding_status: "READY" });
});

test("an episode deleted during encoding stays deleted", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound());
  const encoding = await encodingOf(episode.episode_id);
  await ada.api.delete(`/v2/episodes/${episode.episode_id}`);
  await encode(episode.episode_id, {}, encoding);
  expect(await rowOf(episode)).toMatchObject({ media_key: null, upload_key: null });
});

test("progress is reported; a stopping process releases its work to the next one", async () => {
  const { ada, show_id } = await author();
  const episode = await upload(ada, show_id, await sound({ seconds: 40 }));
  const ending = new AbortController();
  const running = encode(episode.episode_id, { last: true, signal: ending.signal });
  const progress = async () => (await detail(ada, episode)).encoding_progress;
  await vi.waitFor(async () => expect(await progress()).toBeGreaterThan(0), 20_000);
  ending.abort();
  await running;
  expect((await detail(ada, episode)).encoding_status).toMatch(/PENDING|PROCESSING/);
  await encode(episode.episode_id);
  expect(await detail(world, episode)).toMatchObject({ encoding_status: "READY" });
});

test("an encoding without a job ends in ERROR instead of staying PENDING forever", async () => {
  const { ada, show_id } = await author();
  const waiting = await upload(ada, show_id, await sound());
  const lost = await upload(ada, show_id, await sound());
  await world.deps.pool.query("delete from owned_jobs where key = $1", [
    `encode-${lost.episode_id}`,
  ]);
  await encodingJobs(world.deps)[1]?.run({}, { last: true });
  expect(await detail(ada, waiting)).toMatchObject({ encoding_status: "PENDING" });
  expect(await detail(ada, lost)).toMatchObject({
    encoding_status: "ERROR",
    encoding_error: expect.stringContaining("failed on every attempt"),
  });
});

test("the cover inside a file becomes the episode's image unless it has one or the cover is too small", async () => {
  const { ada, show_id } = await author();
  const cover = async (side: number) => {
    const picture = await makePicture({ width: side, height: side });
    return upload(ada, show_id, await withCover(await sound(), picture));
  };
  const [large, small] = [await cover(600), await cover(300)];
  for (const { episode_id } of [large, small]) await encode(episode_id);
  expect((await detail(world, large)).image_url).toMatch(/\/media\/images\//);
  expect(await detail(world, small)).toMatchObject({ image_url: null, encoding_status: "READY" });
  expect((await detail(ada, large)).image_error).toBe(null);
  expect((await detail(ada, small)).image_error).toBe(
    "The cover inside the audio file was not used: it must have at least 400×400 pixels; it has 300×300 pixels.",
  );
  expect(await detail(world, small)).not.toHaveProperty("image_error");
  // The episode's own cover makes the file's cover irrelevant.
  const files = { image_file: new Blob([await makePicture({ width: 500, height: 500 })]) };
  await ada.api.post(`/v2/episodes/${small.episode_id}`, {}, { files });
  expect((await detail(ada, small)).image_error).toBe(null);
});

test("a show chooses the delivery profile of its audio and whether loudness is normalised", async () => {
  const { ada, show_id } = await author();
  const path = `/v2/shows/${show_id}`;
  const { show } = (await ada.api.get(path)).response;
  expect(show).toMatchObject({ delivery_profile: "mp3-128-stereo", loudness_normalisation: true });
  for (const field of ["delivery_profile", "loudness_normalisation"])
    expect((await ada.api.post(path, { [field]: "loud" })).error.fields).toHaveProperty(field);
  const chosen = { delivery_profile: "mp3-64-mono", loudness_normalisation: false };
  expect((await ada.api.post(path, chosen)).response.show).toMatchObject(chosen);
  const episode = await upload(ada, show_id, await sound());
  await encode(episode.episode_id);
  // One second at 64 kbit/s, plus the tag before it.
  const { media_bytes, media_header_bytes } = await rowOf(episode);
  const bytes = (media_bytes ?? 0) - (media_header_bytes ?? 0);
  expect(Math.abs(bytes - 8000)).toBeLessThan(500);
});
