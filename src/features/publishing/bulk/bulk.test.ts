/** Tests changes of many episodes over HTTP: all or none, dry runs, and malformed requests. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  show_id = await makeShow(world, ada);
});

const bulk = (ids: unknown, changes: unknown, dry_run = false, by = ada) =>
  by.api.post("/v2/episodes/bulk", { ids, changes, dry_run }, { as: "json" });

const stored = (ids: number[]) =>
  world.deps.db
    .selectFrom("episodes")
    .selectAll()
    .where("episode_id", "in", ids)
    .orderBy("episode_id")
    .execute();

const MANY = { season_number: 3, explicit: true, visibility: "PRIVATE", tags: { add: ["new"] } };

test("a dry run says what the change would do, and the change does it", async () => {
  const ids = await makeEpisodes(world, show_id, [{ tags: ["old"] }, { tags: ["NEW"] }]);
  const before = await stored(ids);
  const dry = await bulk(ids, MANY, true);
  expect(dry.status).toBe(200);
  expect(await stored(ids)).toEqual(before);
  expect(dry.response).toMatchObject({
    dry_run: true,
    episodes: [
      {
        episode_id: ids[0],
        changes: {
          season_number: { before: null, after: 3 },
          explicit: { before: false, after: true },
          visibility: { before: "PUBLIC", after: "PRIVATE" },
          tags: { before: ["old"], after: ["old", "new"] },
        },
        problems: [],
      },
      { episode_id: ids[1] },
    ],
  });
  expect(dry.response.episodes[1].changes).not.toHaveProperty("tags");
  const done = await bulk(ids, MANY);
  expect(done.response).toEqual({ ...dry.response, dry_run: false });
  expect(await stored(ids)).toMatchObject([
    { season_number: 3, explicit: true, visibility: "PRIVATE", tags: ["old", "new"] },
    { season_number: 3, tags: ["NEW"] },
  ]);
  const again = await bulk(ids, MANY);
  expect(again.response.episodes.map(({ changes }: { changes: object }) => changes)).toEqual([
    {},
    {},
  ]);
  const history = await ada.api.get(`/v2/audit?subject=episode:${ids[0]}`);
  expect(history.response.items[0]).toMatchObject({ via: "token", after: { season_number: 3 } });
  expect(history.response.items).toHaveLength(2);
});

test("200 episodes are changed at once, 201 are refused", async () => {
  const ids = await makeEpisodes(
    world,
    show_id,
    Array.from({ length: 201 }, () => ({})),
  );
  const refused = await bulk(ids, { season_number: 1 });
  expect(refused).toMatchObject({ status: 400, error: { fields: { ids: expect.anything() } } });
  expect((await stored(ids)).every(({ season_number }) => season_number === null)).toBe(true);
  expect((await bulk(ids.slice(1), { season_number: 1 })).status).toBe(200);
  expect((await stored(ids)).filter(({ season_number }) => season_number === 1)).toHaveLength(200);
});

test("one episode in the way keeps all unchanged, and is named with its field", async () => {
  const full = Array.from({ length: 20 }, (_, n) => `tag ${n}`);
  const ids = await makeEpisodes(world, show_id, [{}, { tags: full }, {}]);
  const before = await stored(ids);
  const changes = { tags: { add: ["one more"] }, explicit: true };
  const { status, error } = await bulk(ids, changes);
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})).toEqual([`episodes.${ids[1]}.tags`]);
  expect(await stored(ids)).toEqual(before);
  const { response } = await bulk(ids, changes, true);
  expect(response.episodes[1]).toMatchObject({
    changes: {},
    problems: [{ field: "tags", message: expect.stringContaining("at most 20") }],
  });
  expect(response.episodes[0].problems).toEqual([]);
});

test("episodes of others, unknown and deleted ones are refused as in single updates", async () => {
  const mine = await makeEpisode(world, show_id);
  const theirs = await makeShow(world, bob);
  const open = await makeEpisode(world, theirs);
  const hidden = await makeEpisode(world, theirs, { hidden: true });
  const gone = await makeEpisode(world, show_id, { deleted_at: new Date() });
  for (const [id, status] of [
    [open, 403],
    [hidden, 404],
    [gone, 404],
    [2 ** 50, 404],
  ] as const) {
    expect((await bulk([mine, id], { explicit: true })).status).toBe(status);
    const { response } = await bulk([mine, id], { explicit: true }, true);
    expect(response.episodes).toMatchObject([
      { episode_id: mine, problems: [] },
      { episode_id: id, changes: {}, problems: [{ field: "episode_id" }] },
    ]);
  }
  expect(await stored([mine])).toMatchObject([{ explicit: false }]);
  expect((await world.api.post("/v2/episodes/bulk", {})).status).toBe(401);
});

test("episodes move together, unless a GUID is taken or the mover may not", async () => {
  const target = await makeShow(world, ada);
  const [first = 0, second = 0, third = 0] = await makeEpisodes(world, show_id, [
    { rss_guid: "a" },
    { rss_guid: "b" },
    { rss_guid: "c" },
  ]);
  await makeEpisode(world, target, { rss_guid: "b" });
  const taken = await bulk([first, second], { show_id: target });
  expect(Object.keys(taken.error.fields ?? {})).toEqual([`episodes.${second}.show_id`]);
  expect(await stored([first])).toMatchObject([{ show_id }]);
  const moved = await bulk([first, third], { show_id: target });
  expect(moved.response.episodes[0].changes).toEqual({
    show_id: { before: show_id, after: target },
  });
  expect(await stored([first, third])).toMatchObject([{ show_id: target }, { show_id: target }]);
  await ada.api.put(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
  const bobs = await makeShow(world, bob);
  expect((await bulk([second], { show_id: bobs }, false, bob)).status).toBe(403);
  const dry = await bulk([second], { show_id: bobs }, true, bob);
  expect(dry.response.episodes).toMatchObject([{ problems: [{ field: "show_id" }] }]);
  expect((await bulk([second], { explicit: true }, false, bob)).status).toBe(200);
  const unknown = await bulk([second], { show_id: 2 ** 50 });
  expect(unknown).toMatchObject({ status: 400, error: { fields: { show_id: expect.anything() } } });
  await ada.api.delete(`/v2/shows/${show_id}/collaborators/${bob.user_id}`);
});

const breaks = async (id: number) =>
  (await ada.api.get(`/v2/episodes/${id}/cuepoints`)).response.cuepoints;

test("cuepoints are placed in each episode by time or by its length", async () => {
  const [long = 0, short = 0] = await makeEpisodes(world, show_id, [
    { duration: 100_000 },
    { duration: 30_001 },
  ]);
  const ids = [long, short];
  await ada.api.post(`/v2/episodes/${long}/cuepoints`, { cuepoints: [{ timecode: 7000 }] });
  const add = [
    { percent: 0, ads_max_count: 2 },
    { percent: 50 },
    { timecode: 7000, ads_max_count: 3 },
  ];
  const dry = await bulk(ids, { cuepoints: { add } }, true);
  expect(await breaks(short)).toEqual([]);
  const [first, second] = dry.response.episodes;
  expect(first.changes.cuepoints.before).toEqual([{ timecode: 7000, ads_max_count: 1 }]);
  const done = await bulk(ids, { cuepoints: { add } });
  expect(done.response.episodes).toEqual(dry.response.episodes);
  expect(await breaks(long)).toEqual(first.changes.cuepoints.after);
  expect(await breaks(long)).toEqual([
    { timecode: 0, ads_max_count: 2 },
    { timecode: 7000, ads_max_count: 3 },
    { timecode: 50_000, ads_max_count: 1 },
  ]);
  expect(await breaks(short)).toEqual(second.changes.cuepoints.after);
  expect((await breaks(short))[2]).toEqual({ timecode: 15_001, ads_max_count: 1 });
  const again = await bulk(ids, { cuepoints: { add } });
  expect(again.response.episodes[0].changes).toEqual({});
  await bulk([long], { cuepoints: { set: [] } });
  expect(await breaks(long)).toEqual([]);
});

test("cuepoints beyond an end, too many, or without a length keep all unchanged", async () => {
  const [long = 0, short = 0, none = 0] = await makeEpisodes(world, show_id, [
    { duration: 100_000 },
    { duration: 5000 },
    { duration: 0 },
  ]);
  const full = Array.from({ length: 20 }, (_, n) => ({ timecode: n }));
  await ada.api.post(`/v2/episodes/${long}/cuepoints`, { cuepoints: full });
  for (const [ids, point, stuck] of [
    [[long, short], { timecode: 5001 }, [long, short]],
    [[long, none], { percent: 100 }, [long, none]],
  ] as const) {
    const { status, error } = await bulk(ids, { cuepoints: { add: [point] }, explicit: true });
    expect(status).toBe(400);
    const fields = stuck.map((id) => `episodes.${id}.cuepoints`);
    expect(Object.keys(error.fields ?? {})).toEqual(fields);
  }
  expect(await breaks(short)).toEqual([]);
  expect((await stored([short]))[0]?.explicit).toBe(false);
  expect((await bulk([none], { cuepoints: { add: [{ percent: 0 }] } })).status).toBe(200);
});

test.each([
  ["no ids", [], { explicit: true }, /^ids/],
  ["a repeated id", [7, 7], { explicit: true }, /^ids/],
  ["a negative id", [-7], { explicit: true }, /^ids/],
  ["text as an id", ["seven"], { explicit: true }, /^ids/],
  ["no changes", [7], {}, /^changes/],
  ["changes as a list", [7], [], /^changes/],
  ["a title for all", [7], { title: "Same" }, /^changes/],
  ["an unknown visibility", [7], { visibility: "SECRET" }, /^changes/],
  ["tags set and added", [7], { tags: { set: ["a"], add: ["b"] } }, /^changes/],
  ["21 tags", [7], { tags: { set: Array.from({ length: 21 }, (_, n) => `${n}`) } }, /^changes/],
  ["cuepoints set and added", [7], { cuepoints: { set: [], add: [] } }, /^changes/],
  ["a cuepoint nowhere", [7], { cuepoints: { add: [{ ads_max_count: 1 }] } }, /^changes/],
  ["a cuepoint twice", [7], { cuepoints: { add: [{ timecode: 1, percent: 1 }] } }, /^changes/],
  ["101 percent", [7], { cuepoints: { add: [{ percent: 101 }] } }, /^changes/],
  ["21 cuepoints", [7], { cuepoints: { set: Array(21).fill({ percent: 1 }) } }, /^changes/],
  ["an endless season", [7], { season_number: 1e12 }, /^changes/],
])("%s is refused", async (_, ids, changes, field) => {
  const { status, error } = await bulk(ids, changes);
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})[0]).toMatch(field);
});

test("two changes of the same episodes in opposite order both succeed", async () => {
  const ids = await makeEpisodes(
    world,
    show_id,
    Array.from({ length: 40 }, () => ({})),
  );
  const replies = await Promise.all([
    bulk(ids, { season_number: 1 }),
    bulk(ids.toReversed(), { season_number: 2 }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const seasons = new Set((await stored(ids)).map(({ season_number }) => season_number));
  expect(seasons.size).toBe(1);
});
