/** Tests episodes at equal age over HTTP: exact figures, order, medians, and equality with the ledger. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { AGES } from "../../src/features/measurement/statistics/ages/rules.ts";
import { aggregateLedgers } from "../../src/features/measurement/statistics/aggregation/actions.ts";
import { rebuildRollups } from "../../src/features/measurement/statistics/rebuilding/actions.ts";
import { createOrganization } from "../../src/features/people/organizations/actions.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
const NOW = new Date("2026-06-30T12:00:00Z");
const HOUR_MS = 3_600_000;
let ada: Person;
let show_id: number;
let organization_id: number;
const ids: Record<"first" | "second" | "young" | "imported", number> = {
  first: 0,
  second: 0,
  young: 0,
  imported: 0,
};

type Age = {
  days: number;
  plays_count: number | null;
  downloads_count: number | null;
  total_count: number | null;
  is_complete: boolean;
};
type Item = { episode_id: number; title: string; ages: Age[] };
type Page = {
  items: Item[];
  medians: { days: number; episodes_count: number; total_count: number | null }[];
  next_url: string | null;
};
const agesOf = async (path: string, query = "", by = ada): Promise<Page> =>
  (await by.api.get(`${path}/statistics/ages?${query}`)).response;
const age = (days: number, plays: number, downloads: number, is_complete = true): Age => ({
  days,
  plays_count: plays,
  downloads_count: downloads,
  total_count: plays + downloads,
  is_complete,
});

beforeAll(async () => {
  const { deps } = world;
  ada = await world.person();
  const bob = await world.person();
  ({ organization_id } = await createOrganization(deps, { name: "Org" }, bob.user_id, false));
  await deps.db
    .insertInto("organization_networks")
    .values({ organization_id, user_id: ada.user_id })
    .execute();
  show_id = await makeShow(world, ada);
  await openLedgers(deps.db);
  world.setTime(NOW);
  const episode = (title: string, published_at: string, created_at = "2026-01-01 00:00:00+00") =>
    makeEpisode(world, show_id, { title, published_at, created_at });
  ids.first = await episode("First", "2026-03-01 10:30:00+00");
  ids.second = await episode("Second", "2026-04-01 00:00:00+00");
  ids.young = await episode("Young", "2026-06-29 12:00:00+00");
  ids.imported = await episode("Imported", "2020-01-01 00:00:00+00", "2019-12-31 00:00:00+00");
  await episode("Planned", "2026-07-15 00:00:00+00");
  const heard = (episode_id: number) => ({ episode_id, show_id, author_id: ada.user_id });
  const [first, second] = [heard(ids.first), heard(ids.second)];
  await writeBatch(deps.db, {
    downloads: [
      download("2026-03-01 09:59:59", "early", first), // before the hour of publication
      download("2026-03-01 10:00:00", "a", first), // in that hour
      download("2026-03-02 09:59:59", "b", { ...first, purpose: "download" }), // in the last hour of the first day
      download("2026-03-02 10:00:00", "c", first), // in the first hour of the second day
      download("2026-03-08 09:00:00", "d", first),
      download("2026-03-31 09:00:00", "e", first),
      download("2026-05-30 09:00:00", "f", first), // in the last hour of the first 90 days
      download("2026-05-30 10:00:00", "g", first),
      download("2026-04-01 00:00:00", "a", second),
      download("2026-04-01 23:59:59", "b", second),
      download("2026-04-02 00:00:00", "c", second),
      download("2026-06-29 13:00:00", "a", heard(ids.young)),
      download("2026-06-29 14:00:00", "a", heard(ids.imported)),
    ],
  });
  await countUp(deps);
});

test("an episode's figures are those of its first n × 24 hours", async () => {
  const { items, medians } = await agesOf(`/v2/shows/${show_id}`);
  expect(items.map(({ title }) => title)).toEqual(["Young", "Second", "First", "Imported"]);
  const ages = new Map(items.map((item) => [item.episode_id, item.ages]));
  expect(ages.get(ids.first)).toEqual([age(1, 1, 1), age(7, 3, 1), age(30, 4, 1), age(90, 5, 1)]);
  expect(ages.get(ids.second)).toEqual([age(1, 2, 0), age(7, 3, 0), age(30, 3, 0), age(90, 3, 0)]);
  expect(ages.get(ids.young)).toEqual([
    age(1, 1, 0),
    age(7, 1, 0, false),
    age(30, 1, 0, false),
    age(90, 1, 0, false),
  ]);
  // At one day of age they have 2, 2, 1 and 0; at seven days 4, 3 and 0.
  expect(medians.slice(0, 2)).toEqual([
    { days: 1, episodes_count: 4, total_count: 1.5 },
    { days: 7, episodes_count: 3, total_count: 3 },
  ]);
});

test("an imported episode from before the show's first day has no figures, and does not lower the medians", async () => {
  await world.deps.db
    .updateTable("episodes")
    .set({ created_at: "2026-02-01 00:00:00+00" })
    .where("episode_id", "=", ids.imported)
    .execute();
  const { items, medians } = await agesOf(`/v2/shows/${show_id}`, "days=1,90");
  const unknown = {
    plays_count: null,
    downloads_count: null,
    total_count: null,
    is_complete: true,
  };
  expect(items.find(({ episode_id }) => episode_id === ids.imported)?.ages).toEqual([
    { days: 1, ...unknown },
    { days: 90, ...unknown },
  ]);
  expect(medians).toEqual([
    { days: 1, episodes_count: 3, total_count: 2 },
    { days: 90, episodes_count: 2, total_count: 4.5 },
  ]);
});

test("the list is sorted by date or by an age, with too young episodes last, and paged", async () => {
  const titles = async (query: string) =>
    (await agesOf(`/v2/shows/${show_id}`, query)).items.map(({ title }) => title);
  expect(await titles("sorting=oldest")).toEqual(["Imported", "First", "Second", "Young"]);
  expect(await titles("sorting=most&sort_days=7")).toEqual([
    "First",
    "Second",
    "Young",
    "Imported",
  ]);
  expect(await titles("sorting=fewest&days=7")).toEqual(["Second", "First", "Young", "Imported"]);
  expect(await titles("sorting=fewest")).toEqual(["Young", "Second", "First", "Imported"]);
  const page = await agesOf(
    `/v2/shows/${show_id}`,
    "sorting=most&sort_days=7&limit=1&offset=1&days=1",
  );
  expect(page.items).toMatchObject([{ title: "Second", ages: [{ days: 1 }] }]);
  expect(page.next_url).toContain("offset=2");
  const beyond = await agesOf(`/v2/shows/${show_id}`, "offset=10&days=1");
  expect([beyond.items, beyond.medians[0]?.episodes_count]).toEqual([[], 3]);
});

test("the shows of a user and of an organization are compared together", async () => {
  const bob = await world.person();
  await world.deps.db
    .insertInto("organization_members")
    .values({ organization_id, user_id: bob.user_id, role: "analyst" })
    .execute();
  const own = await agesOf(`/v2/shows/${show_id}`);
  expect((await agesOf("/v2/users/me")).items).toEqual(own.items);
  expect((await agesOf(`/v2/organizations/${organization_id}`, "", bob)).items).toEqual(own.items);
  const empty = await agesOf("/v2/users/me", "days=30", await world.person());
  expect(empty).toMatchObject({
    items: [],
    medians: [{ days: 30, episodes_count: 0, total_count: null }],
  });
});

test("other ages are refused", async () => {
  for (const query of ["days=5", "days=", "days=1,x", "sort_days=4", "sorting=best"]) {
    const { status } = await ada.api.get(`/v2/shows/${show_id}/statistics/ages?${query}`);
    expect(status, query).toBe(400);
  }
});

test("a new date of publication counts the ages again", async () => {
  const move = async (published_at: string) => {
    await world.deps.db
      .updateTable("episodes")
      .set({ published_at })
      .where("episode_id", "=", ids.first)
      .execute();
    await aggregateLedgers(world.deps);
    const { items } = await agesOf(`/v2/shows/${show_id}`, "days=1,7,30");
    return items.find(({ episode_id }) => episode_id === ids.first)?.ages;
  };
  expect(await move("2026-03-02 10:59:00+00")).toEqual([age(1, 1, 0), age(7, 2, 0), age(30, 3, 0)]);
  expect(await move("2026-03-01 10:30:00+00")).toEqual([age(1, 1, 1), age(7, 3, 1), age(30, 4, 1)]);
});

test("figures equal the ledger's, whatever is counted, corrected, republished or rebuilt", async () => {
  const { db } = world.deps;
  const eve = await world.person();
  const own = await makeShow(world, eve);
  const start = Date.UTC(2024, 0, 1);
  const hours = fc.nat({ max: 900 * 24 });
  const born = fc.sample(hours, { seed: 5, numRuns: 12 });
  const published = (index: number) => new Date(start + (born[index] ?? 0) * HOUR_MS + 1_234_567);
  const episodes: number[] = [];
  for (const index of born.keys())
    episodes.push(
      await makeEpisode(world, own, {
        published_at: published(index),
        created_at: new Date(start),
      }),
    );
  const after = fc.tuple(
    fc.nat({ max: 11 }),
    fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: 10_000 })),
  );
  const rows = fc.sample(after, { seed: 6, numRuns: 1500 }).map(([index, hour], listener) => {
    const time = new Date(
      start + (born[index] ?? 0) * HOUR_MS + (hour - 5) * HOUR_MS,
    ).toISOString();
    const purpose = listener % 4 === 0 ? "download" : "play";
    return download(`${time.slice(0, 10)} ${time.slice(11, 19)}`, `eve ${listener}`, {
      episode_id: episodes[index] ?? 0,
      show_id: own,
      author_id: eve.user_id,
      purpose,
    });
  });
  const expectLedger = async () => {
    const { items } = await agesOf(`/v2/shows/${own}`, `limit=100&days=${AGES.join(",")}`, eve);
    const ledger = await sql<{ episode_id: number; at: Date; plays: number; downloads: number }>`
      select episode_id, at, case purpose when 'play' then quantity else 0 end as plays,
        case purpose when 'play' then 0 else quantity end as downloads
      from downloads where show_id = ${own}`.execute(db);
    const dates = await db
      .selectFrom("episodes")
      .select(["episode_id", "published_at"])
      .where("show_id", "=", own)
      .execute();
    expect(items).toHaveLength(12);
    for (const { episode_id, ages } of items) {
      const date = dates.find((one) => one.episode_id === episode_id)?.published_at?.getTime() ?? 0;
      const since = Math.floor(date / HOUR_MS) * HOUR_MS;
      for (const one of ages) {
        const until = since + one.days * 24 * HOUR_MS;
        const inTime = ledger.rows.filter(
          (row) =>
            row.episode_id === episode_id && row.at.getTime() >= since && row.at.getTime() < until,
        );
        const sum = (of: "plays" | "downloads") =>
          inTime.reduce((total, row) => total + row[of], 0);
        expect(one).toEqual(age(one.days, sum("plays"), sum("downloads"), until <= NOW.getTime()));
      }
    }
  };
  await writeBatch(db, { downloads: rows.slice(0, 1000) });
  await countUp(world.deps);
  await expectLedger();
  const wrong = rows.slice(0, 300).map((row) => ({ ...row, correction: 1, quantity: -1 }));
  await writeBatch(db, { downloads: rows.slice(1000) });
  await writeBatch(db, { downloads: wrong });
  await countUp(world.deps);
  await expectLedger();
  await sql`
    update episodes set published_at = published_at + episode_id % 3 * interval '17 hours 13 minutes'
    where show_id = ${own}`.execute(db);
  await aggregateLedgers(world.deps);
  await expectLedger();
  await sql`delete from episode_ages`.execute(db);
  await rebuildRollups(world.deps);
  await aggregateLedgers(world.deps);
  await expectLedger();
}, 120_000);
