/** Cuepoints: the set is replaced completely, or not at all. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const DURATION = 60_000;
let ada: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

const newPath = async (overrides = {}) =>
  `/v2/episodes/${await makeEpisode(world, show_id, { duration: DURATION, ...overrides })}/cuepoints`;

test("a set is sorted, read back, and cleared in two ways", async () => {
  const path = await newPath();
  expect((await ada.api.get(path)).response).toEqual({ cuepoints: [] });
  const sent = [
    { timecode: DURATION },
    { timecode: "30000", ads_max_count: "3" },
    { timecode: 0, ads_max_count: 5 },
  ];
  const kept = {
    cuepoints: [
      { timecode: 0, ads_max_count: 5 },
      { timecode: 30_000, ads_max_count: 3 },
      { timecode: DURATION, ads_max_count: 1 },
    ],
  };
  for (const as of ["json", "urlencoded", "multipart", "query"] as const) {
    const set = await ada.api.post(path, { cuepoints: sent }, { as });
    expect(set, as).toMatchObject({ status: 200, response: kept });
    expect((await ada.api.get(path)).response).toEqual(kept);
    expect((await ada.api.post(path, { cuepoints: [] }, { as })).response.cuepoints).toEqual([]);
    expect((await ada.api.get(path)).response).toEqual({ cuepoints: [] });
  }
  await ada.api.post(path, { cuepoints: sent }, { as: "json" });
  for (let time = 0; time < 2; time += 1)
    expect(await ada.api.delete(path)).toMatchObject({ status: 200, response: [] });
  expect((await ada.api.get(path)).response).toEqual({ cuepoints: [] });
});

test.each([
  ["nothing", undefined],
  ["no list", "soon"],
  ["broken JSON", "[{"],
  ["an object", { timecode: 0 }],
  ["a number in the list", [0]],
  ["no timecode", [{ ads_max_count: 1 }]],
  ["a negative timecode", [{ timecode: -1 }]],
  ["half a millisecond", [{ timecode: 0.5 }]],
  ["a timecode beyond the end", [{ timecode: DURATION + 1 }]],
  ["no advertisement", [{ timecode: 0, ads_max_count: 0 }]],
  ["six advertisements", [{ timecode: 0, ads_max_count: 6 }]],
  ["one timecode twice", [{ timecode: 7 }, { timecode: "7", ads_max_count: 2 }]],
  ["21 cuepoints", Array.from({ length: 21 }, (_, at) => ({ timecode: at }))],
])("%s is refused and changes nothing", async (_, cuepoints) => {
  const path = await newPath();
  await ada.api.post(path, { cuepoints: [{ timecode: 5 }] }, { as: "json" });
  const sent = cuepoints === undefined ? {} : { cuepoints };
  for (const as of ["json", "urlencoded"] as const) {
    const { status, error } = await ada.api.post(path, sent, { as });
    expect(status).toBe(400);
    expect(Object.keys(error.fields ?? {})[0]).toMatch(/^cuepoints/);
  }
  expect((await ada.api.get(path)).response.cuepoints).toHaveLength(1);
});

const cuepoint = fc.record({
  timecode: fc.oneof(
    fc.integer({ min: -2, max: 25 }),
    fc.integer({ min: DURATION - 2, max: DURATION + 2 }),
    fc.integer({ min: 0, max: DURATION }),
  ),
  ads_max_count: fc.integer({ min: 1, max: 6 }),
});
type Cuepoint = { timecode: number; ads_max_count: number };

const isValid = (set: Cuepoint[]) =>
  set.length <= 20 &&
  new Set(set.map(({ timecode }) => timecode)).size === set.length &&
  set.every(({ timecode, ads_max_count }) => {
    return timecode >= 0 && timecode <= DURATION && ads_max_count <= 5;
  });

test("after any sequence of writes, the last valid set is stored, in order", async () => {
  const path = await newPath();
  let present: Cuepoint[] = [];
  // Among the sets generated here, some are rejected and some are stored: 22 distinct cuepoints are too many.
  const sets = fc.oneof(
    fc.array(cuepoint, { maxLength: 4 }),
    fc
      .uniqueArray(fc.integer({ min: 0, max: DURATION }), { maxLength: 22 })
      .map((codes) => codes.map((timecode) => ({ timecode, ads_max_count: 1 + (timecode % 5) }))),
  );
  await fc.assert(
    fc.asyncProperty(sets, fc.constantFrom("json", "urlencoded"), async (cuepoints, as) => {
      const { status } = await ada.api.post(path, { cuepoints }, { as: as as "json" });
      expect(status).toBe(isValid(cuepoints) ? 200 : 400);
      if (status === 200) present = cuepoints.toSorted((a, b) => a.timecode - b.timecode);
      expect((await ada.api.get(path)).response.cuepoints).toEqual(present);
    }),
    { seed: 5, numRuns: 80 },
  );
});

test("any timecode is allowed while the episode has no audio", async () => {
  const path = await newPath({ type: "DRAFT", duration: 0, published_at: null });
  const cuepoints = [{ timecode: 0 }, { timecode: 7_200_000 }];
  expect((await ada.api.post(path, { cuepoints }, { as: "json" })).status).toBe(200);
});

test("a set that has changed in the meantime is not overwritten", async () => {
  const path = await newPath();
  const set = (timecode: number, etag?: string | null) =>
    ada.api.post(
      path,
      { cuepoints: [{ timecode }] },
      { as: "json", headers: etag ? { "if-match": etag } : {} },
    );
  const empty = (await ada.api.get(path)).headers.get("etag");
  const first = (await set(1, empty)).headers.get("etag");
  expect((await set(2, empty)).status).toBe(412);
  expect((await set(3, first)).status).toBe(200);
  expect((await set(4, first)).status).toBe(412);
  expect((await ada.api.get(path)).response.cuepoints[0].timecode).toBe(3);
});

test("only editors of the episode see its cuepoints", async () => {
  const bob = await world.person();
  const [path, hidden] = [await newPath(), await newPath({ hidden: true })];
  for (const [where, status] of [
    [path, 403],
    [hidden, 404],
  ] as const) {
    expect((await bob.api.get(where)).status).toBe(status);
    expect((await bob.api.post(where, { cuepoints: [] })).status).toBe(status);
    expect((await bob.api.delete(where)).status).toBe(status);
    expect((await world.api.get(where)).status).toBe(401);
  }
});
