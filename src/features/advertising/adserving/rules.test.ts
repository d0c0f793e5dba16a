/** Tests where an episode's breaks are, and local time in other zones. */
import { expect, test } from "vitest";
import { openZones } from "./core/zones.ts";
import { breaksOf } from "./rules.ts";

test("breaks are the cuepoints, else the show's defaults, else one before and one after the episode", () => {
  const of = (...args: Parameters<typeof breaksOf>) =>
    breaksOf(...args).map(({ position, timecode, midroll, last_midroll }) => [
      ...[position, timecode, midroll, last_midroll],
    ]);
  const one = (timecode: number) => ({ timecode, ads_max_count: 1 });
  expect(of([one(900), one(0), one(300), one(600)], null, 900)).toEqual([
    ["preroll", 0, null, false],
    ["midroll", 300, 1, false],
    ["midroll", 600, 2, true],
    ["postroll", 900, null, false],
  ]);
  expect(of([], null, 900).map(([position]) => position)).toEqual(["preroll", "postroll"]);
  expect(of([], [], 900)).toEqual([]);
});

test("days begin at local midnight and hours are local, also when clocks change", () => {
  const zones = openZones();
  const rome = (text: string) => zones.hourOfWeek(Date.parse(text), "Europe/Rome") % 24;
  expect(new Date(zones.midnight("2026-03-29", "Europe/Rome")).toISOString()).toMatch(/T23:00/);
  expect(new Date(zones.midnight("2026-03-30", "Europe/Rome")).toISOString()).toMatch(/T22:00/);
  // In Beirut this midnight is skipped.
  expect(new Date(zones.midnight("2026-03-29", "Asia/Beirut")).toISOString()).toMatch(/28T22:00/);
  expect([rome("2026-03-29T00:59:00Z"), rome("2026-03-29T01:00:00Z")]).toEqual([1, 3]);
  expect([rome("2026-10-25T00:30:00Z"), rome("2026-10-25T01:30:00Z")]).toEqual([2, 2]);
});
