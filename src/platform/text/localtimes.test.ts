/** Tests the clocks of time zones: what they show, and when they go forward or back. */
import { expect, test } from "vitest";
import { localTime, momentIn } from "./localtimes.ts";

test.each([
  ["Europe/Berlin", "2026-07-01T12:00", "2026-07-01T10:00:00.000Z"],
  ["America/New_York", "2026-12-24T18:30", "2026-12-24T23:30:00.000Z"],
  ["Asia/Kathmandu", "2026-01-01T00:00", "2025-12-31T18:15:00.000Z"],
  // An hour after the clocks went forward, and before they go back.
  ["Europe/Berlin", "2026-03-29T03:30", "2026-03-29T01:30:00.000Z"],
  ["Europe/Berlin", "2026-10-25T01:30", "2026-10-24T23:30:00.000Z"],
])("clocks in %s that show %s", (zone, local, utc) => {
  const moment = momentIn(zone, local);
  expect(moment?.toISOString()).toBe(utc);
  expect(localTime(zone, new Date(utc))).toBe(local);
});

test.each([
  // Clocks show it twice: the first time counts.
  ["Europe/Berlin", "2026-10-25T02:30", "2026-10-25T00:30:00.000Z", "2026-10-25T02:30"],
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30:00.000Z", "2026-11-01T01:30"],
  // Clocks skip it.
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00.000Z", "2026-03-29T03:30"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00.000Z", "2026-03-08T03:30"],
  ["America/Santiago", "2026-09-06T00:00", "2026-09-06T04:00:00.000Z", "2026-09-06T01:00"],
])("clocks in %s that show %s twice or never", (zone, local, utc, shown) => {
  expect(momentIn(zone, local)?.toISOString()).toBe(utc);
  expect(localTime(zone, new Date(utc))).toBe(shown);
});

test.each(["", "tomorrow", "2026-02-30T10:00", "2026-01-01T25:00"])("“%s” is no moment", (text) => {
  expect(momentIn("UTC", text)).toBeNull();
});
