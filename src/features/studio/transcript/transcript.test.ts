/** Tests the pages of transcripts over HTTP without scripts: upload, edit, two editors, exports. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
let browser: Surfer;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
  browser = await signedIn();
});

async function signedIn(): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: ada.username, password: "correct horse" });
  return surfer;
}

const pathOf = (id: number) => `/studio/episodes/${id}/transcript`;
const unescaped = (text: string) =>
  text.replaceAll("&gt;", ">").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
const cuesIn = (text: string) =>
  unescaped(/<textarea id="cues"[^>]*>\n([^<]*)</.exec(text)?.[1] ?? "");

async function upload(id: number, name: string, text: string) {
  const path = `${pathOf(id)}/new`;
  const csrf = /name="csrf" value="([^"]+)"/.exec((await browser.open(path)).text)?.[1] ?? "";
  const form = new FormData();
  form.append("csrf", csrf);
  form.append("language", "en");
  form.append("transcript_file", new Blob([text]), name);
  return browser.post(path, form);
}

const VTT = `WEBVTT

STYLE
::cue { color: red }

00:00:01.000 --> 00:00:04.000
<v Ada>Good <i>evening</i> &amp; welcome.

00:00:04.000 --> 00:00:08.500
<v Bob>It is late.
`;

const fileOf = async (id: number) => {
  const { transcripts } = (await ada.api.get(`/v2/episodes/${id}/transcripts`)).response;
  return (await fetch(transcripts[0].url)).text();
};

test("a transcript is uploaded and edited as text, and keeps its markup elsewhere", async () => {
  const id = await makeEpisode(world, show_id);
  expect((await browser.open(pathOf(id))).text).toContain("No transcript yet");
  const added = await upload(id, "talk.vtt", VTT);
  expect(added.text).toContain("Transcript added.");
  expect(cuesIn(added.text)).toBe(
    "0:01.000 --> 0:04.000 Ada\nGood evening & welcome.\n\n0:04.000 --> 0:08.500 Bob\nIt is late.",
  );
  const cues = `0:01.000 --> 0:04.000 Ada
Good evening & welcome.

0:04.000 --> 0:06 Bob
It is <very> late.

0:06 --> 0:08.5
Steps.`;
  const saved = await browser.submit({ cues }, pathOf(id));
  expect(saved.text).toContain("Transcript saved.");
  expect(await fileOf(id)).toBe(`WEBVTT

STYLE
::cue { color: red }

00:00:01.000 --> 00:00:04.000
<v Ada>Good <i>evening</i> &amp; welcome.

00:00:04.000 --> 00:00:06.000
<v Bob>It is &lt;very&gt; late.

00:00:06.000 --> 00:00:08.500
Steps.
`);
  const { text } = await browser.open(`/studio/episodes/${id}/history`);
  expect(text.match(/changed: transcript/g)).toHaveLength(2);
});

test("faults name their line, and nothing is lost", async () => {
  const id = await makeEpisode(world, show_id);
  await upload(id, "talk.vtt", VTT);
  for (const [cues, fault] of [
    ["No times at all", "Line 1 needs times first"],
    ["0:01 --> 0:02\nYes\n\n0:05 --> 0:04\nNo", "The cue in line 4 ends before it starts."],
  ] as const) {
    const refused = await browser.submit({ cues }, pathOf(id));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(fault);
    expect(cuesIn(refused.text)).toBe(cues);
  }
  expect(await fileOf(id)).toContain("It is late.");
});

test("two editors lose no word", async () => {
  const id = await makeEpisode(world, show_id);
  await upload(id, "talk.vtt", VTT);
  const other = await signedIn();
  await other.open(pathOf(id));
  await browser.open(pathOf(id));
  await other.submit({ cues: "0:01 --> 0:04 Ada\nGood night." }, pathOf(id));
  const mine = "0:01 --> 0:04 Ada\nGood day.";
  const conflict = await browser.submit({ cues: mine }, pathOf(id));
  expect(conflict.status).toBe(412);
  expect(conflict.text).toContain("Good night.");
  expect(cuesIn(conflict.text)).toBe(mine);
  expect(await fileOf(id)).toContain("Good night.");
  await browser.submit({ cues: mine }, pathOf(id));
  expect(await fileOf(id)).toContain("Good day.");
});

test("long transcripts are edited page by page", async () => {
  const id = await makeEpisode(world, show_id);
  const cue = (n: number) =>
    `${n}\n00:${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")},000 --> 00:10:00,000\nCue ${n}`;
  await upload(id, "talk.srt", Array.from({ length: 250 }, (_, at) => cue(at)).join("\n\n"));
  const second = await browser.open(`${pathOf(id)}?page=2`);
  expect(cuesIn(second.text).split("\n\n")).toHaveLength(100);
  expect(second.text).toContain("page 2 of 3");
  await browser.submit({ cues: "1:40.000 --> 1:41.000\nOnly one" }, pathOf(id));
  const file = await fileOf(id);
  expect(file.match(/ --> /g)).toHaveLength(151);
  expect(file).toContain(
    "Cue 99\n\n101\n00:01:40,000 --> 00:01:41,000\nOnly one\n\n102\n00:03:20,000",
  );
});

test("a text without times gets estimated ones", async () => {
  const id = await makeEpisode(world, show_id, { duration: 10_000 });
  const added = await upload(id, "words.txt", "Hello.\n\nGood night.");
  expect(added.text).toContain("times, so they are estimated");
  expect(cuesIn(added.text)).toBe(
    "0:00.000 --> 0:03.529\nHello.\n\n0:03.529 --> 0:10.000\nGood night.",
  );
  const other = await upload(id, "words.exe", "Hello.");
  expect(other.status).toBe(400);
});

test.each([
  ["of a million sentences", "a.\n".repeat(1_000_000)],
  ["that times make too long", `${"a".repeat(100)}\n`.repeat(45_000)],
])("a text %s is refused", async (_, text) => {
  const id = await makeEpisode(world, show_id, { duration: 3_600_000 });
  const refused = await upload(id, "words.txt", text);
  expect([refused.status, refused.text.includes("This file is too large.")]).toEqual([400, true]);
  const { response } = await ada.api.get(`/v2/episodes/${id}/transcripts`);
  expect(response.transcripts).toEqual([]);
});

test.each([
  ["vtt", "text/vtt", "<v Bob>It is late."],
  ["srt", "application/x-subrip", "2\n00:00:04,000 --> 00:00:08,500\nBob: It is late."],
  ["txt", "text/plain", "Ada: Good evening & welcome.\n\nBob: It is late."],
  [
    "json",
    "application/json",
    '{"speaker":"Bob","startTime":4,"endTime":8.5,"body":"It is late."}',
  ],
])("a transcript is saved as %s", async (format, type, words) => {
  const id = await makeEpisode(world, show_id, { title: "Night & day" });
  const added = await upload(id, "talk.vtt", VTT);
  const [, link = ""] = /href="([^"]*\?format=vtt)"/.exec(added.text) ?? [];
  const file = await browser.open(link.replace("=vtt", `=${format}`));
  expect(file.headers.get("content-type")).toBe(`${type}; charset=utf-8`);
  expect(file.headers.get("content-disposition")).toBe(
    `attachment; filename="night-day.${format}"`,
  );
  expect(file.text).toContain(words);
});

test("a transcript that somebody has edited meanwhile is not removed", async () => {
  const id = await makeEpisode(world, show_id);
  await upload(id, "talk.vtt", VTT);
  await browser.open(pathOf(id));
  await world.deps.db
    .updateTable("transcripts")
    .set({ media_key: "text/edited.vtt" })
    .where("episode_id", "=", id)
    .execute();
  const { url } = await browser.submit({}, `${pathOf(id)}/remove`);
  expect(url.searchParams.get("done")).toBe("not_removed");
  const kept = world.deps.db.selectFrom("transcripts").select("media_key");
  expect(await kept.where("episode_id", "=", id).execute()).toEqual([
    { media_key: "text/edited.vtt" },
  ]);
});

test("a removed transcript is gone, and markup of strangers is text", async () => {
  const id = await makeEpisode(world, show_id);
  await upload(
    id,
    "talk.vtt",
    VTT.replace("It is late.", "&lt;/textarea>&lt;script>alert(1)&lt;/script>"),
  );
  expect((await browser.open(pathOf(id))).text).not.toContain("<script>alert");
  expect((await browser.submit({}, `${pathOf(id)}/remove`)).text).toContain("Transcript removed.");
  expect((await browser.open(pathOf(id))).text).toContain("No transcript yet");
});
