/** Episodes by tag: matching, spelling, stable paging. */
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";
import { updateShow } from "../../publishing/shows/store.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
});

type Page = { items: { episode_id: number }[]; next_url: string | null };
const pathOf = (tag: string, query = "") => `/v2/tags/${encodeURIComponent(tag)}/episodes${query}`;
const tagged = async (tag: string): Promise<number[]> => {
  const { response } = await world.api.get<Page>(pathOf(tag));
  return response.items.map(({ episode_id }) => episode_id);
};

test("an episode found by its tag has exactly the fields of tag results", async () => {
  const published_at = new Date("2024-05-01T10:00:00Z");
  const about = { title: "Sleepers", duration: 298_630, explicit: true };
  const waveform_key = "waveforms/a.json";
  const episode_id = await makeEpisode(world, show_id, {
    ...about,
    published_at,
    tags: ["Night Trains"],
    waveform_key,
  });
  const { status, response } = await world.api.get(pathOf("night trains"));
  expect(status).toBe(200);
  expect(response).toEqual({
    items: [
      {
        ...about,
        episode_id,
        show_id,
        author_id: ada.user_id,
        type: "EXTERNAL",
        site_url: `${world.baseUrl}/episode/${episode_id}`,
        published_at: "2024-05-01 10:00:00",
        download_enabled: true,
        waveform_url: `${world.baseUrl}/media/${waveform_key}`,
      },
    ],
    next_url: null,
  });
});

test.each([
  ["Città", "CITTÀ"],
  ["Città", "citta\u0300"],
  ["Über Uns", "  über uns  "],
  ["ΣΊΣΥΦΟΣ", "ΣΊΣΥΦΟΣ"],
  ["北京", "北京"],
  ["AC/DC", "ac/dc"],
  ["100%", "100%"],
  ["C++ & more?", "c++ & more?"],
])("%j is found as %j", async (tag, asked) => {
  const episode_id = await makeEpisode(world, show_id, { tags: [tag, tag.toLowerCase()] });
  expect(await tagged(asked)).toContain(episode_id);
});

test("a tag matches completely and exactly; an unknown one has no episodes", async () => {
  const episode_id = await makeEpisode(world, show_id, { tags: ["two words"] });
  expect(await tagged("two words")).toEqual([episode_id]);
  for (const other of ["two", "twowords", "two  words", "two words%", "_wo words", "\0", " "])
    expect(await tagged(other)).toEqual([]);
  expect((await world.api.get("/v2/tags/%E0%A4%A/episodes")).status).toBeLessThan(500);
});

test("only listenable episodes are listed, as soon as they are published", async () => {
  const tags = ["gate"];
  const episode_id = await makeEpisode(world, show_id, { tags });
  const shut = [{ hidden: true }, { visibility: "LIMITED" }, { type: "DRAFT" }] as const;
  const open = { hidden: false, visibility: "PUBLIC", type: "EXTERNAL" } as const;
  for (const change of [...shut, { published_at: null }, { tags: ["other"] }]) {
    await updateEpisode(world.deps.db, episode_id, change);
    expect(await tagged("gate")).toEqual([]);
    await updateEpisode(world.deps.db, episode_id, { ...open, tags, published_at: new Date() });
    expect(await tagged("gate")).toEqual([episode_id]);
  }
  for (const visibility of ["PRIVATE", "LIMITED"] as const) {
    await updateShow(world.deps.db, show_id, { visibility });
    expect(await tagged("gate")).toEqual([]);
  }
  await updateShow(world.deps.db, show_id, { visibility: "PUBLIC" });
  expect(await tagged("gate")).toEqual([episode_id]);
  await updateEpisode(world.deps.db, episode_id, { deleted_at: new Date() });
  expect(await tagged("gate")).toEqual([]);
});

test("malformed paging is rejected", async () => {
  for (const query of ["?limit=0", "?limit=x", "?last_id=99999999", "?last_id=x"])
    expect((await world.api.get(pathOf("gate", query))).status).toBe(400);
  await makeEpisodes(world, show_id, Array(101).fill({ tags: ["many"] }));
  expect((await world.api.get(pathOf("many", "?limit=200"))).response.items).toHaveLength(100);
});

const dateOf = (day: number) => new Date(Date.UTC(2024, 0, day));
const change = fc.record({
  what: fc.constantFrom("insert" as const, "delete" as const, "untag" as const, "hide" as const),
  pick: fc.nat({ max: 99 }),
  day: fc.integer({ min: 1, max: 4 }),
});
const AWAY = {
  untag: () => ({ tags: [] }),
  hide: () => ({ hidden: true }),
  delete: () => ({ deleted_at: new Date() }),
};
const story = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  days: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 4, maxLength: 14 }),
  changes: fc.array(fc.array(change, { maxLength: 3 }), { minLength: 6, maxLength: 6 }),
});

test("paging through a changing tag neither repeats nor misses anything, newest first", async () => {
  let walks = 0;
  await fc.assert(
    fc.asyncProperty(story, async ({ limit, days, changes }) => {
      walks += 1;
      const tag = `walk ${walks}`;
      const of = (day: number) => ({ published_at: dateOf(day), tags: [tag] });
      const ids = await makeEpisodes(world, show_id, days.map(of));
      const gone = new Set<number>();
      const seen: number[] = [];
      let next: string | null = pathOf(tag, `?limit=${limit}`);
      for (let page = 0; next !== null; page += 1) {
        expect(page, "a walk without end").toBeLessThan(60);
        const { response }: { response: Page } = await world.api.get<Page>(next);
        seen.push(...response.items.map(({ episode_id }) => episode_id));
        next = response.next_url;
        for (const { what, pick, day } of changes[page] ?? []) {
          const id = ids[pick % ids.length] ?? 0;
          if (what === "insert") await makeEpisode(world, show_id, of(day));
          else {
            gone.add(id);
            await updateEpisode(world.deps.db, id, AWAY[what]());
          }
        }
      }
      expect(new Set(seen).size, "repeated").toBe(seen.length);
      const order = ids.map((id, at) => ({ id, day: days[at] ?? 0 }));
      order.sort((a, b) => b.day - a.day || b.id - a.id);
      const steady = order.map(({ id }) => id).filter((id) => !gone.has(id));
      expect(
        seen.filter((id) => steady.includes(id)),
        "missed or out of order",
      ).toEqual(steady);
    }),
    { seed: 13, numRuns: 40 },
  );
});
