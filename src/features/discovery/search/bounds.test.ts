/** Limits of corrections: quoted phrases, whole titles, the end of the results. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeShow } from "../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;

async function titles(q: string, more = ""): Promise<string[]> {
  const path = `/v2/search?type=shows${more}&q=${encodeURIComponent(q)}`;
  const { response } = await world.api.get(path);
  return response.items.map(({ title }: { title: string }) => title);
}
const show = (title: string, overrides = {}) => makeShow(world, ann, { title, ...overrides });

beforeAll(async () => {
  ann = await world.person();
});

describe("a phrase", () => {
  beforeAll(async () => {
    await show("The marmot of winter");
    await show("Winter, and of the marmot nothing");
    await show("Burrows", { description: "All about the marmot of winter and its sleep." });
    await show("Marmot d'Or", { description: "The winter of a marmot." });
  });

  test("in a title ranks before the same phrase in a text; documents without it are not found", async () => {
    expect(await titles('"marmot of winter"')).toEqual(["The marmot of winter", "Burrows"]);
  });

  test("matches adjacent words, not pairs in different places", async () => {
    await show("Alpine hut, alpine dog, hut dog alpine hut");
    expect(await titles('"hut alpine dog"')).toEqual([
      "Alpine hut, alpine dog, hut dog alpine hut",
    ]);
    expect(await titles('"hut dog alpine dog"')).toEqual([]);
  });

  test("is found with its apostrophes, also in part", async () => {
    expect(await titles('"marmot d’or"')).toEqual(["Marmot d'Or"]);
    expect(await titles('"d\'or"')).toEqual(["Marmot d'Or"]);
  });

  test("is not corrected, but words beside it are", async () => {
    expect(await titles('"marmot of wintre"')).toEqual([]);
    expect(await titles('"marmot of winter" burows')).toEqual(["Burrows"]);
    expect(await titles('"marmot of winter" burrows -sleep')).toEqual([]);
  });

  test("does not turn a document without it into a title match", async () => {
    await show("Hibernation");
    expect(await titles('"marmot of winter" hibernatoin')).toEqual([]);
  });
});

test("a whole title of three words is not corrected, one of two can be", async () => {
  for (const title of ["Stoat in snow", "Stoat in show", "Ermine snow", "Ermine show"])
    await show(title);
  expect(await titles("stoat in snow")).toEqual(["Stoat in snow"]);
  expect(await titles("ermine snow")).toEqual(["Ermine snow", "Ermine show"]);
});

test("a word that is both required and excluded finds only a title with exactly that spelling", async () => {
  await show("Polecat");
  expect(await titles("polecat -polecat")).toEqual([]);
  await show("Polecat -polecat");
  expect(await titles("polecat -polecat")).toEqual(["Polecat -polecat"]);
});

test("beyond the end of the results nothing is returned or corrected", async () => {
  for (let n = 0; n < 12; n += 1) await show(`Weasel ${n}`);
  await show("Weasal");
  expect(await titles("weasel", "&offset=11&limit=5")).toHaveLength(1);
  for (const offset of [12, 13, 500, 10_000])
    expect(await titles("weasel", `&offset=${offset}`)).toEqual([]);
});

test("pages of exact and corrected results return everything once", async () => {
  for (const title of ["Pika one", "Pika two", "Pica three", "Pica four", "Pica five"])
    await show(title);
  const pages: string[] = [];
  for (let offset = 0; offset < 6; offset += 1)
    pages.push(...(await titles("pika", `&offset=${offset}&limit=1`)));
  expect(pages.slice(0, 2).toSorted()).toEqual(["Pika one", "Pika two"]);
  expect(pages.toSorted()).toEqual([
    ...["Pica five", "Pica four", "Pica three", "Pika one", "Pika two"],
  ]);
});

test("pages of every size follow each other, also past what is scored and past what is read at once", async () => {
  const { user_id } = await world.person();
  // Every third has the word in its title, and some match in the description only.
  await world.deps.pool.query(
    `insert into shows (author_id, title, description, language, permalink, guid)
     select $1, case when n % 3 = 0 then 'Capybara ' || n else 'Rodents ' || n end, 'A capybara and ' || n, 'en', 'capybara-' || n, gen_random_uuid()
     from generate_series(1, 160) n`,
    [user_id],
  );
  for (const q of ["capybara", "capybara rodents"]) {
    const [first, second] = [
      await titles(q, "&limit=100"),
      await titles(q, "&limit=100&offset=100"),
    ];
    const all = [...first, ...second];
    expect(all.length).toBe(q === "capybara" ? 160 : 107);
    expect(new Set(all).size).toBe(all.length);
    for (const limit of [7, 23, 50, 60]) {
      const pages: string[] = [];
      for (let offset = 0; offset < all.length; offset += limit)
        pages.push(...(await titles(q, `&limit=${limit}&offset=${offset}`)));
      expect(pages).toEqual(all);
    }
  }
});
