/** Tests that the site map names what strangers may see, and nothing else. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const ids: Record<string, number> = {};

beforeAll(async () => {
  const ada = await world.person();
  ids.show = await makeShow(world, ada);
  ids.episode = await makeEpisode(world, ids.show);
  ids.hidden = await makeEpisode(world, ids.show, { hidden: true });
  ids.limited = await makeEpisode(world, ids.show, { visibility: "LIMITED", limited_key: "k" });
  ids.empty = await makeShow(world, ada);
  ids.private = await makeShow(world, ada, { visibility: "PRIVATE" });
  ids.inPrivate = await makeEpisode(world, ids.private);
});

const addresses = async (path: string): Promise<string[]> => {
  const response = await fetch(new URL(path, world.baseUrl));
  expect(response.headers.get("content-type")).toContain("xml");
  const text = await response.text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = ""]) => loc);
};

test("the index leads to parts that name public shows and episodes only", async () => {
  const parts = await addresses("/sitemap.xml");
  expect(parts).toEqual([
    `${world.baseUrl}/sitemaps/shows-1.xml`,
    `${world.baseUrl}/sitemaps/episodes-1.xml`,
  ]);
  expect((await Promise.all(parts.map(addresses))).flat()).toEqual([
    `${world.baseUrl}/show/${ids.show}`,
    `${world.baseUrl}/episode/${ids.episode}`,
  ]);
});

test("other parts are empty, and other names do not exist", async () => {
  expect(await addresses("/sitemaps/shows-99999.xml")).toEqual([]);
  for (const name of ["shows-0.xml", "shows-100000.xml", "users-1.xml", "shows-1"])
    expect((await fetch(new URL(`/sitemaps/${name}`, world.baseUrl))).status).toBe(404);
});
