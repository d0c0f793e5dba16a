/** Chapters: adding, changing, deleting and listing them in order, and their images. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { makePicture } from "../../../../../test/setup/pictures.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { replaceChapters } from "./store.ts";

const world = useWorld();
let ada: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

const newPath = async (overrides = {}) =>
  `/v2/episodes/${await makeEpisode(world, show_id, overrides)}`;
const add = async (path: string, starts_at: number, title = "A chapter") =>
  (await ada.api.post(`${path}/chapters`, { starts_at, title })).response.chapter;
const startsOf = ({ response }: { response: { items: { starts_at: number }[] } }) =>
  response.items.map(({ starts_at }) => starts_at);
const countOf = async (path: string): Promise<number> =>
  (await ada.api.get(path)).response.episode.chapters_count;

test("a chapter has every field of the contract, alone and in the list", async () => {
  const path = await newPath();
  const { status, response } = await ada.api.post(`${path}/chapters`, {
    starts_at: "30000",
    title: " The  night train ",
    external_url: "https://trains.example/night",
  });
  expect(status).toBe(200);
  const chapter = {
    chapter_id: expect.any(Number),
    starts_at: 30_000,
    title: "The night train",
    external_url: "https://trains.example/night",
    image_url: null,
    image_original_url: null,
  };
  expect(response).toEqual({ chapter });
  const list = await world.api.get(`${path}/chapters`);
  expect(list.response).toEqual({ items: [chapter], next_url: null });
  expect(await countOf(path)).toBe(1);
  const one = `${path}/chapters/${response.chapter.chapter_id}`;
  const changed = await ada.api.post(one, { starts_at: 0, external_url: "" }, { as: "json" });
  expect(changed.response.chapter).toEqual({ ...chapter, starts_at: 0, external_url: null });
  expect(await ada.api.delete(one)).toMatchObject({ status: 200, response: [] });
  expect(await ada.api.delete(one)).toMatchObject({
    status: 404,
    error: { type: "chapter-not-found" },
  });
  expect(await countOf(path)).toBe(0);
});

test("the list is in order of start, and pages past deleted chapters", async () => {
  const path = await newPath();
  const chapters = [];
  for (const start of [5000, 1000, 3000, 2000, 4000]) chapters.push(await add(path, start));
  const first = await world.api.get(`${path}/chapters?limit=2`);
  expect(startsOf(first)).toEqual([1000, 2000]);
  await ada.api.delete(`${path}/chapters/${chapters[3].chapter_id}`);
  await add(path, 500);
  const second = await world.api.get(first.response.next_url);
  expect(startsOf(second)).toEqual([3000, 4000]);
  expect(await ada.api.delete(`${path}/chapters`)).toMatchObject({ status: 200, response: [] });
  expect(await countOf(path)).toBe(0);
  await add(path, 4500);
  expect(startsOf(await world.api.get(second.response.next_url))).toEqual([4500]);
  const elsewhere = await add(await newPath(), 0);
  for (const last_id of [elsewhere.chapter_id, 999_999])
    expect(await world.api.get(`${path}/chapters?last_id=${last_id}`)).toMatchObject({
      status: 400,
      error: { fields: { last_id: "must be the id of an item in this list" } },
    });
});

test("two chapters of an episode cannot start at the same time", async () => {
  const path = await newPath();
  const [first, second] = [await add(path, 0), await add(path, 1000)];
  const exists = { status: 409, error: { type: "chapter-exists" } };
  expect(await ada.api.post(`${path}/chapters`, { starts_at: 0, title: "Twin" })).toMatchObject(
    exists,
  );
  const one = `${path}/chapters/${second.chapter_id}`;
  expect(await ada.api.post(one, { starts_at: 0, title: "Twin" })).toMatchObject(exists);
  expect(await ada.api.post(one, { starts_at: 1000 })).toMatchObject({ status: 200 });
  const list = await world.api.get(`${path}/chapters`);
  expect(list.response.items).toEqual([first, second]);
  await add(await newPath(), 0);
});

test.each([
  ["starts_at", { title: "No start" }],
  ["starts_at", { title: "Before", starts_at: -1 }],
  ["starts_at", { title: "At the end", starts_at: 60_000 }],
  ["starts_at", { title: "No number", starts_at: "soon" }],
  ["starts_at", { title: "Half", starts_at: 0.5 }],
  ["starts_at", { title: "Beyond all", starts_at: 2 ** 31 }],
  ["title", { starts_at: 0 }],
  ["title", { starts_at: 0, title: "" }],
  ["title", { starts_at: 0, title: "x".repeat(121) }],
  ["external_url", { starts_at: 0, title: "Script", external_url: "javascript:alert(1)" }],
])("%s is rejected in %j", async (field, sent) => {
  const path = await newPath();
  const { status, error } = await ada.api.post(`${path}/chapters`, sent);
  expect({ status, fields: Object.keys(error.fields ?? {}) }).toEqual({
    status: 400,
    fields: [field],
  });
  const { chapter_id } = await add(path, 59_999, "The last moment");
  const { title, starts_at, ...others } = sent as Record<string, unknown>;
  const change = { ...others, ...(field === "title" ? { title: title ?? "" } : {}) };
  if (field === "starts_at") Object.assign(change, { starts_at: starts_at ?? "" });
  const changed = await ada.api.post(`${path}/chapters/${chapter_id}`, change);
  expect(changed.error.fields).toHaveProperty(field);
});

test("chapters can start at any time while the episode has no audio", async () => {
  const path = await newPath({ type: "DRAFT", duration: 0, published_at: null });
  expect((await add(path, 7_200_000)).starts_at).toBe(7_200_000);
});

test("a chapter has an image of its own, which can be removed", async () => {
  const path = await newPath();
  const image_file = new File([await makePicture({ width: 600, height: 500 })], "a.jpg");
  const { response } = await ada.api.post(
    `${path}/chapters`,
    { starts_at: 0, title: "Pictured", image_crop: "0,0,400,400" },
    { files: { image_file } },
  );
  const { chapter_id, image_url, image_original_url } = response.chapter;
  expect((await fetch(image_url)).headers.get("content-type")).toBe("image/jpeg");
  expect((await fetch(image_original_url)).status).toBe(200);
  const one = `${path}/chapters/${chapter_id}`;
  const kept = await ada.api.post(one, { title: "Still pictured" });
  expect(kept.response.chapter).toMatchObject({ title: "Still pictured", image_url });
  for (const as of ["multipart", "urlencoded", "json", "query"] as const) {
    await ada.api.post(one, {}, { files: { image_file } });
    const bare = await ada.api.post(one, { image_file: "remove" }, { as });
    expect(bare.response.chapter, as).toMatchObject({ image_url: null, title: "Still pictured" });
  }
  const wrong = await ada.api.post(one, { image_file: "away" }, { as: "json" });
  expect(wrong.error.fields).toHaveProperty("image_file");
  const garbage = new File(["remove"], "remove.jpg");
  const refused = await ada.api.post(
    one,
    { title: "Not this" },
    { files: { image_file: garbage } },
  );
  expect(refused.error.fields).toHaveProperty("image_file");
  const list = await world.api.get(`${path}/chapters`);
  expect(list.response.items[0].title).toBe("Still pictured");
});

test("an edit of a chapter that has changed in the meantime is rejected", async () => {
  const path = await newPath();
  const made = await ada.api.post(`${path}/chapters`, { starts_at: 0, title: "One" });
  const one = `${path}/chapters/${made.response.chapter.chapter_id}`;
  const match = (etag: string | null) => ({ headers: { "if-match": etag ?? "" } });
  const first = made.headers.get("etag");
  const changed = await ada.api.post(one, { title: "Two" }, match(first));
  expect(changed.status).toBe(200);
  expect((await ada.api.post(one, { title: "Three" }, match(first))).status).toBe(412);
  expect((await ada.api.delete(one, match(first))).status).toBe(412);
  expect((await ada.api.delete(one, match(changed.headers.get("etag")))).status).toBe(200);
});

test("chapters of an episode are closed to callers who cannot see or edit it", async () => {
  const bob = await world.person();
  const [path, hidden] = [await newPath(), await newPath({ hidden: true })];
  const { chapter_id } = await add(path, 0);
  const { chapter_id: unseen } = await add(hidden, 0);
  const sent = { starts_at: 1, title: "Mine" };
  for (const [where, id, status] of [
    [path, chapter_id, 403],
    [hidden, unseen, 404],
  ] as const) {
    expect((await bob.api.post(`${where}/chapters`, sent)).status).toBe(status);
    expect((await bob.api.post(`${where}/chapters/${id}`, sent)).status).toBe(status);
    expect((await bob.api.delete(`${where}/chapters/${id}`)).status).toBe(status);
    expect((await bob.api.delete(`${where}/chapters`)).status).toBe(status);
  }
  expect((await bob.api.get(`${hidden}/chapters`)).status).toBe(404);
  expect(startsOf(await bob.api.get(`${path}/chapters`))).toEqual([0]);
  // A chapter is found under its own episode only.
  expect((await ada.api.post(`${hidden}/chapters/${chapter_id}`, sent)).status).toBe(404);
});

test("a new list of chapters keeps the ids and images of chapters with the same start", async () => {
  const path = await newPath();
  const image_file = new File([await makePicture({ width: 400, height: 400 })], "a.jpg");
  await ada.api.post(`${path}/chapters`, { starts_at: 0, title: "Old" }, { files: { image_file } });
  await add(path, 1000);
  const before = (await world.api.get(`${path}/chapters`)).response.items;
  const chapters = [
    { starts_at: 2000, title: "Later" },
    { starts_at: 0, title: "New", external_url: "https://new.example/" },
  ];
  expect((await ada.api.post(path, { chapters }, { as: "json" })).status).toBe(200);
  const after = (await world.api.get(`${path}/chapters`)).response.items;
  expect(after).toEqual([
    { ...before[0], title: "New", external_url: "https://new.example/" },
    expect.objectContaining({ starts_at: 2000, title: "Later", image_url: null }),
  ]);
  const gone = `${path}/chapters?last_id=${before[1].chapter_id}`;
  expect(startsOf(await world.api.get(gone))).toEqual([2000]);
});

test("an episode has at most 1000 chapters", async () => {
  const path = await newPath();
  const chapters = Array.from({ length: 1000 }, (_, at) => ({ starts_at: at, title: "One" }));
  await replaceChapters(world.deps.db, Number(path.split("/").at(-1)), chapters);
  expect(await ada.api.post(`${path}/chapters`, { starts_at: 5000, title: "x" })).toMatchObject({
    status: 409,
    error: { type: "too-many-chapters" },
  });
  expect(await countOf(path)).toBe(1000);
});
