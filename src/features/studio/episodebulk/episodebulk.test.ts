/** Tests changes of many episodes over HTTP: nothing changes unseen, all or none, refusals, undoing. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;
let target: number;

const BULK = "/studio/episodes/bulk#plan";

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  target = await makeShow(world, ada, { title: "Day Boats" });
  browser = createSurfer(world.baseUrl);
  await browser.open("/sign-in");
  await browser.submit({ login: ada.username, password: "correct horse" });
});

const ticked = (ids: readonly number[]) => Object.fromEntries(ids.map((id) => [`id.${id}`, "1"]));

/** Ticks episodes in the list, and opens the form. */
async function choose(ids: readonly number[]) {
  await browser.open("/studio/episodes?sort=title");
  return browser.submit(ticked(ids), "/studio/episodes/bulk");
}

const stored = (ids: readonly number[]) =>
  world.deps.db
    .selectFrom("episodes")
    .select(["season_number", "explicit", "tags", "show_id", "visibility"])
    .where("episode_id", "in", ids)
    .orderBy("episode_id")
    .execute();

test("the form shows what would change; then all change, and the notice undoes it", async () => {
  const ids = await makeEpisodes(world, show_id, [
    { title: "One", season_number: 1, tags: ["sea"] },
    { title: "Two" },
  ]);
  const before = await stored(ids);
  const form = await choose(ids);
  expect(form.text).toContain("2 episodes");
  const blank = await browser.submit({ step: "preview" }, BULK);
  expect(blank.text).toContain("Choose at least one change");
  const fields = {
    add_tags: "night, rail",
    season: "3",
    explicit: "true",
    show_id: String(target),
    visibility: "PRIVATE",
  };
  const dry = await browser.submit({ ...fields, step: "preview" }, BULK);
  expect(dry.text).toContain("2 episodes would change");
  expect(dry.text).toMatch(/Season<\/span> 1 → <ins>3<\/ins>/);
  expect(dry.text).toMatch(/Tags<\/span> sea, <ins>night<\/ins>, <ins>rail<\/ins>/);
  expect(dry.text).toMatch(/Show<\/span> Night Trains → <ins>Day Boats<\/ins>/);
  expect(await stored(ids)).toEqual(before);
  const done = await browser.submit({ ...fields, step: "apply" }, BULK);
  expect(done.url.pathname).toBe("/studio/episodes");
  expect(done.url.searchParams.get("sort")).toBe("title");
  expect(done.text).toContain("2 episodes were changed.");
  expect(await stored(ids)).toMatchObject([
    { season_number: 3, explicit: true, show_id: target, visibility: "PRIVATE" },
    { tags: ["night", "rail"] },
  ]);
  const undone = await browser.submit({}, "/studio/episodes/undo");
  expect(undone.text).toContain("The change was undone.");
  expect(await stored(ids)).toEqual(before);
});

test("what cannot be changed is named by episode, keeps all unchanged, and can be left out", async () => {
  const tags = Array.from({ length: 20 }, (_, at) => `tag ${at}`);
  const ids = await makeEpisodes(world, show_id, [{ title: "Full", tags }, { title: "Free" }]);
  await choose(ids);
  const fields = { add_tags: "more" };
  const dry = await browser.submit({ ...fields, step: "preview" }, BULK);
  expect(dry.text).toContain("There would be 21; at most 20 are possible.");
  expect(dry.text).not.toContain('value="apply"');
  const forced = await browser.submit({ ...fields, step: "apply" }, BULK);
  expect(forced.status).toBe(400);
  expect((await stored(ids))[1]?.tags).toEqual([]);
  await choose(ids);
  await browser.submit({ ...fields, step: "preview" }, BULK);
  const rest = await browser.submit({ ...fields, step: "leave_out" }, BULK);
  expect(rest.text).toContain("1 episode would change");
  await browser.submit({ ...fields, step: "apply" }, BULK);
  expect((await stored(ids))[1]?.tags).toEqual(["more"]);
});

const breaksOf = async (id: number) =>
  (await ada.api.get(`/v2/episodes/${id}/cuepoints`)).response.cuepoints;

test("ad breaks are set in each episode by its length, seen before, and undone", async () => {
  const [first = 0, second = 0] = await makeEpisodes(world, show_id, [
    { title: "Long", duration: 3_600_000 },
    { title: "Short", duration: 600_000 },
  ]);
  const before = [{ timecode: 90_000, ads_max_count: 2 }];
  await ada.api.post(`/v2/episodes/${first}/cuepoints`, { cuepoints: before });
  await choose([first, second]);
  const fields = {
    breaks: "set",
    break_start: "1",
    break_middle: "1",
    break_end: "1",
    break_times: "5:00",
    break_ads: "3",
    season: "2",
  };
  const dry = await browser.submit({ ...fields, step: "preview" }, BULK);
  expect(dry.text).toContain("<del>1:30 (2)</del>, <ins>0:00 (3)</ins>, <ins>5:00 (3)</ins>");
  expect(await breaksOf(first)).toEqual(before);
  const done = await browser.submit({ ...fields, step: "apply" }, BULK);
  expect(done.text).toContain("2 episodes were changed.");
  const times = (all: { timecode: number }[]) => all.map(({ timecode }) => timecode);
  expect(times(await breaksOf(first))).toEqual([0, 300_000, 1_800_000, 3_600_000]);
  // Its middle is also one of the times.
  expect(times(await breaksOf(second))).toEqual([0, 300_000, 600_000]);
  await browser.submit({}, "/studio/episodes/undo");
  expect(await breaksOf(first)).toEqual(before);
  expect(await breaksOf(second)).toEqual([]);
  expect(await stored([first])).toMatchObject([{ season_number: null }]);
});

test("ad breaks that somebody changed meanwhile are not undone, and wrong times are told", async () => {
  const id = await makeEpisode(world, show_id, { title: "Brief", duration: 60_000 });
  await choose([id]);
  const wrong = await browser.submit({ break_times: "soon", step: "preview" }, BULK);
  expect(wrong.text).toMatch(/id="break_times-error">Write times such as/);
  const nowhere = await browser.submit({ break_times: "", breaks: "set", step: "preview" }, BULK);
  expect(nowhere.text).toMatch(/id="breaks-error">Choose where/);
  const late = await browser.submit({ break_times: "5:00", step: "preview" }, BULK);
  expect(late.text).toContain("ends before one of these times");
  await browser.submit({ breaks: "", break_times: "0:10", step: "apply" }, BULK);
  expect(await breaksOf(id)).toEqual([{ timecode: 10_000, ads_max_count: 1 }]);
  await ada.api.post(`/v2/episodes/${id}/cuepoints`, {
    cuepoints: [{ timecode: 10_000, ads_max_count: 4 }],
  });
  const undone = await browser.submit({}, "/studio/episodes/undo");
  expect(undone.text).toContain("could not be undone");
  expect(await breaksOf(id)).toEqual([{ timecode: 10_000, ads_max_count: 4 }]);
});

test("wrong values are shown beside their fields, with what was typed", async () => {
  const ids = await makeEpisodes(world, show_id, [{}]);
  await choose(ids);
  const wrong = await browser.submit({ season: "soon", step: "preview" }, BULK);
  expect(wrong.text).toMatch(/id="season-error"/);
  expect(wrong.text).toContain('value="soon"');
  expect((await browser.open("/studio/episodes/bulk")).text).toContain("Tick episodes");
});

test("episodes of others are neither named nor changed", async () => {
  const eve = await world.person();
  const theirs = await makeShow(world, eve, { visibility: "PRIVATE" });
  const secret = await makeEpisode(world, theirs, { title: "A secret", published_at: null });
  const mine = await makeEpisode(world, show_id, { title: "Mine" });
  const { text } = await choose([mine, secret]);
  expect(text).toContain(`#${secret}`);
  expect(text).not.toContain("A secret");
  const refused = await browser.submit({ explicit: "true", step: "apply" }, BULK);
  expect(refused.status).toBe(404);
  expect(await stored([mine, secret])).toMatchObject([{ explicit: false }, { explicit: false }]);
});

test("only one's own last changes can be undone, and only if nothing changed since", async () => {
  const [id = 0] = await makeEpisodes(world, show_id, [{ title: "Undo me" }]);
  await choose([id]);
  const done = await browser.submit({ season: "4", step: "apply" }, BULK);
  const change = done.url.searchParams.get("change") ?? "";
  await ada.api.post(`/v2/episodes/${id}`, { season_number: 5 });
  const undone = await browser.submit({}, "/studio/episodes/undo");
  expect(undone.text).toContain("could not be undone");
  expect(await stored([id])).toMatchObject([{ season_number: 5 }]);
  const eve = createSurfer(world.baseUrl);
  await eve.open("/sign-in");
  const { username } = await world.person();
  await eve.submit({ login: username, password: "correct horse" });
  expect((await eve.open(`/studio/episodes?done=changed&change=${change}`)).text).not.toContain(
    "was changed",
  );
  await browser.open("/studio/episodes");
  const forged = await browser.submit(
    { change, csrf: "forged" },
    "/studio/episodes/bulk",
    "/studio/episodes/undo",
  );
  expect(forged.status).toBe(403);
});

test("no way back is offered from tags of which the log has only the beginning", async () => {
  const tags = Array.from({ length: 20 }, (_, at) => `a tag that is rather long ${at}`);
  const [id = 0] = await makeEpisodes(world, show_id, [{ title: "Many tags", tags }]);
  await choose([id]);
  const fields = { remove_tags: tags.slice(1).join(","), step: "apply" };
  const done = await browser.submit(fields, BULK);
  expect(done.text).toContain("1 episode was changed.");
  expect(done.text).not.toContain('action="/studio/episodes/undo"');
  const change = done.url.searchParams.get("change") ?? "";
  const forced = await browser.submit({ change }, "/studio/episodes/bulk", "/studio/episodes/undo");
  expect(forced.text).toContain("could not be undone");
  expect((await stored([id]))[0]?.tags).toEqual(tags.slice(0, 1));
});
