/** Tests the figures of a range beside those of another, against the series that the API returns. */
import { beforeAll, expect, test } from "vitest";
import { readAges } from "../../src/features/measurement/audience/ages/store.ts";
import { changeOf, readOverview } from "../../src/features/measurement/audience/overview.ts";
import { openStatistics } from "../../src/features/measurement/statistics/actions.ts";
import { readDailyTotals } from "../../src/features/measurement/statistics/days/store.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
let ada: Person;
let show_id: number;

beforeAll(async () => {
  ada = await world.person();
  show_id = await makeShow(world, ada);
  const heard = {
    episode_id: await makeEpisode(world, show_id),
    show_id,
    author_id: ada.user_id,
  };
  await openLedgers(world.deps.db);
  await writeBatch(world.deps.db, {
    downloads: [
      download("2026-02-27 12:00:00", "out of both", heard),
      download("2026-02-28 00:00:00", "a", heard),
      download("2026-03-02 23:59:59", "b", { ...heard, purpose: "download" }),
      download("2026-03-03 00:00:00", "a", heard),
      download("2026-03-03 10:00:00", "b", heard),
      download("2026-03-05 23:59:59", "b", heard),
      download("2026-03-06 00:00:00", "c", heard),
    ],
  });
  await countUp(world.deps);
});

test("a range is compared with another, zeros included", async () => {
  const deps = { statistics: openStatistics(world.deps) };
  const range = { from: "2026-03-03", to: "2026-03-05" };
  const other = { from: "2026-02-28", to: "2026-03-02" };
  const scope = { level: "show", id: show_id } as const;
  const { now, before } = await readOverview(deps, scope, range, other, "day");
  expect(now).toEqual({
    range,
    plays: 3,
    downloads: 0,
    points: [
      { date: "2026-03-03", plays: 2, downloads: 0, listeners: 2 },
      { date: "2026-03-04", plays: 0, downloads: 0, listeners: 0 },
      { date: "2026-03-05", plays: 1, downloads: 0, listeners: 1 },
    ],
  });
  expect(before).toMatchObject({
    range: other,
    plays: 1,
    downloads: 1,
  });
  const path = `/v2/shows/${show_id}/statistics/plays?from=2026-02-28&to=2026-03-02&group=day`;
  const { statistics } = (await ada.api.get(path)).response;
  expect(before?.points).toMatchObject(
    statistics.map((row: { date: string; plays_count: number; downloads_count: number }) => ({
      date: row.date,
      plays: row.plays_count,
      downloads: row.downloads_count,
    })),
  );
  expect([changeOf(3, 2), changeOf(1, 2), changeOf(3, 0)]).toEqual([50, -50, null]);
});

test("ranges of several lengths are compared by month, and no range at all", async () => {
  const deps = { statistics: openStatistics(world.deps) };
  const range = { from: "2026-03-01", to: "2026-03-31" };
  const other = { from: "2026-02-01", to: "2026-02-28" };
  const scope = { level: "user", id: ada.user_id } as const;
  const { now, before } = await readOverview(deps, scope, range, other, "month");
  expect([now.points, before?.points]).toEqual([
    [{ date: "2026-03-01", plays: 4, downloads: 1, listeners: 3 }],
    [{ date: "2026-02-01", plays: 2, downloads: 0, listeners: 2 }],
  ]);
  expect((await readOverview(deps, scope, range, null, "month")).before).toBeNull();
});

test("the days of many shows are read at once, and the number of episodes with a page of them", async () => {
  const { db, clock } = world.deps;
  const quiet = await makeShow(world, ada);
  const range = { from: "2026-03-02", to: "2026-03-06" };
  expect(await readDailyTotals(db, "show", [show_id, quiet], range)).toEqual(
    new Map([
      [show_id, [1, 2, 0, 1, 1]],
      [quiet, [0, 0, 0, 0, 0]],
    ]),
  );
  for (let made = 0; made < 3; made += 1) await makeEpisode(world, quiet);
  const page = {
    days: [7],
    sorting: "newest",
    sortDays: 7,
    limit: 1,
    offset: 0,
    now: clock(),
  } as const;
  const { episodes, total } = await readAges(db, { scope: { level: "show", id: quiet }, ...page });
  expect([episodes.length, total]).toEqual([2, 3]);
});
