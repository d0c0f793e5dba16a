/** Queries as people type them: other words, spellings and scripts than those of the title. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;

const show = (title: string, overrides = {}) => makeShow(world, ann, { title, ...overrides });
const find = async (q: string, type = "shows") =>
  (await world.api.get(`/v2/search?type=${type}&explain=1&q=${encodeURIComponent(q)}`)).response;
const first = async (q: string, type?: string): Promise<string | undefined> =>
  (await find(q, type)).items[0]?.title;

beforeAll(async () => {
  ann = await world.person({ username: "ann" });
});

test.each([
  ["without words that tell nothing", "Ocelotlab", "the ocelotlab podcast"],
  ["for two words that are one", "Margaytown", "margay town"],
  ["for one word that is two", "Caracal Street Stories", "caracalstreet stories"],
  ["for a word with a generic ending", "Servalnacht", "servalnachtpodcast"],
  ["for the parts of a word in camel case", "LaCuevaDelPuma", "cueva del puma"],
  ["for a percentage in words", "77% Okapi", "seventy seven percent okapi"],
  ["for a number in digits", "Four Lynx Walking", "4 lynx walking"],
  ["for a number in words", "3 Civets", "three civets"],
  ["for a sign in words", "Genet & Linsang", "genet and linsang"],
  ["for its initials", "When Badgers Really Dance", "wbrd"],
  ["for initials with points", "XQZ Fossa Hour", "x.q.z. fossa"],
  ["for words that sound alike", "Phoenix Kinkajou", "fenix kinkajoo"],
  ["for errors in several words", "Binturong Chronicle", "bintorung chronicel"],
  ["in Latin letters", "Дикая Рысь", "dikaya rys"],
  ["in hiragana", "ドグラマグラ", "どぐらまぐら"],
  ["in traditional characters", "聊斋志异", "聊齋志異"],
  ["with its author, in any order", "Hyrax Almanac", "zadie quollmeister hyrax"],
])("a show is found %s", async (_, title, q) => {
  await show(title, { author_name: title === "Hyrax Almanac" ? "Zadie Quollmeister" : null });
  expect(await first(q)).toBe(title);
});

test("an episode is found by its show and its number", async () => {
  const show_id = await show("Jerboa Weekly");
  for (const n of [1, 2, 12, 20, 21])
    await makeEpisode(world, show_id, {
      title: `Episode ${n}: about ${"abcdefghijklmnopqrstu"[n]}`,
    });
  expect(await first("jerboa weekly episode 2", "episodes")).toBe("Episode 2: about c");
  expect(await first("jerboa ep twelve", "episodes")).toBe("Episode 12: about m");
});

describe("if nothing has all words", () => {
  beforeAll(async () => {
    await show("Numbat gardening");
    await show("Gardening with worms");
  });

  test("the rarest are kept, and the answer says which were dropped", async () => {
    const { items, dropped } = await find("numbat gardening submarine");
    expect(items[0].title).toBe("Numbat gardening");
    expect(dropped).toEqual(["submarine"]);
    expect(items[0].score.missing).toEqual(["submarine"]);
  });

  test("a quoted word is never dropped", async () => {
    expect((await find('numbat gardening "submarine"')).items).toEqual([]);
  });
});

test("what has all words comes without what lacks some", async () => {
  await show("Potto and loris");
  await show("Loris alone");
  const { items } = await find("potto loris");
  expect(items.map(({ title }: { title: string }) => title)).toEqual(["Potto and loris"]);
});

test("a corrected query is offered in the spelling of what was found", async () => {
  await show("Pademelon parade");
  expect((await find("padmelon parade")).did_you_mean).toBe("pademelon parade");
  expect((await find("pademelon parade")).did_you_mean).toBeUndefined();
});

test("initials do not find what strangers may not see", async () => {
  await show("Quiet Xenops Jumping Zebras", { visibility: "PRIVATE" });
  for (const q of ["qxjz", "qxj"]) expect((await find(q)).items, q).toEqual([]);
});
