/** Tests the rules of the studio's home: sums of weeks, their comparison, the age at which an episode is compared. */
import { expect, test } from "vitest";
import { markedBar } from "../charts/bars.ts";
import { newestOf } from "./newest/rules.ts";
import { comparisonOf, weeksOf } from "./week/rules.ts";

const NOW = new Date("2026-06-30T12:00:00Z");

test("weeks are sums of their days, the busiest show first", () => {
  const totals = new Map([
    [1, [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 9]],
    [2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10]],
  ]);
  const { shows, sum } = weeksOf([{ show_id: 1 }, { show_id: 2 }, { show_id: 3 }], totals);
  expect(shows.map(({ show_id, now, before }) => [show_id, now, before])).toEqual([
    [2, 10, 0],
    [1, 9, 7],
    [3, 0, 0],
  ]);
  expect([sum.now, sum.before, sum.days.at(-1)]).toEqual([19, 7, 19]);
});

test.each([
  [0, 0, "none"],
  [3, 0, "first"],
  [1000, 1001, "same"],
  [9, 7, "more"],
  [0, 7, "less"],
] as const)("%i after %i is “%s”", (now, before, key) => {
  expect(comparisonOf(now, before)).toBe(key);
});

test("an episode is compared at the oldest age that it has reached", () => {
  const named = { episode_id: 1, title: "", show_title: "" };
  const age = (days: number, plays: number | null, is_complete: boolean) => ({
    days,
    plays,
    downloads: plays,
    is_complete,
  });
  const row = (ages: ReturnType<typeof age>[]) => [
    { ...named, show_id: 1, published_at: NOW, ages },
  ];
  const medians = [
    { days: 1, episodes: 9, total: 4 },
    { days: 7, episodes: 2, total: 40 },
    { days: 30, episodes: 0, total: null },
  ];
  const of = (ages: ReturnType<typeof age>[]) => newestOf(named, row(ages), medians);
  expect(of([age(1, 3, true), age(7, 5, false)])).toMatchObject({ age: 1, total: 6, median: 4 });
  // Two episodes have no median that says anything.
  expect(of([age(1, 3, true), age(7, 5, true)])).toMatchObject({ age: 7, total: 10, median: null });
  expect(of([age(1, 2, false)])).toMatchObject({ age: null, total: 4, median: null });
  expect(of([age(1, null, true)])).toMatchObject({ age: 1, total: null });
  expect(newestOf(named, [], medians)).toMatchObject({ age: null, total: null });
});

test("a marked bar has its words, and its mark where the usual is", () => {
  const { text } = markedBar(5, 10, 10, 'a "bar"');
  expect(text).toContain('aria-label="a &quot;bar&quot;"');
  expect(text).toMatch(/class="usual" x="118"/);
  expect(markedBar(5, null, 0, "").text).not.toContain("usual");
});
