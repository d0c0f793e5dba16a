/** When episodes are published: at once, at their scheduled time, or not until an editor says so. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { useWorld } from "../../../../../test/setup/world.ts";
import { wireTime } from "../../../../platform/text/time.ts";
import { publishingJobs } from "./jobs.ts";

const world = useWorld();
const FUTURE = "2090-01-01 12:00:00";
const PAST = "2001-02-03 04:05:06";

async function make(overrides: Parameters<typeof makeEpisode>[2] = {}) {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id, { published_at: null, ...overrides });
  const path = `/v2/episodes/${episode_id}`;
  return {
    path,
    set: (fields: Record<string, unknown>) => ada.api.post(path, fields),
    dates: async () => {
      const { episode } = (await ada.api.get(path)).response;
      return [episode.published_at, episode.auto_published_at];
    },
    isOut: async () => (await world.api.get(path)).status === 200,
  };
}

const publish = (payload = {}) => publishingJobs(world.deps)[0]?.run(payload, { last: true });
const DRAFT = { type: "DRAFT", media_url: null, encoding_status: "PENDING" } as const;

test("a scheduled episode is published at its time and dated by it", async () => {
  const episode = await make();
  await episode.set({ auto_published_at: FUTURE });
  world.setTime(new Date("2090-01-01T11:59:59Z"));
  await publish();
  expect([await episode.isOut(), await episode.dates()]).toEqual([false, [null, FUTURE]]);
  world.setTime(new Date("2090-01-01T12:00:09Z"));
  await publish();
  expect([await episode.isOut(), await episode.dates()]).toEqual([true, [FUTURE, null]]);
  world.setTime(null);
});

test("a worker whose clock is behind publishes at the time its job was queued for", async () => {
  const episode = await make({ auto_published_at: "2090-03-01T00:00:00Z" });
  await publish({ at: "2090-03-01T00:00:00.000Z" });
  expect(await episode.isOut()).toBe(true);
});

test("a schedule can be moved, and an empty one leaves the episode unpublished", async () => {
  const episode = await make();
  await episode.set({ auto_published_at: FUTURE });
  await episode.set({ auto_published_at: "2091-01-01 00:00:00" });
  expect(await episode.dates()).toEqual([null, "2091-01-01 00:00:00"]);
  await episode.set({ auto_published_at: "" });
  world.setTime(new Date("2095-01-01"));
  await publish();
  world.setTime(null);
  expect([await episode.isOut(), await episode.dates()]).toEqual([false, [null, null]]);
});

test("a past time publishes at once; published_at back-dates", async () => {
  const episode = await make();
  const now = new Date("2026-05-06T07:08:09Z");
  world.setTime(now);
  await episode.set({ auto_published_at: PAST });
  world.setTime(null);
  expect([await episode.isOut(), await episode.dates()]).toEqual([true, [wireTime(now), null]]);
  await episode.set({ published_at: PAST });
  expect(await episode.dates()).toEqual([PAST, null]);
});

test("a published episode stays published", async () => {
  const episode = await make({ published_at: "2020-01-01T00:00:00Z" });
  const later = await episode.set({ auto_published_at: FUTURE });
  expect(later.error.fields).toHaveProperty("auto_published_at");
  const ahead = await episode.set({ published_at: FUTURE });
  expect(ahead.error.fields).toHaveProperty("published_at");
  expect((await episode.set({ published_at: "" })).error.fields).toHaveProperty("published_at");
  expect((await episode.set({ auto_published_at: "" })).status).toBe(200);
  expect((await episode.set({ auto_published_at: PAST })).status).toBe(200);
  expect(await episode.dates()).toEqual(["2020-01-01 00:00:00", null]);
});

test("a caller's clock may be a minute ahead", async () => {
  const now = new Date("2026-05-06T07:08:09Z");
  world.setTime(now);
  const episode = await make();
  await episode.set({ published_at: "2026-05-06 07:09:09" });
  expect(await episode.dates()).toEqual([wireTime(now), null]);
  const ahead = await episode.set({ published_at: "2026-05-06 07:09:10" });
  expect(ahead.error.fields).toHaveProperty("published_at");
  world.setTime(null);
});

test("an episode without audio can be scheduled but not published", async () => {
  const draft = await make(DRAFT);
  for (const field of ["published_at", "auto_published_at"])
    expect((await draft.set({ [field]: PAST })).error.fields).toHaveProperty(field);
  await draft.set({ auto_published_at: FUTURE });
  world.setTime(new Date("2090-01-02"));
  await publish();
  expect([await draft.isOut(), await draft.dates()]).toEqual([false, [null, FUTURE]]);
  await draft.set({ type: "EXTERNAL", media_url: "https://media.example/late.mp3" });
  expect(await draft.isOut()).toBe(true);
  world.setTime(null);
});
