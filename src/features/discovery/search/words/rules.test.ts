/** Parsing of query operators, and the edit distance between words. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corrections, editsBetween, readQuery, titlesOf } from "./rules.ts";

describe("parsing queries", () => {
  test.each([
    ["night trains", "night trains", [], []],
    ['"night trains" europe', "europe night trains", ["night trains"], []],
    ["trains -night -bus", "trains", [], ["night", "bus"]],
    ['trains -"night bus"', "trains", [], ["night bus"]],
    ["“night trains”", "night trains", ["night trains"], []],
    ["rock - roll", "rock - roll", [], []],
    ["e-mail", "e-mail", [], []],
    ['5" disc', '5" disc', [], []],
    ["-night", "-night", [], []],
    ['"', '"', [], []],
    ["★ ★", "★ ★", [], []],
  ])("%s", (q, wanted, phrases, unwanted) => {
    expect(readQuery(q)).toMatchObject({ wanted, phrases, unwanted });
  });

  test("any text is parsed without loss or failure", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (q) => {
        const { wanted, phrases, unwanted } = readQuery(q);
        const letters = (text: string) =>
          [...text].filter((one) => /[\p{L}\p{N}]/u.test(one)).sort();
        const kept = phrases.length > 0 ? wanted : [wanted, ...unwanted].join(" ");
        expect(letters([kept, ...(phrases.length > 0 ? unwanted : [])].join(" "))).toEqual(
          letters(q),
        );
      }),
      { seed: 5, numRuns: 2000 },
    );
  });
});

describe("the edit distance", () => {
  test.each([
    ["mosaic", "mosaic", 0],
    ["mosiac", "mosaic", 1],
    ["mosac", "mosaic", 1],
    ["mosaaic", "mosaic", 1],
    ["nosaic", "mosaic", 1],
    ["nosaics", "mosaic", 2],
    ["history", "mosaic", 3],
  ])("%s, %s", (from, to, edits) => {
    expect(editsBetween(from, to, 2)).toBe(edits);
  });

  const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "ж"), maxLength: 9 });

  test("is symmetric, and 0 only for the same word", () => {
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editsBetween(a, b, 9)).toBe(editsBetween(b, a, 9));
        expect(editsBetween(a, b, 9) === 0).toBe(a === b);
      }),
      { seed: 5 },
    );
  });

  test("one edit counts as one, wherever it is", () => {
    const edited = fc
      .tuple(word, fc.nat(), fc.constantFrom("a", "z"), fc.nat(2))
      .map(([from, at, letter, kind]) => {
        const letters = [...from];
        const place = at % (letters.length + 1);
        letters.splice(place, kind === 0 ? 0 : 1, ...(kind === 1 ? [] : [letter]));
        return [from, letters.join("")] as const;
      });
    fc.assert(
      fc.property(edited, ([from, to]) => {
        expect(editsBetween(from, to, 3)).toBeLessThanOrEqual(1);
      }),
      { seed: 5 },
    );
  });

  test("is computed up to the given maximum only", () => {
    fc.assert(
      fc.property(word, word, fc.nat(3), (a, b, most) => {
        expect(editsBetween(a, b, most)).toBe(Math.min(editsBetween(a, b, 20), most + 1));
      }),
      { seed: 5 },
    );
  });
});

test("one edit is allowed from four letters, two from eight; the nearest and most frequent words come first", () => {
  const known = ["cart", "card", "care", "adventures", "adventuress"].map((word, index) => ({
    word,
    documents: index,
  }));
  const words = (word: string, most = 9) => corrections(word, known, most).map((one) => one.word);
  expect(words("car")).toEqual([]);
  expect(words("carx")).toEqual(["care", "card", "cart"]);
  expect(words("carx", 1)).toEqual(["care"]);
  expect(words("xxrt")).toEqual([]);
  expect(words("adventurs")).toEqual(["adventures", "adventuress"]);
  expect(words("advemtuers")).toEqual(["adventures"]);
});

test("titles are combined from words and their variants", () => {
  const variants = new Map([["wrold", [{ word: "world", documents: 1 }]]]);
  expect(titlesOf(["the", "wrold"], variants)).toEqual(["the world"]);
  expect(titlesOf([], variants)).toEqual([]);
});
