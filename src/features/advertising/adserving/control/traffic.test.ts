/** Tests what is assumed about a week of traffic before the week is over. */
import { expect, test } from "vitest";
import { evenHours, meanWeek } from "./traffic.ts";

const HOUR = 3_600_000;
const MONDAY = Date.UTC(2026, 9, 5);

test("hours that have not come yet are assumed to be like the same hours of other days", () => {
  const seen = new Float64Array(168);
  for (let hour = 0; hour < 48; hour += 1) seen[hour] = hour % 24 === 8 ? 90 : 10;
  const week = meanWeek(seen, MONDAY, MONDAY + 48 * HOUR, evenHours());
  expect([week[8], week[9], week[6 * 24 + 8], week[6 * 24 + 9]]).toEqual([90, 10, 90, 10]);
});

test("hours that came more often weigh no more than the others, and closed hours weigh nothing", () => {
  const seen = new Float64Array(168).fill(10).fill(20, 0, 24);
  const open = evenHours().fill(0, 160);
  const week = meanWeek(seen, MONDAY, MONDAY + 8 * 24 * HOUR, open);
  expect(week[3]).toBeCloseTo(week[30] ?? 0);
  expect(week[165]).toBe(0);
});
