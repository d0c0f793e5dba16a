/** Tests which moment the form of a new episode proposes. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { nextTime, proposalOf, proposeTime } from "./proposing.ts";

const world = useWorld();

test.each([
  ["tomorrow morning for a first episode", [], "2026-11-25T22:00", "2026-11-26T06:00"],
  ["a week after the only one", ["2026-11-24T18:30"], "2026-11-25T22:00", "2026-12-01T18:30"],
  [
    "in the rhythm of the last two",
    ["2026-11-24T07:15", "2026-11-10T09:00"],
    "2026-11-25T22:00",
    "2026-12-08T07:15",
  ],
  [
    "after the one that is scheduled last",
    ["2026-12-01T07:15", "2026-11-24T07:15"],
    "2026-11-25T22:00",
    "2026-12-08T07:15",
  ],
  [
    "on the weekday of the show after a long pause",
    ["2019-01-01T07:15", "2018-12-25T07:15"],
    "2026-11-25T22:00",
    "2026-12-01T07:15",
  ],
  [
    "later today, if its time has not come",
    ["2026-11-18T23:00", "2026-11-11T23:00"],
    "2026-11-25T22:00",
    "2026-11-25T23:00",
  ],
  [
    "next time, if its time has just come",
    ["2026-11-18T22:00", "2026-11-11T22:00"],
    "2026-11-25T22:00",
    "2026-12-02T22:00",
  ],
  [
    "a day after two of one day",
    ["2026-11-25T21:00", "2026-11-25T09:00"],
    "2026-11-25T22:00",
    "2026-11-26T21:00",
  ],
] as const)("%s", (_, last, now, proposed) => {
  expect(nextTime(last, now)).toBe(proposed);
});

const NOW = "2026-11-25T22:00"; // A Wednesday.

test.each([
  ["nothing has come out", [], "first", "2026-11-26T06:00", "2026-11-26T06:00"],
  ["one has", ["2026-11-24T18:30"], "only", "2026-12-01T18:30", "2026-11-26T18:30"],
  [
    "it comes out on Tuesdays",
    ["2026-11-24T07:15", "2026-11-17T07:15", "2026-11-10T07:15"],
    "weekday",
    "2026-12-01T07:15",
    "2026-11-26T07:15",
  ],
  [
    "it comes out on Tuesdays, and the last was an exception",
    ["2026-11-22T20:00", "2026-11-17T07:15", "2026-11-10T07:15"],
    "weekday",
    "2026-12-01T07:15",
    "2026-11-26T07:15",
  ],
  [
    "it comes out every day",
    ["2026-11-25T07:00", "2026-11-24T07:00", "2026-11-23T07:00"],
    "daily",
    "2026-11-26T07:00",
    "2026-11-26T07:00",
  ],
  [
    "it comes out every ten days",
    ["2026-11-20T07:00", "2026-11-10T07:00"],
    "gap",
    "2026-11-30T07:00",
    "2026-11-26T07:00",
  ],
] as const)("why a moment is proposed: %s", (_, dates, reason, at, tomorrow) => {
  expect(proposalOf(dates, NOW)).toMatchObject({ reason, at, tomorrow });
});

test("an episode that is scheduled is named, because the proposed day is after it", () => {
  const dates = ["2026-12-01T07:15", "2026-11-24T07:15"];
  expect(proposalOf(dates, NOW)).toMatchObject({ at: "2026-12-08T07:15", planned: dates[0] });
});

test("clocks of the show count, without the episode itself, and no hour that they skip", async () => {
  const { db } = world.deps;
  const show_id = await makeShow(world, await world.person());
  const dated = (published_at: Date) => makeEpisode(world, show_id, { published_at });
  await dated(new Date("2026-03-15T01:30:00Z"));
  const last = await dated(new Date("2026-03-22T01:30:00Z"));
  const now = new Date("2026-03-25T12:00:00Z");
  const propose = async (timezone: string, besides: number | null) =>
    (await proposeTime(db, { show_id, timezone }, { besides, now })).at;
  expect(await propose("UTC", null)).toBe("2026-03-29T01:30");
  // Clocks in Rome go from 2:00 to 3:00 on that day.
  expect(await propose("Europe/Rome", null)).toBe("2026-03-29T03:30");
  expect(await propose("America/New_York", null)).toBe("2026-03-28T21:30");
  expect(await propose("UTC", last)).toBe("2026-03-29T01:30");
});
