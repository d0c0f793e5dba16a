/** Searching shows and episodes: what is found, in which order, and what never is. */
import { beforeAll, describe, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../test/setup/factories.ts";
import { type Person, useWorld } from "../../../test/setup/world.ts";

const world = useWorld();
let ann: Person;

const find = async (query: string, path = "/v2/search?type=shows", api = world.api) => {
  const { response } = await api.get(`${path}&q=${encodeURIComponent(query)}`);
  return response.items as { title: string; show_id: number; episode_id: number }[];
};
const titles = async (query: string, path?: string) =>
  (await find(query, path)).map(({ title }) => title);
const EPISODES = "/v2/search?type=episodes";

beforeAll(async () => {
  ann = await world.person({ username: "ann" });
});

describe("the order", () => {
  test("exact title, title prefix, title words, author, description", async () => {
    const bob = await world.person();
    await world.deps.db
      .updateTable("users")
      .set({ fullname: "Lantern Smith" })
      .where("user_id", "=", bob.user_id)
      .execute();
    await makeShow(world, ann, { title: "Stories", description: "By the light of a lantern." });
    await makeShow(world, bob, { title: "Smithery" });
    await makeShow(world, ann, { title: "The Lantern" });
    await makeShow(world, ann, { title: "Lantern Hour" });
    await makeShow(world, ann, { title: "Lantern" });
    expect(await titles("lantern")).toEqual([
      "Lantern",
      "Lantern Hour",
      "The Lantern",
      "Smithery",
      "Stories",
    ]);
  });

  test("an episode is found by its show's title and author too", async () => {
    const show_id = await makeShow(world, ann, { title: "Deep Sea Radio", author_name: "Jo Kelp" });
    await makeEpisode(world, show_id, { title: "Anglerfish at night", tags: ["abyss"] });
    for (const query of ["anglerfish", "deep sea anglerfish", "anglerfish kelp", "abyss"])
      expect(await titles(query, EPISODES), query).toEqual(["Anglerfish at night"]);
  });
});
