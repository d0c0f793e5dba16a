/** Tests the reference lists against their sources, and against the values in real feeds. */
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  CATEGORIES,
  COUNTRIES,
  categoryByName,
  nearestLanguage,
} from "../../src/features/publishing/reference/rules.ts";

const folder = process.env.LONGWAVE_TEST_DATA ?? "";
const reference = path.resolve(import.meta.dirname, "../../db/reference");
const read = (file: string) => JSON.parse(readFileSync(path.join(folder, file), "utf8"));

test("the category tree is Apple's", () => {
  const tree: { name: string; subcategories: { name: string }[] }[] = read(
    "categories/apple-podcast-categories.json",
  );
  const theirs = tree.flatMap(({ name, subcategories }) => [
    name,
    ...subcategories.map((sub) => `${name} > ${sub.name}`),
  ]);
  const nameOf = new Map(CATEGORIES.map(({ category_id, names }) => [category_id, names.en]));
  const ours = CATEGORIES.map(({ parent, names }) =>
    parent === null ? names.en : `${nameOf.get(parent)} > ${names.en}`,
  );
  expect(ours.toSorted()).toEqual(theirs.toSorted());
});

test("the countries are those of ISO 3166-1", () => {
  const iso: { alpha_2: string }[] = read("categories/iso_3166-1.json")["3166-1"];
  expect(COUNTRIES).toEqual(iso.map(({ alpha_2 }) => alpha_2).toSorted());
});

test("vendored lists are unchanged", () => {
  const files = globSync("{useragents,ranges}/**/*.{json,txt}", { cwd: reference });
  expect(files.length).toBeGreaterThan(30);
  for (const file of files) {
    const origin = file.startsWith("ranges/") ? `useragents/${file}` : file;
    const same = readFileSync(path.join(reference, file)).equals(
      readFileSync(path.join(folder, origin)),
    );
    expect(same, file).toBe(true);
  }
});

test("every category and language of the real feeds is recognised", () => {
  const feeds = globSync("feeds/*.xml", { cwd: folder });
  expect(feeds.length).toBe(40);
  const texts = feeds.map((file) => readFileSync(path.join(folder, file), "latin1"));
  const words = (pattern: RegExp) =>
    new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")));
  const unknown = [...words(/<itunes:category\s+text="([^"]+)"/g)].filter(
    (name) => categoryByName(name) === null,
  );
  // A sub-category from before 2019 that is ambiguous without its parent, Sports & Recreation.
  expect(unknown).toEqual(["Professional"]);
  const inexact = [...words(/<language>([^<]+)/g)].filter((tag) => !nearestLanguage(tag).exact);
  expect(inexact.toSorted()).toEqual(["eo", "fa"]);
});
