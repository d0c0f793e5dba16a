/** Tests when reports are mailed: each day of the schedule once, whatever clocks do on it. */
import { expect, test } from "vitest";
import { latestTime, nextTime, type Times } from "./recurringtimes.ts";

const times = (given: Partial<Times>): Times => ({
  ...{ frequency: "DAILY", weekday: null, day: null, hour: 8, timezone: "Europe/Berlin" },
  ...given,
});

/** The first moments of a schedule after one, to the minute. */
function momentsOf(schedule: Times, after: string, count: number): string[] {
  const moments: Date[] = [];
  for (let n = 0; n < count; n += 1)
    moments.push(nextTime(schedule, moments.at(-1) ?? new Date(after)));
  return moments.map((moment) => moment.toISOString().slice(0, 16));
}

test.each([
  // The clocks go forward on the 29th.
  ["daily", times({}), "2026-03-27T07:00Z", ["03-28T07:00", "03-29T06:00", "03-30T06:00"]],
  [
    "weekly",
    times({ frequency: "WEEKLY", weekday: 1 }),
    "2026-03-23T07:00Z",
    ["03-30T06:00", "04-06T06:00", "04-13T06:00"],
  ],
  [
    "monthly, on the last day of shorter months",
    times({ frequency: "MONTHLY", day: 31, hour: 0, timezone: "UTC" }),
    "2026-01-31T00:00Z",
    ["02-28T00:00", "03-31T00:00", "04-30T00:00"],
  ],
  [
    "at an hour that clocks skip",
    times({ hour: 2 }),
    "2026-03-27T12:00Z",
    ["03-28T01:00", "03-29T01:00", "03-30T00:00"],
  ],
  [
    "at an hour that clocks show twice",
    times({ hour: 2 }),
    "2026-10-23T12:00Z",
    ["10-24T00:00", "10-25T00:00", "10-26T01:00"],
  ],
  [
    "at a midnight that clocks skip",
    times({ hour: 0, timezone: "America/Santiago" }),
    "2026-09-04T12:00Z",
    ["09-05T04:00", "09-06T04:00", "09-07T03:00"],
  ],
  [
    "far from Greenwich",
    times({ hour: 23, timezone: "Pacific/Kiritimati" }),
    "2026-11-30T10:00Z",
    ["12-01T09:00", "12-02T09:00", "12-03T09:00"],
  ],
])("%s", (_what, schedule, after, expected) => {
  expect(momentsOf(schedule, after, 3)).toEqual(expected.map((moment) => `2026-${moment}`));
});

test("after weeks without a server, only the last mails are made", () => {
  const schedule = times({ frequency: "WEEKLY", weekday: 5 });
  const due = new Date("2026-03-06T07:00Z");
  const now = new Date("2026-04-02T12:00Z");
  expect(latestTime(schedule, due, now)).toEqual(new Date("2026-03-27T07:00Z"));
  expect(latestTime(schedule, due, due)).toEqual(due);
});
