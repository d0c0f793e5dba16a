import { expect, test } from "vitest";
import { agoIn, wordsOf } from "./rules.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");

test.each([
  ["en", 0, "now"],
  ["de", 59, "jetzt"],
  ["en", 60, "1 minute ago"],
  ["fr", 7200, "il y a 2 heures"],
  ["es", 6 * 86_400, "hace 6 días"],
  ["en", 7 * 86_400, null],
  ["en", -1, null],
] as const)("in %s, %i seconds ago is “%s”", (lang, seconds, text) => {
  expect(agoIn(new Date(NOW - seconds * 1000), wordsOf(lang), NOW)).toBe(text);
});
