/** The index follows its records, including levels, and can be repaired. */
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";
import { rebuildSearch, refreshSearch } from "./actions.ts";
import { areBalanced, levelSizes } from "./rules.ts";

const world = useWorld();
let ann: Person;

const SHOWS = "/v2/search?type=shows";
const EPISODES = "/v2/search?type=episodes";

async function titles(q: string, path = SHOWS): Promise<string[]> {
  const { response } = await world.api.get(`${path}&q=${encodeURIComponent(q)}`);
  return response.items.map(({ title }: { title: string }) => title);
}

beforeAll(async () => {
  ann = await world.person();
});

describe("changed records are found by their new text only", () => {
  test("a show's title, description and category, including its episodes", async () => {
    const show_id = await makeShow(world, ann, { title: "Ocelot hour", description: "Spotted." });
    await makeEpisode(world, show_id, { title: "One" });
    await ann.api.post(`/v2/shows/${show_id}`, {
      title: "Serval hour",
      description: "Striped.",
      category_id: "106",
    });
    expect([await titles("ocelot"), await titles("spotted")]).toEqual([[], []]);
    expect(await titles("serval striped")).toEqual(["Serval hour"]);
    expect(await titles("serval", `${EPISODES}&category_id=106`)).toEqual(["One"]);
    expect(await titles("ocelot", EPISODES)).toEqual([]);
  });

  test("an episode's title, tags and description", async () => {
    const show_id = await makeShow(world, ann, { title: "Some show" });
    const episode_id = await makeEpisode(world, show_id, { title: "Caracal", tags: ["feline"] });
    await ann.api.post(`/v2/episodes/${episode_id}`, {
      title: "Margay",
      description: "In trees.",
      tags: "arboreal",
    });
    for (const q of ["caracal", "feline"]) expect(await titles(q, EPISODES), q).toEqual([]);
    for (const q of ["margay", "trees", "arboreal"])
      expect(await titles(q, EPISODES), q).toEqual(["Margay"]);
  });

  test("an author's name", async () => {
    const bob = await world.person();
    const show_id = await makeShow(world, bob, { title: "Kodkod" });
    await makeEpisode(world, show_id, { title: "Oncilla" });
    await bob.api.post(`/v2/users/${bob.user_id}`, { fullname: "Bartholomew Quill" });
    expect(await titles("bartholomew")).toEqual(["Kodkod"]);
    expect(await titles("quill", EPISODES)).toEqual(["Oncilla"]);
  });

  test("the latest episode determines a show's freshness", async () => {
    const created_at = new Date("2015-01-01");
    const old = await makeShow(world, ann, { title: "Fossa old", created_at });
    await makeShow(world, ann, { title: "Fossa mid", created_at: new Date("2020-01-01") });
    expect(await titles("fossa")).toEqual(["Fossa mid", "Fossa old"]);
    await makeEpisode(world, old);
    expect(await titles("fossa")).toEqual(["Fossa old", "Fossa mid"]);
  });
});

describe("levels", () => {
  /** Distributes `count` episodes over four levels, and makes their word frequent. */
  async function spread(word: string, count: number): Promise<void> {
    const show_id = await makeShow(world, ann, { title: `${word} show` });
    const day = (index: number) => new Date(Date.UTC(2024, 0, 1 + index));
    await makeEpisodes(
      world,
      show_id,
      Array.from({ length: count }, (_, index) => ({
        title: index % 2 === 0 ? `${word} ${index}` : `Number ${index}`,
        description: `All about the ${word}.`,
        published_at: day(index),
      })),
    );
    await world.deps.db
      .insertInto("search_levels")
      .values(
        ["a", "b", "c"].map((level, index) => ({
          kind: "episodes",
          level,
          floor: sql<number>`search_rank(0, 0, ${day(count - 6 * (index + 1))})`,
        })),
      )
      .execute();
    await sql`select search_write_episodes(array(select episode_id from episodes))`.execute(
      world.deps.db,
    );
    await world.deps.db
      .updateTable("search_words")
      .set({ documents: 9999 })
      .where("word", "=", word)
      .execute();
  }

  test("the best level comes first, and paging neither repeats nor misses anything", async () => {
    await spread("aardwolf", 40);
    const all = await titles("aardwolf", `${EPISODES}&limit=100`);
    expect(all).toHaveLength(40);
    expect(new Set(all).size).toBe(40);
    // Titles first, starting with those of the latest six days, which are the best level.
    expect(all.slice(0, 20).every((title) => title.startsWith("aardwolf"))).toBe(true);
    expect(all.slice(0, 3).toSorted()).toEqual(["aardwolf 34", "aardwolf 36", "aardwolf 38"]);
    const paged: string[] = [];
    for (let offset = 0; offset < 40; offset += 7)
      paged.push(...(await titles("aardwolf", `${EPISODES}&limit=7&offset=${offset}`)));
    expect(paged).toEqual(all);
  });

  test("are divided anew for the current documents, which can be found all the time", async () => {
    const levels = async () =>
      (await world.deps.db.selectFrom("search_episodes").select("level").distinct().execute())
        .length;
    expect(await levels()).toBe(4);
    await refreshSearch(world.deps);
    expect(await levels()).toBe(1);
    expect(await titles("aardwolf", `${EPISODES}&limit=100`)).toHaveLength(40);
    expect(await world.deps.db.selectFrom("search_levels").selectAll().execute()).toEqual([]);
  });

  test("grow with the documents", () => {
    expect(levelSizes(3999)).toEqual([]);
    expect(levelSizes(4000)).toEqual([2000]);
    expect(levelSizes(1_000_000)).toEqual([...[2000, 8000, 30_000, 120_000, 250_000, 250_000]]);
    expect(levelSizes(100_000_000).length).toBeLessThan(17);
    expect(areBalanced([2000, 3000])).toBe(true);
    expect(areBalanced([2500, 2500])).toBe(true);
    expect(areBalanced([3000, 3000])).toBe(false);
    expect(areBalanced([5000])).toBe(false);
    expect(areBalanced([2000, 100])).toBe(false);
  });
});

test("newly counted popularity moves a show up", async () => {
  await makeShow(world, ann, { title: "Binturong one" });
  const known = await makeShow(world, ann, {
    title: "Binturong two",
    created_at: new Date("2024-01-01"),
  });
  expect((await titles("binturong"))[0]).toBe("Binturong one");
  await world.deps.db
    .updateTable("shows")
    .set({ quality: 1 })
    .where("show_id", "=", known)
    .execute();
  await refreshSearch(world.deps);
  expect((await titles("binturong"))[0]).toBe("Binturong two");
});

test("a rebuild repairs any damage to the index", async () => {
  const show_id = await makeShow(world, ann, { title: "Tayra tales" });
  await makeEpisode(world, show_id, { title: "Tayra one" });
  const { db } = world.deps;
  await db.deleteFrom("search_shows").execute();
  await db.updateTable("search_episodes").set({ lexemes: sql`''`, title: "wrong" }).execute();
  await db.deleteFrom("search_words").execute();
  expect([await titles("tayra"), await titles("tayra", EPISODES)]).toEqual([[], []]);
  const seen = await rebuildSearch(world.deps);
  expect(seen.shows).toBeGreaterThan(0);
  expect(await titles("tayra")).toEqual(["Tayra tales"]);
  expect(await titles("tayra", EPISODES)).toEqual(["Tayra one"]);
  expect(await titles("tyara")).toEqual(["Tayra tales"]);
});

test("two transactions that add the same word do not wait for each other", async () => {
  const { db } = world.deps;
  await db.transaction().execute(async (first) => {
    await makeShow({ ...world, deps: { ...world.deps, db: first as never } }, ann, {
      title: "Coati club",
    });
    await makeShow(world, ann, { title: "Coati corner" });
  });
  expect(await titles("coati")).toHaveLength(2);
  await refreshSearch(world.deps);
  const { rows } =
    await sql`select word from search_words group by word having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
});
