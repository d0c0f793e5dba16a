/** Tests the history of an episode: sentences over HTTP, and what each kind of change reads like. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { episodeWords } from "../episode/words.ts";
import { entryText } from "./rules.ts";
import { historyWords } from "./words.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
let browser: Surfer;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
  browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
});

test("each change is a sentence with who, how, before and after", async () => {
  const id = await makeEpisode(world, show_id, { title: "Fog" });
  await ada.api.post(`/v2/episodes/${id}`, { title: "<b>Fog</b> at sea", hidden: true });
  const { text } = await browser.open(`/studio/episodes/${id}/history`);
  expect(text).toMatch(/changed: (hidden, title|title, hidden)/);
  expect(text).toContain("with the API");
  expect(text).toContain("Longwave created the episode");
  expect(text).toContain("Fog</del>");
  expect(text).toContain("&lt;b&gt;Fog&lt;/b&gt; at sea</ins>");
});

test("a long history is paged", async () => {
  const id = await makeEpisode(world, show_id, { title: "Draft 0" });
  for (let n = 1; n <= 55; n += 1)
    await ada.api.post(`/v2/episodes/${id}`, { title: `Draft ${n}` });
  const path = `/studio/episodes/${id}/history`;
  const first = await browser.open(path);
  expect(first.text.match(/changed: title/g)).toHaveLength(50);
  const older = /rel="next" href="([^"]+)"/.exec(first.text)?.[1] ?? "";
  const second = await browser.open(older);
  expect(second.text.match(/changed: title/g)).toHaveLength(5);
  expect(second.text).not.toContain('rel="next"');
  expect((await browser.open(`${path}?before=evil`)).status).toBe(200);
});

const reader = { words: historyWords("en"), terms: episodeWords("en"), timeZone: "Europe/Rome" };
const entry = {
  at: new Date(),
  actor: "Ada",
  via: "page",
  action: "update",
  before: {},
  after: {},
};

test.each([
  [
    { visibility: "PUBLIC" },
    { visibility: "LIMITED" },
    "access",
    "Everybody",
    "Only with the secret link",
  ],
  [{ explicit: false }, { explicit: true }, "explicit language", "no", "yes"],
  [
    { auto_published_at: null },
    { auto_published_at: "2026-07-01T10:00:00+00:00" },
    "planned publication",
    "empty",
    "1 Jul 2026, 12:00",
  ],
  [
    { "chapters.61000": { title: "Old" } },
    { "chapters.61000": { title: "New" } },
    "chapter at 1:01",
    "Old",
    "New",
  ],
  [{}, { "cuepoints.90000": { ads_max_count: 2 } }, "ad break at 1:30", "empty", "2 ads at most"],
  [
    { "feed_tags.persons": { value: [{ name: "Ada" }, { name: "Bob" }] } },
    {},
    "persons",
    "Ada, Bob",
    "empty",
  ],
  [{ media_key: "withheld" }, { media_key: "withheld" }, "audio", null, null],
  [
    { "reports.7": { open: 2 } },
    { "reports.7": { open: 0 } },
    "reports of a comment",
    "2 open",
    "0 open",
  ],
  [{ unknown_column: 1 }, { unknown_column: { deep: [1] } }, "unknown_column", "1", "changed"],
])("%j → %j is told as “%s”", (before, after, name, past, present) => {
  const { changes } = entryText({ ...entry, before, after }, reader);
  expect(changes).toEqual([{ name, before: past, after: present }]);
});

test("every action and way has a text in every language", () => {
  for (const lang of ["en", "it", "es", "de", "fr"] as const)
    for (const action of [
      "create",
      "update",
      "publish",
      "schedule",
      "replace_audio",
      "delete",
      "restore",
    ])
      for (const via of ["token", "app", "page", "import", "system"]) {
        const words = historyWords(lang);
        const text = entryText({ ...entry, action, via }, { ...reader, words });
        expect(text.sentence).toContain("Ada");
        expect(text.via).not.toBe(via);
      }
});
