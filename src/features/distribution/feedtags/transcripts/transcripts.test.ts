/** Transcripts over HTTP: files by content, links, the feed, validation, the sweep. */
import { utimes } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { readFeed } from "../../../../../test/setup/reader.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { mediaJobs } from "../../../publishing/media/jobs.ts";

const world = useWorld();

const VTT = "WEBVTT\n\n00:00.000 --> 00:02.500\nAda: Good evening.\n";
const SRT = "1\r\n00:00:00,000 --> 00:00:02,500\r\nAda: Good evening.\r\n";
const JSON_TEXT = JSON.stringify({
  version: "1.0.0",
  segments: [{ speaker: "Ada", startTime: 0, endTime: 2.5, body: "Good evening." }],
});

async function open() {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const list = `/v2/episodes/${episode_id}/transcripts`;
  const upload = (content: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
    ada.api.post(list, fields, { files: { transcript_file: new Blob([content]) } });
  return { ada, show_id, episode_id, list, upload };
}

test.each([
  ["text/vtt", "vtt", `\ufeff${VTT}`],
  ["application/x-subrip", "srt", SRT],
  ["application/json", "json", JSON_TEXT],
])("a file of %s is stored, listed, served and in the feed", async (type, extension, content) => {
  const { show_id, episode_id, list, upload } = await open();
  const { status, response, text } = await upload(content, { language: "en-GB", rel: "captions" });
  expect(status, text).toBe(200);
  const bytes = Buffer.byteLength(content);
  const { transcript } = response;
  expect(transcript).toMatchObject({ episode_id, type, language: "en-GB", rel: "captions", bytes });
  expect((await world.api.get(list)).response.transcripts).toEqual([transcript]);
  const served = await fetch(transcript.url);
  expect(served.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
  expect(served.headers.get("cache-control")).toContain("immutable");
  expect(Buffer.from(await served.arrayBuffer()).toString()).toBe(content);
  expect(transcript.url).toMatch(new RegExp(`/media/transcripts/[0-9a-f]{64}\\.${extension}$`));
  const feed = readFeed((await world.api.get(`/show/${show_id}/episodes/feed`)).text);
  const told = { url: transcript.url, type, language: "en-GB", rel: "captions" };
  expect(feed.items?.[0]?.podcast?.transcripts).toEqual([told]);
});

test("an external transcript is a link", async () => {
  const { ada, list } = await open();
  const link = { url: "https://salt.example/words.html", type: "text/html" };
  const { response } = await ada.api.post(list, link);
  expect(response.transcript).toMatchObject({ ...link, language: null, rel: null, bytes: null });
});

test.each<[what: string, content: string | Uint8Array<ArrayBuffer>]>([
  ["nothing", ""],
  ["a page", "<!doctype html><p>WEBVTT"],
  ["WebVTT without cues", "WEBVTT\n\nNOTE nothing"],
  ["JSON of another kind", '{"words": []}'],
  ["bytes that are not UTF-8", new Uint8Array([0x57, 0xff, 0xfe, 0x00])],
  ["a script that ends like a transcript", "alert(1)\n00:00 --> 00:01"],
])("%s is not a transcript", async (_what, content) => {
  const { list, upload } = await open();
  const { status, error } = await upload(content);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, ["transcript_file"]]);
  expect((await world.api.get(list)).response.transcripts).toEqual([]);
});

test.each<[field: string, fields: Record<string, string>]>([
  ["url", {}],
  ["type", { url: "https://salt.example/words" }],
  ["type", { url: "https://salt.example/words", type: "image/png" }],
  ["language", { url: "https://salt.example/words", type: "text/vtt", language: "English!" }],
])("an invalid %s is rejected by name", async (field, fields) => {
  const { ada, list } = await open();
  const { status, error } = await ada.api.post(list, fields);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test("editors can remove a transcript once; strangers cannot see those of a hidden episode", async () => {
  const { ada, list, episode_id, upload } = await open();
  const { transcript_id } = (await upload(VTT)).response.transcript;
  const one = `${list}/${transcript_id}`;
  expect((await world.api.delete(one)).status).toBe(401);
  expect((await (await world.person()).api.delete(one)).status).toBe(403);
  expect((await ada.api.delete(one)).response).toEqual([]);
  expect((await ada.api.delete(one)).status).toBe(404);
  await ada.api.post(`/v2/episodes/${episode_id}`, { hidden: true });
  expect((await world.api.get(list)).status).toBe(404);
});

test("the sweep deletes the files of removed transcripts and keeps those in use", async () => {
  const { ada, list, upload } = await open();
  const kept = (await upload(`${VTT}\nkept`)).response.transcript;
  const gone = (await upload(`${VTT}\ngone`)).response.transcript;
  await ada.api.delete(`${list}/${gone.transcript_id}`);
  const job = mediaJobs(world.deps)[0];
  await job?.run({}, { last: true });
  const statusOf = async ({ url }: { url: string }) => (await world.api.get(url)).status;
  expect(await statusOf(gone)).toBe(200);
  for (const { url } of [kept, gone]) {
    const name = path.basename(url);
    const folder = path.join(world.deps.config.dataDir, "media/transcripts");
    const file = path.join(folder, name.slice(0, 2), name.slice(2, 4), name);
    await utimes(file, new Date(0), new Date(0));
  }
  await job?.run({}, { last: true });
  expect([await statusOf(kept), await statusOf(gone)]).toEqual([200, 404]);
});
