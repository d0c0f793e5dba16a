/** Tests plays by weekday and hour over HTTP: exact sums, time zones, and equality with the ledger. */
import fc from "fast-check";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { rebuildRollups } from "../../src/features/measurement/statistics/rebuilding/actions.ts";
import { makeEpisode, makeShow } from "../setup/factories.ts";
import { countUp, download, openLedgers, writeBatch } from "../setup/ledgers.ts";
import { type Person, useWorld } from "../setup/world.ts";

const world = useWorld();
const RANGE = "from=2026-03-01&to=2026-04-30";
let ada: Person;
let show_id: number;
let episode_id: number;

type Hour = { weekday: number; hour: number; plays_count: number; downloads_count: number };
const hoursOf = async (path: string, query: string): Promise<Hour[]> =>
  (await ada.api.get(`${path}/statistics/hours?${query}`)).response.statistics;
const sumOf = (rows: readonly Omit<Hour, "weekday" | "hour">[]) => [
  rows.reduce((sum, { plays_count }) => sum + plays_count, 0),
  rows.reduce((sum, { downloads_count }) => sum + downloads_count, 0),
];
/** The hours with anything, as `weekday hour: plays downloads`. */
const spelled = (rows: readonly Hour[]) =>
  rows
    .filter((row) => row.plays_count !== 0 || row.downloads_count !== 0)
    .map((row) => `${row.weekday} ${row.hour}: ${row.plays_count} ${row.downloads_count}`);

beforeAll(async () => {
  const { db } = world.deps;
  ada = await world.person();
  show_id = await makeShow(world, ada);
  episode_id = await makeEpisode(world, show_id);
  await openLedgers(db);
  const heard = { episode_id, show_id, author_id: ada.user_id };
  const wrong = download("2026-03-29 05:00:00", "wrong", heard);
  await writeBatch(db, {
    downloads: [
      download("2026-03-02 00:00:00", "a", heard), // a Monday
      download("2026-03-02 00:59:59", "b", { ...heard, purpose: "download" }),
      download("2026-03-29 00:59:59", "c", heard), // a Sunday; clocks in Europe change at 01:00
      download("2026-03-29 01:00:00", "d", heard),
      download("2026-03-29 23:00:00", "e", heard),
      wrong,
      // A first-touch window from the evening before: it is booked at its start.
      {
        ...download("2026-04-01 22:30:00", "f", heard),
        window_start: "2026-04-01 22:30:00+00",
        at: "2026-04-02 03:00:00+00",
      },
    ],
  });
  await countUp(world.deps);
  await writeBatch(db, { downloads: [{ ...wrong, correction: 1, quantity: -1 }] });
  await countUp(world.deps);
});

test("each hour of the week has its plays and downloads, in every scope", async () => {
  for (const path of [`/v2/episodes/${episode_id}`, `/v2/shows/${show_id}`, "/v2/users/me"]) {
    const rows = await hoursOf(path, RANGE);
    expect(rows.map(({ weekday, hour }) => [weekday, hour])).toEqual(
      Array.from({ length: 168 }, (_, at) => [1 + Math.floor(at / 24), at % 24]),
    );
    expect(spelled(rows)).toEqual(["1 0: 1 1", "3 22: 1 0", "7 0: 1 0", "7 1: 1 0", "7 23: 1 0"]);
  }
});

test("hours are those of the time zone, also when its clocks change", async () => {
  const of = async (zone: string) =>
    spelled(await hoursOf(`/v2/shows/${show_id}`, `${RANGE}&timezone=${zone}`));
  expect(await of("Europe/Berlin")).toEqual(["1 1: 2 1", "4 0: 1 0", "7 1: 1 0", "7 3: 1 0"]);
  expect(await of("America/New_York")).toEqual([
    "3 18: 1 0",
    "6 20: 1 0",
    "6 21: 1 0",
    "7 19: 2 1",
  ]);
  // Half an hour: the UTC hour belongs to the local hour in which it begins.
  expect(await of("Asia/Kolkata")).toEqual([
    "1 4: 1 0",
    "1 5: 1 1",
    "4 3: 1 0",
    "7 5: 1 0",
    "7 6: 1 0",
  ]);
});

test("CSV has the same digits, and other time zones are refused", async () => {
  const path = `/v2/shows/${show_id}/statistics/hours`;
  const lines = (await ada.api.get(`${path}.csv?${RANGE}`)).text.trim().split("\r\n");
  expect(lines).toHaveLength(169);
  expect(lines.slice(0, 2)).toEqual([
    "weekday,hour,plays_count,plays_ondemand_count,plays_live_count,downloads_count",
    "1,0,1,1,0,1",
  ]);
  for (const zone of ["Mars/Base", "+02:00", "", "x".repeat(100)]) {
    const { status, error } = await ada.api.get(
      `${path}?${RANGE}&timezone=${encodeURIComponent(zone)}`,
    );
    expect([status, Object.keys(error.fields ?? {})], zone).toEqual([400, ["timezone"]]);
  }
  expect((await ada.api.get(`${path}?from=2026-03-01`)).status).toBe(400);
});

const ZONES = ["UTC", "Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Pacific/Apia"];
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

test("the hours of any range add up to its series, and to the ledger in any zone", async () => {
  const { db } = world.deps;
  const bea = await world.person();
  const own = await makeShow(world, bea);
  const heard = { episode_id: await makeEpisode(world, own), show_id: own, author_id: bea.user_id };
  const moment = fc
    .nat({ max: 400 * 24 * 60 })
    .map((minutes) => Date.UTC(2025, 0, 1) + minutes * 60_000);
  const moments = fc.sample(moment, { seed: 3, numRuns: 800 });
  const downloads = moments.map((at, index) => {
    const time = new Date(at).toISOString();
    const purpose = index % 3 === 0 ? "download" : "play";
    return download(`${time.slice(0, 10)} ${time.slice(11, 19)}`, index, { ...heard, purpose });
  });
  await writeBatch(db, { downloads: downloads.slice(0, 500) });
  await countUp(world.deps);
  await writeBatch(db, { downloads: downloads.slice(500) });
  await countUp(world.deps);
  const read = async (rest: string) =>
    (await bea.api.get(`/v2/shows/${own}/statistics/${rest}`)).response.statistics;
  const range = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 400 }), fc.constantFrom(...ZONES));
  const check = () =>
    fc.assert(
      fc.asyncProperty(range, async ([first, length, zone]) => {
        const dayOf = (day: number) =>
          new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10);
        const [from, to] = [dayOf(first), dayOf(first + length)];
        const rows: Hour[] = await read(`hours?from=${from}&to=${to}&timezone=${zone}`);
        expect(sumOf(rows)).toEqual(sumOf(await read(`plays?from=${from}&to=${to}&group=month`)));
        const format = new Intl.DateTimeFormat("en", {
          timeZone: zone,
          weekday: "short",
          hour: "2-digit",
          hourCycle: "h23",
        });
        const expected = Array.from({ length: 168 }, () => 0);
        for (const at of moments) {
          const day = new Date(at).toISOString().slice(0, 10);
          if (day < from || day > to) continue;
          const parts = format.formatToParts(at - (at % 3_600_000));
          const value = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
          const place = WEEKDAYS.indexOf(value("weekday")) * 24 + Number(value("hour"));
          expected[place] = (expected[place] ?? 0) + 1;
        }
        expect(rows.map((row) => row.plays_count + row.downloads_count)).toEqual(expected);
      }),
      { seed: 4, numRuns: 40 },
    );
  await check();
  await sql`update audience_rollups set hours = ''`.execute(db);
  expect(sumOf(await read("hours?from=2025-01-01&to=2026-12-31"))).toEqual([0, 0]);
  await rebuildRollups(world.deps);
  await check();
}, 120_000);
