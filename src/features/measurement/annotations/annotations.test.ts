/** Tests annotations over HTTP: stored fields, order, refused values, bounds and rights. */
import { beforeAll, expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const path = "/v2/annotations";
const AT = "2026-05-01 09:30:00";
let ada: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

test("an annotation is created, read, changed and deleted", async () => {
  const sent = { show_id, at: AT, text: "Mentioned\n on the radio" };
  const { annotation } = (await ada.api.post(path, sent)).response;
  expect(annotation).toEqual({
    annotation_id: expect.any(Number),
    show_id,
    user_id: ada.user_id,
    at: AT,
    text: "Mentioned on the radio",
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    updated_at: expect.any(String),
  });
  const own = `${path}/${annotation.annotation_id}`;
  expect((await ada.api.get(own)).response.annotation).toEqual(annotation);
  const changed = (await ada.api.post(own, { text: "On the radio" })).response.annotation;
  expect(changed).toMatchObject({ at: AT, text: "On the radio" });
  const moved = (await ada.api.post(own, { at: "2026-05-02 00:00:00" })).response.annotation;
  expect(moved).toMatchObject({ at: "2026-05-02 00:00:00", text: "On the radio" });
  expect(await ada.api.delete(own)).toMatchObject({ status: 200, response: [] });
  for (const method of ["GET", "POST", "DELETE"])
    expect((await ada.api.send(method, own)).error.type).toBe("annotation-not-found");
});

test.each([
  ["at", { at: "" }],
  ["at", { at: "yesterday" }],
  ["text", { text: " " }],
  ["text", { text: "x".repeat(501) }],
  ["show_id", { show_id: "mine" }],
])("an invalid %s is refused: %o", async (field, change) => {
  const { status, error } = await ada.api.post(path, { show_id, at: AT, text: "A", ...change });
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test("a list is in order of time, paged, and between days", async () => {
  const own = await makeShow(world, ada);
  for (const [at, text] of [
    ["2026-02-03 00:00:00", "third"],
    ["2026-02-01 23:59:59", "first"],
    ["2026-02-02 12:00:00", "second"],
  ])
    await ada.api.post(path, { show_id: own, at, text });
  const texts = async (query: string) =>
    (await ada.api.get(`${path}?show_id=${own}${query}`)).response.items.map(
      ({ text }: { text: string }) => text,
    );
  expect(await texts("")).toEqual(["first", "second", "third"]);
  expect(await texts("&from=2026-02-02&to=2026-02-02")).toEqual(["second"]);
  expect(await texts("&from=2026-02-02")).toEqual(["second", "third"]);
  expect(await texts("&to=2026-02-01")).toEqual(["first"]);
  expect(await texts("&limit=1&offset=1")).toEqual(["second"]);
  expect((await ada.api.get(path)).status).toBe(400);
});

test("others neither read nor write annotations, not even of a public show", async () => {
  const stranger = await world.person();
  const { annotation } = (await ada.api.post(path, { show_id, at: AT, text: "Ours" })).response;
  const own = `${path}/${annotation.annotation_id}`;
  for (const method of ["GET", "POST", "DELETE"])
    expect((await stranger.api.send(method, own)).status).toBe(404);
  expect((await stranger.api.get(`${path}?show_id=${show_id}`)).status).toBe(403);
  expect((await stranger.api.post(path, { show_id, at: AT, text: "Theirs" })).status).toBe(403);
  const hidden = await makeShow(world, ada, { visibility: "PRIVATE" });
  expect((await stranger.api.get(`${path}?show_id=${hidden}`)).status).toBe(404);
});

test("a change based on an old revision is refused", async () => {
  const { annotation } = (await ada.api.post(path, { show_id, at: AT, text: "One" })).response;
  const own = `${path}/${annotation.annotation_id}`;
  const headers = { "if-match": (await ada.api.get(own)).headers.get("etag") ?? "" };
  expect((await ada.api.post(own, { text: "Two" }, { headers })).status).toBe(200);
  expect((await ada.api.post(own, { text: "Three" }, { headers })).status).toBe(412);
  expect((await ada.api.delete(own, { headers })).status).toBe(412);
});

test("a show has a bounded number of annotations", async () => {
  const full = await makeShow(world, ada);
  const row = { show_id: full, user_id: ada.user_id, at: new Date(AT), text: "One of many" };
  await world.deps.db
    .insertInto("annotations")
    .values(Array.from({ length: 999 }, () => row))
    .execute();
  const add = () => ada.api.post(path, { show_id: full, at: AT, text: "One more" });
  const [one, two] = await Promise.all([add(), add()]);
  expect([one.status, two.status].sort()).toEqual([200, 409]);
  expect((await add()).error.type).toBe("too-many-annotations");
});
