/** Feeds over HTTP: contents, access, pages. */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { readFeed } from "../../../../test/setup/reader.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { replaceChapters } from "../../publishing/episodes/chapters/store.ts";

const world = useWorld();
const pathOf = (show_id: number) => `/show/${show_id}/episodes/feed`;

const ask = (path: string) => world.api.get(path);
const feedOf = async (show_id: number, query = "") =>
  readFeed((await ask(pathOf(show_id) + query)).text);

test.each([
  ["audio/mpeg", "mp3"],
  ["audio/mp4", "m4a"],
  ["audio/X-M4A; codecs=mp4a.40.2", "m4a"],
  ["audio/m4a", "m4a"],
  ["audio/aacp", "aac"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/flac", "flac"],
  ["audio/x-wav", "wav"],
  ["audio/x-ms-wma", "wma"],
  ["video/mp4", "mp4"],
  ["video/quicktime", "mov"],
  ["application/pdf", "pdf"],
  ["made/up", "mp3"],
])("the enclosure of linked %s ends in .%s, and leads to it", async (media_type, ending) => {
  const show_id = await makeShow(world, await world.person());
  const external_url = "https://media.example/one";
  await makeEpisode(world, show_id, {
    type: "EXTERNAL",
    media_type,
    media_url: external_url,
    permalink: "one",
  });
  const { url = "", type } = (await feedOf(show_id)).items?.[0]?.enclosures?.[0] ?? {};
  expect([new URL(url).pathname.split(".").at(-1), type]).toEqual([ending, media_type]);
  const answer = await fetch(url, { redirect: "manual" });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, external_url]);
});

test("a feed contains the show and its episodes, newest first", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, {
    title: "Salt & Signal",
    description: "Lighthouses <by> radio.",
    description_html: "<p>Lighthouses <em>by</em> radio.</p>",
    language: "it",
    category_id: 95,
    category_2_id: 194,
    explicit: true,
    itunes_type: "serial",
    copyright: "© Salt",
    author_name: "Ada Lamp",
    owner_name: "Salt Ltd",
    email: "ada@salt.example",
    website_url: "https://salt.example/?a=1&b=2",
    import_image_url: "https://salt.example/cover.jpg",
  });
  await makeEpisode(world, show_id, {
    title: "One",
    rss_guid: "one",
    published_at: new Date("2026-01-01T00:00:00Z"),
  });
  const episode_id = await makeEpisode(world, show_id, {
    title: "Two <2>",
    rss_guid: "https://salt.example/?p=2&q=1",
    description: "Some notes",
    description_html: "<p>Some notes</p>",
    permalink: "two-2",
    duration: 61_400,
    explicit: true,
    tags: ["light", "sea"],
    season_number: 2,
    episode_number: 3,
    season_episode_type: "BONUS",
    episode_link: "https://salt.example/two",
    media_type: "audio/x-m4a",
    media_bytes: 1234,
    published_at: new Date("2026-02-03T04:05:06Z"),
  });
  await replaceChapters(world.deps.db, episode_id, [
    { starts_at: 0, title: "Start", external_url: null },
    { starts_at: 3_723_004, title: "End", external_url: "https://salt.example/end" },
  ]);
  const feed = await feedOf(show_id);
  const file = feed.items?.[0]?.podcast?.chapters;
  expect(file?.type).toBe("application/json+chapters");
  const chapters = await fetch(file?.url ?? "");
  expect(chapters.headers.get("content-type")).toContain("application/json+chapters");
  expect(await chapters.json()).toEqual({
    version: "1.2.0",
    chapters: [
      { startTime: 0, title: "Start" },
      { startTime: 3723.004, title: "End", url: "https://salt.example/end" },
    ],
  });
  const { response } = await world.api.get(`/v2/shows/${show_id}`);
  expect(response.show.feed_url).toBe(`${world.baseUrl}${pathOf(show_id)}`);
  expect(feed).toMatchObject({
    title: "Salt & Signal",
    link: "https://salt.example/?a=1&b=2",
    description: "<p>Lighthouses <em>by</em> radio.</p>",
    language: "it",
    copyright: "© Salt",
    pubDate: "Tue, 03 Feb 2026 04:05:06 GMT",
    atom: { links: [{ rel: "self", href: response.show.feed_url, type: "application/rss+xml" }] },
    itunes: {
      author: "Ada Lamp",
      explicit: true,
      type: "serial",
      image: "https://salt.example/cover.jpg",
      owner: { name: "Salt Ltd" },
      categories: [
        { text: "Arts", categories: [{ text: "Fashion & Beauty" }] },
        { text: "Technology" },
      ],
    },
    podcast: { guid: response.show.guid },
  });
  expect(feed.itunes?.owner?.email).toBeUndefined();
  expect(feed.items?.map(({ guid }) => guid?.value)).toEqual([
    "https://salt.example/?p=2&q=1",
    "one",
  ]);
  expect(feed.items?.[0]).toMatchObject({
    title: "Two <2>",
    link: "https://salt.example/two",
    description: "<p>Some notes</p>",
    pubDate: "Tue, 03 Feb 2026 04:05:06 GMT",
    guid: { isPermaLink: false },
    enclosures: [
      {
        url: `${world.baseUrl}/download/episode/${episode_id}/two-2.m4a`,
        length: 1234,
        type: "audio/x-m4a",
      },
    ],
    itunes: {
      duration: 61,
      explicit: true,
      season: 2,
      episode: 3,
      episodeType: "bonus",
      keywords: ["light", "sea"],
    },
    psc: {
      chapters: [
        { start: "00:00:00.000", title: "Start" },
        { start: "01:02:03.004", title: "End", href: "https://salt.example/end" },
      ],
    },
  });
});

test("only episodes that everyone may listen to are items", async () => {
  const show_id = await makeShow(world, await world.person());
  await makeEpisodes(world, show_id, [
    { title: "Out" },
    { title: "Hidden", hidden: true },
    { title: "Planned", published_at: null, auto_published_at: new Date("2099-01-01") },
    { title: "Private", visibility: "PRIVATE" },
    { title: "Limited", visibility: "LIMITED" },
    { title: "Draft", type: "DRAFT" },
    { title: "Deleted", deleted_at: new Date() },
  ]);
  expect((await feedOf(show_id)).items?.map(({ title }) => title)).toEqual(["Out"]);
});

/** A request with headers of a browser, which `fetch` would not let pass. */
async function askRaw(path: string, headers: Record<string, string>) {
  const request = get(world.baseUrl + path, { headers });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}

const TAB = { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate" };

test("a person who opens a feed in a tab gets a page, which no cache keeps; all others get the feed", async () => {
  const ada = await world.person();
  const limited = await makeShow(world, ada, { visibility: "LIMITED", limited_key: "sesame" });
  const show_id = await makeShow(world, ada);
  const seen = await askRaw(pathOf(show_id), TAB);
  expect([seen.status, seen.headers.location, seen.headers["cache-control"]]).toEqual([
    303,
    `${world.baseUrl}/show/${show_id}/follow`,
    "no-store",
  ]);
  expect(seen.headers.etag).toBeUndefined();
  const page = await fetch(`${world.baseUrl}/show/${show_id}/follow`);
  expect(await page.text()).toContain(`${world.baseUrl}${pathOf(show_id)}`);
  const locked = await askRaw(`${pathOf(limited)}?key=sesame`, TAB);
  expect(locked.headers.location).toBe(`${world.baseUrl}/show/${limited}/follow?key=sesame`);
  expect((await askRaw(pathOf(limited), TAB)).status).toBe(404);
  const others = [
    {},
    // A podcast app or a directory may send anything else that browsers send.
    { accept: "text/html", "user-agent": "Mozilla/5.0 (Macintosh) Safari/605" },
    { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" },
    { "sec-fetch-dest": "document" },
  ];
  for (const headers of others) {
    const { status, headers: given } = await askRaw(pathOf(show_id), headers);
    expect([status, given["content-type"]]).toEqual([200, "application/rss+xml; charset=utf-8"]);
  }
});

test("a feed with more than 300 items has pages that link to each other", async () => {
  const show_id = await makeShow(world, await world.person());
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const numbers = Array.from({ length: 620 }, (_none, number) => number);
  for (const part of [numbers.slice(0, 400), numbers.slice(400)])
    await makeEpisodes(
      world,
      show_id,
      part.map((number) => ({ rss_guid: `item-${number}`, published_at: at(number) })),
    );
  const pages = [await feedOf(show_id), await feedOf(show_id, "?page=2")];
  pages.push(await feedOf(show_id, "?page=3"));
  const guids = pages.flatMap(({ items = [] }) => items.map(({ guid }) => guid?.value));
  expect(guids).toEqual(numbers.toReversed().map((number) => `item-${number}`));
  const url = `${world.baseUrl}${pathOf(show_id)}`;
  const links = pages.map(({ atom }) =>
    Object.fromEntries((atom?.links ?? []).map(({ rel, href }) => [rel, href])),
  );
  const [second, last] = [`${url}?page=2`, `${url}?page=3`];
  expect(links).toEqual([
    { self: url, first: url, next: second, last },
    { self: second, first: url, previous: url, next: last, last },
    { self: last, first: url, previous: second, last },
  ]);
  expect((await ask(`${pathOf(show_id)}?page=4`)).status).toBe(404);
  expect((await ask(`${pathOf(show_id)}?page=0`)).status).toBe(400);
});
