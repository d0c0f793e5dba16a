/** The feed check: its findings for our own feeds and for bad feeds of others. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { type MadeFeed, makeFeed } from "../../../../test/setup/feeds.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { checkFeed } from "./check.ts";
import type { Finding } from "./schema.ts";

const world = useWorld();

const whole = {
  description: "Lighthouses by radio.",
  description_html: "<p>Lighthouses by radio.</p>",
  category_id: 95,
  import_image_url: "https://salt.example/cover.jpg",
};
const told = {
  description: "Notes",
  description_html: "<p>Notes</p>",
  media_bytes: 1000,
  import_image_url: "https://salt.example/one.png",
};

test("a complete show passes, with recommendations in the report", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, whole);
  await makeEpisode(world, show_id, told);
  const { status, response } = await ada.api.get(`/v2/shows/${show_id}/feed-check`);
  expect(status).toBe(200);
  const { findings, ...check } = response.check;
  expect(check).toEqual({
    show_id,
    passed: true,
    items_count: 1,
    feed_url: `${world.baseUrl}/show/${show_id}/episodes/feed`,
  });
  const levels = findings.map(({ level }: Finding) => level);
  expect(new Set(levels)).toEqual(new Set(["should"]));
  expect(findings.map(({ rule }: Finding) => rule)).toContain("item-transcript");
});

test("an incomplete show fails, even while its feed is disabled", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  await ada.api.post(`/v2/shows/${show_id}/rss-metadata`, { mode: "DISABLED" });
  const { response } = await ada.api.get(`/v2/shows/${show_id}/feed-check`);
  expect(response.check.passed).toBe(false);
  const broken = response.check.findings.filter(({ level }: Finding) => level === "must");
  expect(broken.map(({ rule }: Finding) => rule).sort()).toEqual(["category", "image", "items"]);
});

const good: MadeFeed = {
  self: "https://salt.example/feed",
  more: `<itunes:category text="Technology"/><itunes:explicit>false</itunes:explicit>
    <itunes:image href="https://salt.example/cover.jpg"/>`,
};

const musts = (feed: string) =>
  checkFeed([feed]).findings.flatMap(({ rule, level }) => (level === "must" ? [rule] : []));

test("an external feed passes if nothing is missing", () => {
  expect(musts(makeFeed(good))).toEqual([]);
});

const more = (from: string, to: string) => ({ ...good, more: good.more?.replace(from, to) ?? "" });

test.each<[rule: string, feed: string]>([
  ["self-link", makeFeed({ more: good.more ?? "" })],
  ["title", makeFeed({ ...good, title: "" })],
  ["description-length", makeFeed(good).replace("Lighthouses", "Lighthouses ".repeat(400))],
  ["link", makeFeed(good).replace("<link>https:", "<link>gopher:")],
  ["language", makeFeed(good).replace("<language>en<", "<language>English<")],
  ["category", makeFeed(more('<itunes:category text="Technology"/>', ""))],
  ["category-name", makeFeed(more("Technology", "Gadgets"))],
  ["explicit-spelling", makeFeed(more(">false<", ">no<"))],
  ["image", makeFeed(more("https://salt.example/cover.jpg", "cover.jpg"))],
  ["item-title", makeFeed({ ...good, items: [{ title: "" }] })],
  ["item-enclosure", makeFeed({ ...good, items: [{ enclosure: "lamp.mp3" }] })],
  ["item-enclosure-length", makeFeed({ ...good, items: [{ length: "" }] })],
  ["item-guid", makeFeed({ ...good, items: [{ guid: "" }] })],
  ["item-guid-unique", makeFeed({ ...good, items: [{ guid: "a" }, { guid: "a" }] })],
  ["item-date", makeFeed({ ...good, items: [{ pubDate: "tomorrow" }] })],
  ["well-formed", makeFeed({ ...good, title: "<b>" })],
])("it sees a broken %s", (rule, feed) => {
  expect(musts(feed)).toEqual([rule]);
});

test("findings count the items of all pages and name the first ten", () => {
  const items = Array.from({ length: 12 }, (_none, place) => ({ guid: `g${place}`, pubDate: "?" }));
  const pages = [
    makeFeed({ ...good, items: items.slice(0, 6) }),
    makeFeed({ ...good, items: items.slice(6) }),
  ];
  const { items_count, findings } = checkFeed(pages);
  expect(items_count).toBe(12);
  const found = findings.find(({ rule }) => rule === "item-date");
  expect(found).toMatchObject({ items_count: 12, items: items.slice(0, 10).map((i) => i.guid) });
});

test("strangers cannot see the check", async () => {
  const ada = await world.person();
  const path = `/v2/shows/${await makeShow(world, ada)}/feed-check`;
  expect((await world.api.get(path)).status).toBe(401);
  expect((await (await world.person()).api.get(path)).status).toBe(403);
  expect((await ada.api.get("/v2/shows/999999/feed-check")).status).toBe(404);
});
