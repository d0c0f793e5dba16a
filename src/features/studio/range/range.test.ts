/** Tests ranges: which days a URL means in a time zone, and what they are compared with. */
import { expect, test } from "vitest";
import { z } from "zod";
import { momentsOf, rangeOf, rangeParamsOf, rangeText } from "./rules.ts";
import { rangeParams } from "./schema.ts";
import { rangeControl } from "./views.ts";
import { rangeWords } from "./words.ts";

const schema = z.object(rangeParams);
// The evening of 22 November in New York, the morning after in Rome.
const now = new Date("2026-11-23T04:00:00Z");
const of = (text: string, timezone = "Europe/Rome") =>
  rangeOf(schema.parse(Object.fromEntries(new URLSearchParams(text))), { timezone, now });

test.each([
  ["", "2026-10-27", "2026-11-23"],
  ["range=7", "2026-11-17", "2026-11-23"],
  ["range=month", "2026-11-01", "2026-11-23"],
  ["range=custom&from=2026-03-01&to=2026-03-31", "2026-03-01", "2026-03-31"],
  ["from=2026-03-31&to=2026-03-01", "2026-03-01", "2026-03-31"],
  ["from=2026-11-20", "2026-11-20", "2026-11-23"],
  ["range=evil&from=2026-02-30&compare=x", "2026-10-27", "2026-11-23"],
  ["from=1900-01-01&to=2026-01-01", "2016-01-02", "2026-01-01"],
])("“%s” is from %s to %s", (text, from, to) => {
  expect(of(text)).toMatchObject({ from, to });
});

test("today is that of the person, and not finished", () => {
  expect(of("range=7", "America/New_York")).toMatchObject({ to: "2026-11-22", isUnfinished: true });
  expect(of("from=2026-03-01&to=2026-03-31").isUnfinished).toBe(false);
});

test.each([
  ["range=7", { from: "2026-11-10", to: "2026-11-16" }],
  ["range=7&compare=year", { from: "2025-11-18", to: "2025-11-24" }],
  ["range=7&compare=none", null],
])("“%s” is compared", (text, comparison) => {
  expect(of(text).comparison).toEqual(comparison);
});

test("the days of a year before begin on the same weekday", () => {
  for (const text of ["range=90&compare=year", "from=2024-01-01&to=2025-12-31&compare=year"]) {
    const { from, comparison } = of(text);
    expect(new Date(comparison?.from ?? "").getUTCDay()).toBe(new Date(from).getUTCDay());
  }
});

test("days begin at midnight of the time zone, also when the clocks change", () => {
  const days = { from: "2026-03-29", to: "2026-03-29" };
  const { since, until } = momentsOf(days, "Europe/Rome");
  expect(since.toISOString()).toBe("2026-03-28T23:00:00.000Z");
  expect(until.toISOString()).toBe("2026-03-29T22:00:00.000Z");
});

test("a link means the same range", () => {
  for (const text of ["range=90&compare=none", "range=custom&from=2026-03-01&to=2026-03-31"]) {
    const range = of(text);
    expect(of(String(new URLSearchParams(rangeParamsOf(range))))).toEqual(range);
  }
});

test("the control says the days, the comparison and the time zone, and keeps other parameters", () => {
  const range = of("range=7", "America/New_York");
  const words = rangeWords("en-US");
  const { text } = rangeControl({ words, range, path: "/studio/numbers", keep: { show: '"7' } });
  expect(text).toContain("Days in the time zone America/New York.");
  expect(text).toContain(rangeText(range, "en-US"));
  expect(text).toContain('name="show" value="&quot;7"');
  expect(text).toContain('<option value="7" selected>Last 7 days</option>');
});
