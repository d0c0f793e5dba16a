/** The shows of categories: contents, order, and paging across a new ranking. */
import fc from "fast-check";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { putFavorite } from "../../../listening/library/store.ts";
import { updateEpisode } from "../../../publishing/episodes/store.ts";
import { CATEGORIES } from "../../../publishing/reference/rules.ts";
import { updateShow } from "../../../publishing/shows/store.ts";
import { rank } from "./jobs.ts";
import { beginRanking, isRankingOurs, writeScores } from "./store.ts";

const world = useWorld();
let ada: Person;
beforeAll(async () => {
  ada = await world.person();
});
beforeEach(async () => {
  await world.deps.db.updateTable("shows").set({ deleted_at: new Date() }).execute();
});

type Page = { items: { show_id: number }[]; next_url: string | null };
const pathOf = (category_id: number, query = "") =>
  `/v2/explore/categories/${category_id}/items${query}`;
const idsOf = ({ items }: Page) => items.map(({ show_id }) => show_id);
const shown = async (category_id: number, query?: string): Promise<number[]> =>
  idsOf((await world.api.get<Page>(pathOf(category_id, query))).response);

async function listenable(overrides: Parameters<typeof makeShow>[2] = {}): Promise<number> {
  const show_id = await makeShow(world, ada, overrides);
  await makeEpisode(world, show_id);
  return show_id;
}

/** Sets a show's number of listeners, which the next ranking uses. */
async function setListeners(show_id: number, listeners: number): Promise<void> {
  await world.deps.db
    .insertInto("show_signals")
    .values({ show_id, listeners })
    .onConflict((conflict) => conflict.column("show_id").doUpdateSet({ listeners }))
    .execute();
}

test("a show is in each of its three categories and in their parents", async () => {
  for (const top of CATEGORIES.filter(({ level }) => level === 1)) {
    const ids = [top, ...CATEGORIES.filter(({ parent }) => parent === top.category_id)].map(
      ({ category_id }) => category_id,
    );
    const shows = new Map<number, number>();
    for (const category_id of ids)
      shows.set(category_id, await makeShow(world, ada, { category_id }));
    for (const show_id of shows.values()) await makeEpisode(world, show_id);
    expect(new Set(await shown(top.category_id, "?limit=100"))).toEqual(new Set(shows.values()));
    for (const category_id of ids.slice(1))
      expect(await shown(category_id)).toEqual([shows.get(category_id)]);
  }
  const three = { category_id: 93, category_2_id: 194, category_3_id: 100 };
  const show_id = await listenable(three);
  for (const category_id of [93, 92, 194, 100, 99])
    expect(await shown(category_id)).toContain(show_id);
  expect(await shown(195)).not.toContain(show_id);
});

test("an item has the six fields, and follows its show to another category at once", async () => {
  const show_id = await listenable({ category_id: 107, title: "Sleepers" });
  const { response } = await world.api.get(pathOf(107));
  expect(response.items.find((show: { show_id: number }) => show.show_id === show_id)).toEqual({
    show_id,
    title: "Sleepers",
    author_id: ada.user_id,
    site_url: `${world.baseUrl}/show/${show_id}`,
    image_url: null,
    image_original_url: null,
  });
  const moved = { category_id: null, category_2_id: 179 };
  await updateShow(world.deps.db, show_id, moved);
  expect(await shown(106)).not.toContain(show_id);
  for (const category_id of [178, 179]) expect(await shown(category_id)).toContain(show_id);
});

test("a show without listenable episodes disappears at once", async () => {
  const show_id = await makeShow(world, ada, { category_id: 113 });
  expect(await shown(113)).not.toContain(show_id);
  const episode_id = await makeEpisode(world, show_id);
  expect(await shown(113)).toContain(show_id);
  for (const visibility of ["PRIVATE", "LIMITED"] as const) {
    await updateShow(world.deps.db, show_id, { visibility });
    expect(await shown(113)).not.toContain(show_id);
  }
  await updateShow(world.deps.db, show_id, { visibility: "PUBLIC" });
  await updateEpisode(world.deps.db, episode_id, { hidden: true });
  expect(await shown(113)).not.toContain(show_id);
  await updateEpisode(world.deps.db, episode_id, { hidden: false });
  expect(await shown(113)).toContain(show_id);
  await updateShow(world.deps.db, show_id, { deleted_at: new Date() });
  expect(await shown(113)).not.toContain(show_id);
});

test("popular shows come first once the shows have been ranked", async () => {
  const loved = await listenable({ category_id: 160 });
  const known = await listenable({ category_id: 160 });
  const heard = await listenable({ category_id: 160 });
  await putFavorite(world.deps.db, {
    user_id: ada.user_id,
    show_id: loved,
    notifications_enabled: true,
  });
  await rank(world.deps);
  expect((await shown(160))[0]).toBe(loved);
  for (const [show_id, listeners] of [
    [heard, 50_000],
    [known, 10],
    [loved, 0],
  ] as const)
    await setListeners(show_id, listeners);
  await rank(world.deps);
  expect(await shown(160)).toEqual([heard, known, loved]);
  const { quality } = await world.deps.db
    .selectFrom("shows")
    .select("quality")
    .where("show_id", "=", heard)
    .executeTakeFirstOrThrow();
  expect(quality).toBeGreaterThan(0.5);
});

test("unknown categories and malformed paging are rejected", async () => {
  for (const category_id of [91, 202, 0]) {
    const { status } = await world.api.get(pathOf(category_id));
    expect(status).toBe(404);
  }
  for (const query of ["?limit=0", "?limit=-1", "?last_id=x", "?last_id=99999999", "?version=x"])
    expect((await world.api.get(pathOf(92, query))).status).toBe(400);
  expect((await world.api.get(pathOf(92, "?version=99999999999"))).status).toBe(200);
});

test("an unfinished run is invisible, and a superseded one stops", async () => {
  const [a, b] = [await listenable({ category_id: 161 }), await listenable({ category_id: 161 })];
  await rerank([a, b], [20, 10]);
  const dead = await world.deps.db.transaction().execute(beginRanking);
  await writeScores(world.deps.db, dead, [{ show_id: b, score: 10_000 }]);
  expect(await shown(161)).toEqual([a, b]);
  await expect(rank(world.deps, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(await shown(161)).toEqual([a, b]);
  await Promise.all([1, 2, 3].map(() => rerank([a, b], [10, 20])));
  expect(await shown(161)).toEqual([b, a]);
  expect(await isRankingOurs(world.deps.db, dead)).toBe(false);
});

const change = fc.oneof(
  fc.record({ what: fc.constant("rank" as const), listeners: fc.array(fc.nat({ max: 40 })) }),
  fc.record({ what: fc.constant("insert" as const) }),
  fc.record({ what: fc.constantFrom("hide" as const, "move" as const), pick: fc.nat() }),
);
const story = fc.record({
  limit: fc.integer({ min: 1, max: 4 }),
  listeners: fc.array(fc.nat({ max: 40 }), { minLength: 4, maxLength: 12 }),
  changes: fc.array(fc.array(change, { maxLength: 3 }), { minLength: 8, maxLength: 8 }),
  /** Time between two pages. */
  minutes: fc.integer({ min: 0, max: 7 }),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

/** Sets new listener numbers for every show; few distinct ones, so that many scores are equal. */
async function rerank(ids: readonly number[], listeners: readonly number[]): Promise<void> {
  for (const [at, count] of listeners.entries())
    if (ids[at] !== undefined) await setListeners(ids[at], count);
  await rank(world.deps);
}

async function apply(one: Story["changes"][number][number], ids: number[], gone: Set<number>) {
  if (one.what === "rank") return rerank(ids, one.listeners);
  if (one.what === "insert") return void (await listenable({ category_id: 162 }));
  const show_id = ids[one.pick % ids.length] ?? 0;
  gone.add(show_id);
  const away = one.what === "hide" ? { visibility: "PRIVATE" as const } : { category_id: 92 };
  await updateShow(world.deps.db, show_id, away);
}

test("paging through a category while it is ranked again neither repeats nor misses anything", async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ limit, listeners, changes, minutes }) => {
      let time = Date.UTC(2025, 0, 1);
      world.setTime(new Date(time));
      const ids: number[] = [];
      for (const _ of listeners) ids.push(await listenable({ category_id: 162 }));
      await rerank(ids, listeners);
      const order = await shown(162, "?limit=100");
      const gone = new Set<number>();
      const seen: number[] = [];
      let next: string | null = pathOf(162, `?limit=${limit}`);
      for (let page = 0; next !== null; page += 1) {
        expect(page, "a walk without end").toBeLessThan(60);
        const { response }: { response: Page } = await world.api.get<Page>(next);
        seen.push(...idsOf(response));
        next = response.next_url;
        // Reading with up to eight changes takes less than the hour for which its ranking is kept.
        if (page < changes.length) time += minutes * 60_000;
        world.setTime(new Date(time));
        for (const one of changes[page] ?? []) await apply(one, ids, gone);
      }
      expect(new Set(seen).size, "repeated").toBe(seen.length);
      const steady = order.filter((id) => !gone.has(id));
      expect(
        seen.filter((id) => steady.includes(id)),
        "missed or out of order",
      ).toEqual(steady);
      await world.deps.db
        .updateTable("shows")
        .set({ deleted_at: new Date() })
        .where("category_id", "in", [162, 92])
        .execute();
    }),
    { seed: 31, numRuns: 25 },
  );
  world.setTime(null);
});

test("an old order is deleted after little more than an hour; its readers continue in the new one", async () => {
  const start = Date.UTC(2125, 6, 1); // After every ranking of the tests above.
  const at = (minutes: number) => world.setTime(new Date(start + minutes * 60_000));
  at(0);
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await listenable({ category_id: 196 }));
  await rerank(ids, [40, 30, 20, 10]);
  const first = await world.api.get<Page>(pathOf(196, "?limit=2"));
  expect(idsOf(first.response)).toEqual(ids.slice(0, 2));
  const second = first.response.next_url ?? "";
  at(10);
  await rerank(ids, [10, 20, 30, 40]);
  at(60);
  await rank(world.deps);
  expect(idsOf((await world.api.get<Page>(second)).response)).toEqual(ids.slice(2));
  at(85);
  await rank(world.deps);
  expect(idsOf((await world.api.get<Page>(second)).response)).toEqual([ids[0]]);
  const { kept } = await world.deps.db
    .selectFrom("ranked_shows")
    .select(({ fn }) => fn.countAll<number>().as("kept"))
    .where("show_id", "=", ids[0] ?? 0)
    .where("category_id", "=", 196)
    .executeTakeFirstOrThrow();
  expect(kept).toBeLessThan(4);
  world.setTime(null);
});

test("shows whose score stays are not touched, even one that somebody is changing for long", async () => {
  const show_id = await listenable();
  const now = new Date();
  const clock = () => now;
  await rank({ db: world.deps.db, clock });
  const holding = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const change = world.deps.db.transaction().execute(async (db) => {
    await updateShow(db, show_id, { title: "Sleepers" });
    isHeld.resolve();
    await holding.promise;
  });
  await isHeld.promise;
  try {
    await rank({ db: world.deps.db, clock }, AbortSignal.timeout(20_000));
  } finally {
    holding.resolve();
    await change;
  }
});
