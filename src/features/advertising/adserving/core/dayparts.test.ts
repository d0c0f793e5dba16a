/** Tests when a line item with dayparts runs, and when its last open hour ends. */
import { expect, test } from "vitest";
import { closingOf, openHours } from "./dayparts.ts";
import { openZones } from "./zones.ts";

const zones = openZones();
const at = (text: string) => Date.parse(text);
/** Hours of the day on some days of the week; 0 is Monday. */
const hoursOf = (days: readonly number[], from: number, to: number) =>
  new Set(
    days.flatMap((day) => Array.from({ length: to - from }, (_, hour) => day * 24 + from + hour)),
  );
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

test("a flight closes with its last open hour, in its own time zone", () => {
  const flight = (
    hours: ReadonlySet<number> | null,
    ends: string,
    timezone = "UTC",
    starts = "2026-10-01T00:00Z",
  ) =>
    new Date(
      closingOf({ starts: at(starts), ends: at(ends), timezone, hours }, zones),
    ).toISOString();
  expect(flight(null, "2026-10-16T00:00Z")).toBe("2026-10-16T00:00:00.000Z");
  expect(flight(hoursOf(EVERY_DAY, 6, 22), "2026-10-16T00:00Z")).toBe("2026-10-15T22:00:00.000Z");
  // The flight ends at midnight after Thursday the 15th in Kolkata; the last Monday was the 12th.
  expect(flight(hoursOf([0], 8, 9), "2026-10-15T18:30Z", "Asia/Kolkata")).toBe(
    "2026-10-12T03:30:00.000Z",
  );
  // Clocks change on the flight's last Sunday; its last open hour is on Saturday, or on Sunday before or after the
  // change.
  const rome = (hours: ReadonlySet<number>, ends: string) =>
    flight(hours, ends, "Europe/Rome", "2026-01-01T00:00Z");
  expect(rome(hoursOf([5], 20, 22), "2026-10-25T23:00Z")).toBe("2026-10-24T20:00:00.000Z");
  expect(rome(hoursOf([5], 20, 22), "2026-03-29T22:00Z")).toBe("2026-03-28T21:00:00.000Z");
  expect(rome(hoursOf([6], 0, 1), "2026-10-25T23:00Z")).toBe("2026-10-24T23:00:00.000Z");
  expect(rome(hoursOf([6], 5, 6), "2026-10-25T23:00Z")).toBe("2026-10-25T05:00:00.000Z");
  expect(rome(hoursOf([6], 0, 1), "2026-03-29T22:00Z")).toBe("2026-03-29T00:00:00.000Z");
  // The flight has no Monday, so it closes when it begins.
  expect(flight(hoursOf([0], 8, 9), "2026-10-03T00:00Z")).toBe("2026-10-01T00:00:00.000Z");
});

test("its time is distributed over UTC hours of the week, and a half-hour offset splits each hour in two", () => {
  const shares = (hours: ReadonlySet<number> | null, timezone: string, moment: string) =>
    openHours({ hours, timezone }, at(moment), zones);
  expect(shares(null, "UTC", "2026-10-15T12:00Z").every((share) => share === 1 / 168)).toBe(true);
  const kolkata = shares(hoursOf([0], 8, 10), "Asia/Kolkata", "2026-10-15T12:00Z");
  expect([...kolkata.slice(0, 7)]).toEqual([0, 0, 0.25, 0.5, 0.25, 0, 0]);
  expect(kolkata.reduce((sum, share) => sum + share, 0)).toBe(1);
  const rome = (moment: string) => shares(hoursOf([0], 8, 9), "Europe/Rome", moment).indexOf(1);
  expect([rome("2026-10-24T12:00Z"), rome("2026-10-26T12:00Z")]).toEqual([6, 7]);
});
