/** Shows over HTTP: creating, changing and reading them. */
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { makePicture } from "../../../../test/setup/pictures.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();

const create = async (author: Person, fields: Record<string, unknown> = {}) =>
  (await author.api.post("/v2/shows", { title: "Night Trains", language: "en", ...fields }))
    .response.show;

test("a created show has every field, and reads back the same", async () => {
  const ada = await world.person();
  const { status, response, headers } = await ada.api.post("/v2/shows", {
    title: "Night Trains",
    language: "de",
    category_id: 93,
  });
  expect(status).toBe(200);
  expect(response.show).toMatchObject({
    title: "Night Trains",
    language: "de",
    permalink: "night-trains",
    author_id: ada.user_id,
    author: { user_id: ada.user_id, username: ada.username, kind: "producer", plan: "basic" },
    category_id: 93,
    category: { category_id: 93, name: "Books", level: 2 },
    category_2: null,
    image_url: null,
    description: "",
    description_html: "",
    listenable_episodes_count: 0,
    editable_episodes_count: 0,
    socialnet1_page_id: null,
    last_episode_at: null,
    visibility: "PUBLIC",
  });
  expect(response.show.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const own = await ada.api.get(`/v2/shows/${response.show.show_id}`);
  expect(own.response).toEqual(response);
  expect(own.headers.get("etag")).toBe(headers.get("etag"));
  const {
    limited_key: _,
    limited_url: __,
    image_error: ___,
    timezone: ____,
    ...open
  } = response.show;
  expect((await world.api.get(`/v2/shows/${response.show.show_id}`)).response.show).toEqual(open);
});

test("a show that moves here keeps its guid, which no other show can take", async () => {
  const [ada, bob] = [await world.person(), await world.person()];
  const guid = "917393e3-1b1e-5cef-ace4-edaa54e1f810";
  const show = await create(ada, { guid: guid.toUpperCase() });
  expect(show.guid).toBe(guid);
  const again = { title: "Night Trains", language: "en", guid };
  for (const { api } of [ada, bob]) {
    const { status, error } = await api.post("/v2/shows", again);
    expect([status, error.type]).toEqual([409, "guid-taken"]);
  }
  const both = await Promise.all(
    [ada, bob].map(({ api }) => api.post("/v2/shows", { ...again, guid: crypto.randomUUID() })),
  );
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const [first, second] = [crypto.randomUUID(), crypto.randomUUID()];
  const raced = await Promise.all(
    [first, second, first, second].map((one) => ada.api.post("/v2/shows", { ...again, guid: one })),
  );
  expect(raced.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
  const wrong = await ada.api.post("/v2/shows", { ...again, guid: "night-trains" });
  expect(wrong.error.fields).toEqual({ guid: "must be a UUID" });
  await ada.api.delete(`/v2/shows/${show.show_id}`);
  expect((await create(bob, { guid })).guid).toBe(guid);
});

test("title and language are required", async () => {
  const ada = await world.person();
  const { status, error } = await ada.api.post("/v2/shows", {});
  expect(status).toBe(400);
  expect(error.fields).toEqual({ title: "is required", language: "is required" });
});

/** Field, the longest or shortest accepted value, and the nearest rejected one. */
const BOUNDARIES: [string, string, string][] = [
  ["title", "a".repeat(5), "a".repeat(4)],
  ["title", "🎙".repeat(40), "🎙".repeat(41)],
  ["socialnet2_name", `@${"a".repeat(15)}`, "a".repeat(16)],
  ["voipchat_name", "a".repeat(6), "a".repeat(5)],
  ["voipchat_name", "a".repeat(32), "a".repeat(33)],
  ["tel_number", "1".repeat(16), "1".repeat(17)],
  ["sms_number", "1".repeat(16), "1".repeat(17)],
  ["owner_name", "a".repeat(255), "a".repeat(256)],
  ["author_name", "é".repeat(255), "é".repeat(256)],
  ["copyright", "a".repeat(255), "a".repeat(256)],
  ["category_id", "201", "202"],
  ["category_2_id", "92", "91"],
  ["language", "uk", "xx"],
  ["episode_sorting", "oldest", "random"],
  ["permalink", "a".repeat(80), "a".repeat(81)],
  ["website_url", "https://example.org/", "ftp://example.org/"],
  ["email", "a@b.example", "nobody"],
  ["visibility", "PRIVATE", "SECRET"],
];

test.each(BOUNDARIES)("%s has exact bounds (%s)", async (field, good, bad) => {
  const ada = await world.person();
  const show = await create(ada);
  const refused = await ada.api.post(`/v2/shows/${show.show_id}`, {
    [field]: bad,
    description: "changed",
  });
  expect(refused.status).toBe(400);
  expect(Object.keys(refused.error.fields ?? {})).toEqual([field]);
  const { response: after } = await ada.api.get(`/v2/shows/${show.show_id}`);
  expect(after.show).toEqual(show);
  expect((await ada.api.post(`/v2/shows/${show.show_id}`, { [field]: good })).status).toBe(200);
});

test("only what is sent changes, and an empty text clears a field", async () => {
  const ada = await world.person();
  const { show_id } = await create(ada, {
    email: "ada@example.org",
    owner_name: "Ada",
    socialnet2_name: "@ada",
  });
  const { response } = await ada.api.post(`/v2/shows/${show_id}`, {
    email: "",
    episode_sorting: "oldest",
  });
  expect(response.show).toMatchObject({
    email: null,
    owner_name: "Ada",
    socialnet2_name: "ada",
    episodes_sorting: "oldest",
  });
});

test("one description derives the other, and HTML is sanitised", async () => {
  const ada = await world.person();
  const { show_id } = await create(ada, { description: "One & two\n\nthree" });
  const plain = (await ada.api.get(`/v2/shows/${show_id}`)).response.show;
  expect(plain.description_html).toBe("<p>One &amp; two</p>\n<p>three</p>");
  const html =
    '<p>Hello <strong>you</strong><script>alert(1)</script> <a href="javascript:x" onclick="y">link</a></p>';
  const { response } = await ada.api.post(`/v2/shows/${show_id}`, { description_html: html });
  expect(response.show.description).toBe("Hello you link");
  expect(response.show.description_html).not.toMatch(/script|onclick|javascript/);
});

test("three categories must differ from each other", async () => {
  const ada = await world.person();
  const { show_id } = await create(ada, { category_id: 92, category_2_id: 93 });
  const { status, error } = await ada.api.post(`/v2/shows/${show_id}`, { category_2_id: 92 });
  expect(status).toBe(400);
  expect(error.fields).toEqual({ category_2_id: "must differ from the show's other categories" });
});

test("a permalink is unique per author", async () => {
  const ada = await world.person();
  const bob = await world.person();
  const first = await create(ada);
  const second = await create(ada);
  expect([first.permalink, second.permalink]).toEqual(["night-trains", "night-trains-2"]);
  expect((await create(bob)).permalink).toBe("night-trains");
  const taken = await ada.api.post(`/v2/shows/${second.show_id}`, { permalink: "night-trains" });
  expect(taken.status).toBe(400);
  expect(taken.error.fields).toHaveProperty("permalink");
});

test("a cover is cropped, resized and served without metadata", async () => {
  const ada = await world.person();
  const image_file = new Blob([new Uint8Array(await makePicture({ width: 900, height: 600 }))]);
  const { status, response } = await ada.api.post(
    "/v2/shows",
    { title: "With cover", language: "en", image_crop: "100,50,600,550" },
    { files: { image_file } },
  );
  expect(status).toBe(200);
  const small = await fetch(response.show.image_url);
  expect(small.headers.get("content-type")).toBe("image/jpeg");
  expect(small.headers.get("cache-control")).toContain("immutable");
  expect((await fetch(response.show.image_original_url)).status).toBe(200);
});

test("a rejected write leaves no file and no change", async () => {
  const ada = await world.person();
  const show = await create(ada);
  const stored = async () =>
    (await readdir(`${world.deps.config.dataDir}/media`, { recursive: true })).length;
  const before = await stored();
  const image_file = new Blob([new Uint8Array(await makePicture({ width: 500, height: 500 }))]);
  const other = await create(ada, { title: "Other show" });
  for (const fields of [
    { title: "shrt" },
    { permalink: other.permalink },
    { image_crop: "0,0,399,400" },
    { image_crop: "0,0,501,500" },
  ]) {
    const refused = await ada.api.post(`/v2/shows/${show.show_id}`, fields, {
      files: { image_file },
    });
    expect(refused.status, JSON.stringify(fields)).toBe(400);
  }
  expect((await ada.api.get(`/v2/shows/${show.show_id}`)).response.show).toEqual(show);
  expect(await stored()).toBe(before);
  expect(await readdir(world.deps.media.tmpDir)).toEqual([]);
});

test("an image over 5 MiB is rejected on its field", async () => {
  const ada = await world.person();
  const { show_id } = await create(ada);
  const image_file = new Blob([new Uint8Array(5_242_881)]);
  const { status, error } = await ada.api.post(
    `/v2/shows/${show_id}`,
    {},
    { files: { image_file } },
  );
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})).toEqual(["image_file"]);
});

test("a stale If-Match is rejected, the current ETag is accepted", async () => {
  const ada = await world.person();
  const path = `/v2/shows/${(await create(ada)).show_id}`;
  const etag = (await ada.api.get(path)).headers.get("etag") ?? "";
  const first = await ada.api.post(path, { copyright: "1" }, { headers: { "if-match": etag } });
  expect(first.status).toBe(200);
  expect(
    (await ada.api.post(path, { copyright: "2" }, { headers: { "if-match": etag } })).status,
  ).toBe(412);
  const next = first.headers.get("etag") ?? "";
  expect(
    (await ada.api.post(path, { copyright: "3" }, { headers: { "if-match": next } })).status,
  ).toBe(200);
});

test("by default a show has an ad before and one after each episode", async () => {
  const ada = await world.person();
  const show = await create(ada);
  const usual = [
    { position: "preroll", ads_max_count: 1 },
    { position: "postroll", ads_max_count: 1 },
  ];
  expect(show.default_breaks).toEqual(usual);
  const path = `/v2/shows/${show.show_id}`;
  const set = async (default_breaks: unknown) => {
    const { status, response, error } = await ada.api.post(path, { default_breaks });
    return status === 200 ? response.show.default_breaks : Object.values(error.fields ?? {})[0];
  };
  const own = [
    { position: "midroll", ads_max_count: 2, timecode: 600_000 },
    { position: "postroll", ads_max_count: 1 },
  ];
  expect(await set(JSON.stringify([own[0], { position: "postroll" }]))).toEqual(own);
  expect((await ada.api.get(path)).response.show.default_breaks).toEqual(own);
  expect(await set("[]")).toEqual([]);
  expect(await set("")).toEqual(usual);
  for (const wrong of [
    ["{}", "must be a list; each must be {position, ads_max_count, timecode}"],
    ["[7]", "must be {position, ads_max_count, timecode}"],
    ["[", "is not well-formed JSON"],
    ['[{"position":"midroll"}]', "must have a timecode if position is midroll, and only then"],
    [
      '[{"position":"preroll","timecode":5}]',
      "must have a timecode if position is midroll, and only then",
    ],
    [
      '[{"position":"preroll"},{"position":"preroll"}]',
      "must not contain the same position and timecode twice",
    ],
    ['[{"position":"start"}]', "must be one of preroll, midroll, postroll"],
    ['[{"position":"preroll","ads_max_count":6}]', "must be at most 5"],
  ])
    expect(await set(wrong[0]), wrong[0]).toBe(wrong[1]);
  expect((await ada.api.get(path)).response.show.default_breaks).toEqual(usual);
});
