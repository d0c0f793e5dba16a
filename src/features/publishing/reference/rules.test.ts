/** Mapping the category and language names of feeds to the supported ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CATEGORIES, categoryByName, isCategory, LANGUAGES, nearestLanguage } from "./rules.ts";

test.each([
  ["Technology", null, 194],
  ["  tv &amp; film ", null, 196],
  ["TV/Film", null, 196],
  ["Health and Fitness", null, 121],
  ["tech news", "Technology", 153],
  ["Technology > Tech News", null, 153],
  ["Games & Hobbies", null, 133],
  ["Other Games", "Games &amp; Hobbies", 138],
  ["News &amp; Politics", null, 146],
  ["Personal Journals", "Society & Culture", 174],
  ["History", "Society & Culture", 120],
  ["Health", null, 121],
  ["Self-Help", "Health", 114],
  ["Medicine", "Science & Medicine", 124],
  ["Gadgets", "Technology", 194],
  ["Professional", "Sports & Recreation", 178],
  ["National", "Government & Organizations", 119],
  ["Literature", "Arts", 93],
  ["", "Arts", 92],
  ["Something else", null, null],
  ["__proto__", null, null],
  ["", null, null],
])("the feed category %j under %j is %j", (name, parent, expected) => {
  expect(categoryByName(name, parent)).toBe(expected);
});

test("every current English name, however capitalised or escaped, maps to its own category", () => {
  for (const { names, category_id } of CATEGORIES)
    for (const spelt of [names.en, names.en.toUpperCase(), names.en.replace("&", "&amp;")])
      expect(categoryByName(spelt), spelt).toBe(category_id);
});

test.each([
  ["en-us", "en", true],
  ["en_GB", "en", true],
  ["pt-BR", "pt", true],
  ["nb", "no", true],
  ["nn-NO", "no", true],
  ["no", "no", true],
  ["zh-tw", "zh", true],
  ["zh-min-nan", "zh", true],
  ["ger", "de", true],
  ["sr-Latn", "sr", true],
  ["English", "en", true],
  ["Deutsch", "de", true],
  ["gsw", "de", false],
  ["ca", "es", false],
  ["fa", "en", false],
  ["iw", "en", false],
  ["eo", "en", false],
  ["", "en", false],
  [null, "en", false],
])("the feed language %j is %j, exact: %j", (tag, language, exact) => {
  expect(nearestLanguage(tag)).toEqual({ language, exact });
});

test("any language or category in a feed maps to a supported one", () => {
  const wild = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constantFrom("x-", "i-x"));
  fc.assert(
    fc.property(wild, wild, (a, b) => {
      expect(LANGUAGES).toContain(nearestLanguage(a).language);
      const id = categoryByName(a, b);
      expect(id === null || isCategory(id)).toBe(true);
    }),
    { seed: 7, numRuns: 300 },
  );
});
