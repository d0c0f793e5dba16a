/** Tests what leads listeners on: following without an app, ways to explore, languages apart, excerpts in one line. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let show_id: number;
beforeAll(async () => {
  ada = await world.person({ username: "ada" });
  show_id = await makeShow(world, ada, { title: "Harbour", language: "en" });
  // As show notes with a list are stored: a line for each paragraph and item.
  const description = "In this episode\n\nWhere we are\nWhy it is!\n\nThen more";
  await makeEpisode(world, show_id, { title: "Piers", description });
  const other = await makeShow(world, ada, { title: "Hafen", language: "de" });
  await makeEpisode(world, other, { title: "Molen" });
});

const textOf = async (path: string): Promise<string> =>
  (await fetch(world.baseUrl + path, { headers: { "accept-language": "en" } })).text();

test("visitors are offered to sign in and follow here, and come back to the show; others are not", async () => {
  const way = `href="/sign-in?next=%2Fshow%2F${show_id}"`;
  expect(await textOf(`/show/${show_id}/follow`)).toContain(way);
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: ada.username, password: "correct horse" });
  expect((await surfer.open(`/show/${show_id}/follow`)).text).not.toContain(
    "Sign in to follow here",
  );
});

test("popular shows and categories can be reached from the end of every page", async () => {
  for (const path of ["/about", `/show/${show_id}`, "/search?q=zzyzx"]) {
    const text = await textOf(path);
    expect(text, path).toContain('<li><a href="/popular">Popular</a></li>');
    expect(text, path).toContain('<li><a href="/#categories">Categories</a></li>');
  }
});

test("new episodes in other languages have a heading of their own", async () => {
  const text = await textOf("/");
  const places = ["Piers", "In other languages", "Molen"].map((part) => text.indexOf(`>${part}<`));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(await textOf("/?languages=all")).not.toContain("In other languages");
});

test("items of a list in show notes are told apart in excerpts", async () => {
  expect(await textOf(`/show/${show_id}`)).toContain(
    "In this episode · Where we are · Why it is! Then more",
  );
});
