/** Tests the numbers of an episode: the same digits in drawing, table and API, beside the median of the show. */
import { expect, test } from "vitest";
import { chartWords } from "../charts/words.ts";
import { rangeOf } from "../range/rules.ts";
import { rangeWords } from "../range/words.ts";
import { numbersView } from "./views.ts";
import { episodeNumbersWords } from "./words.ts";

const range = rangeOf(
  { range: "7", compare: "before" },
  { timezone: "UTC", now: new Date("2026-11-23T12:00:00Z") },
);
const age = (days: number, plays: number | null, is_complete: boolean) => ({
  days,
  plays,
  downloads: plays === null ? null : 100,
  is_complete,
});
const days = [100, 0, 40].map((total, at) => ({ date: `2026-11-2${at + 1}`, total }));
const none = { source: [], device: [], os: [] };
const numbers = {
  ages: [age(1, 1134, true), age(7, 50, true), age(30, 20, false), age(90, null, false)],
  medians: [
    { days: 1, episodes: 9, total: 1000 },
    { days: 7, episodes: 9, total: 300 },
    { days: 30, episodes: 0, total: null },
    { days: 90, episodes: 0, total: null },
  ],
  days,
  before: days.map((day) => ({ ...day, total: 50 })),
  names: {
    ...none,
    source: [
      { name: "Spotify", count: 75, kind: "", date: null },
      { name: "<b>", count: 25, kind: "", date: null },
    ],
  },
};
const viewOf = (changes = {}) =>
  numbersView({
    words: episodeNumbersWords("en"),
    charts: chartWords("en"),
    ranges: rangeWords("en"),
    range,
    path: "/studio/episodes/1/numbers",
    numbers: { ...numbers, ...changes },
  }).text;

test("the first days are compared with the median of the show, once they are over", () => {
  const text = viewOf();
  expect(text).toContain('<span class="figure">1,234</span>');
  expect(text).toContain("23% above the median");
  expect(text).toContain("50% below the median");
  expect(text).toContain("so far");
  expect(text).toContain("not counted here");
});

test("a sentence says how the days compare, and names are escaped", () => {
  expect(viewOf()).toContain("140 plays and downloads, 7% fewer than in the days before.");
  expect(viewOf({ before: null })).toContain("140 plays and downloads.");
  expect(viewOf({ days: days.map((day) => ({ ...day, total: 0 })) })).toContain(
    "Nothing was counted",
  );
  expect(viewOf()).toContain("Spotify is first, with 75%.");
  expect(viewOf()).toContain("&lt;b&gt;");
});

test("an episode that is not out says what will be here", () => {
  expect(viewOf({ ages: [] })).toContain("No numbers yet");
});
