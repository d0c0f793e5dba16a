/** Tests that the check of many shows at once agrees with the check of each. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { checkShow } from "./actions.ts";
import { listChannelFaults } from "./channels.ts";

const world = useWorld();

test("many shows checked at once break the rules that each of them breaks", async () => {
  const ada = await world.person();
  const good = {
    category_id: 92,
    description: "Trains that run at night.",
    import_image_url: "https://example.org/cover.jpg",
  };
  const shows = [
    good,
    { ...good, category_id: null },
    { ...good, import_image_url: null },
    { ...good, description_html: `<p>${"é".repeat(2100)}</p>`, description: "é".repeat(2100) },
    { ...good, language: "" },
    { ...good, website_url: "gopher://example.org" },
    {},
  ];
  const ids: number[] = [];
  for (const show of shows) {
    const show_id = await makeShow(world, ada, show);
    await makeEpisode(world, show_id);
    ids.push(show_id);
  }
  const found = await listChannelFaults(world.deps, ids, world.baseUrl);
  const rules = new Map(
    found.map(({ show_id, findings }) => [show_id, findings.map(({ rule }) => rule)]),
  );
  for (const show_id of ids) {
    const { findings } = await checkShow(world.deps, show_id, world.baseUrl);
    const must = findings.filter(({ rule, level }) => level === "must" && !rule.startsWith("item"));
    expect(rules.get(show_id) ?? [], String(show_id)).toEqual(must.map(({ rule }) => rule));
  }
  expect(rules.get(ids[0] ?? 0)).toBeUndefined();
  expect(rules.size).toBeGreaterThan(4);
});

test("feeds that are private, moved or without episodes are left alone", async () => {
  const ada = await world.person();
  const hidden = await makeShow(world, ada, { visibility: "PRIVATE" });
  await makeEpisode(world, hidden);
  const moved = await makeShow(world, ada);
  await makeEpisode(world, moved);
  const settings = { mode: "REDIRECT", redirect_url: "https://example.org/feed.xml" };
  await ada.api.post(`/v2/shows/${moved}/rss-metadata`, settings);
  const empty = await makeShow(world, ada);
  expect(await listChannelFaults(world.deps, [hidden, moved, empty], world.baseUrl)).toEqual([]);
});
