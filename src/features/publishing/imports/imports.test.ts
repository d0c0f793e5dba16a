/** Imports over HTTP: importing a feed, and importing it again. */
import { expect, test } from "vitest";
import { makeFeed } from "../../../../test/setup/feeds.ts";
import { useImports } from "../../../../test/setup/imports.ts";
import { updateEpisode } from "../episodes/store.ts";

const { world, work, send, sendFeed, episodesOf, detailOf } = useImports();
const admin = () => world.person({ admin: true });

test("a feed becomes a show and episodes with the feed's contents", async () => {
  const ada = await admin();
  const title = `A title of more than forty characters, ${"kept whole, ".repeat(20)}&amp; more`;
  const done = await sendFeed(ada, {
    title,
    self: "https://feeds.example.org/salt",
    more: `<copyright>Ada 2026</copyright><itunes:author>Ada  &amp; friends</itunes:author>
      <itunes:type>serial</itunes:type><itunes:explicit>yes</itunes:explicit>
      <itunes:owner><itunes:name>Ada</itunes:name><itunes:email>ada@example.org</itunes:email></itunes:owner>
      <itunes:category text="Arts"><itunes:category text="Design"/></itunes:category>
      <itunes:category text="Technology"/>`,
    items: [
      {
        title: "Über den Leuchtturm",
        guid: "lamp-two",
        pubDate: "Thu, 28 Jan 2016 10:06:52 PST",
        length: "5650889",
        more: `<itunes:duration>1:02:03</itunes:duration><itunes:explicit>clean</itunes:explicit>
          <itunes:season>2</itunes:season><itunes:episode>7</itunes:episode>
          <itunes:episodeType>bonus</itunes:episodeType><link>https://salt.example.org/2</link>
          <itunes:keywords>Sea, Light , sea,${"x".repeat(61)}</itunes:keywords>
          <content:encoded><![CDATA[<p onclick="x()">One <b>lamp</b>.</p><script>x()</script>]]></content:encoded>
          <psc:chapters><psc:chapter start="00:01:00.500" title="Second"/>
          <psc:chapter start="0" title="First" href="https://salt.example.org/1"/>
          <psc:chapter start="0" title="Again"/></psc:chapters>`,
      },
      { enclosure: null },
      { type: "image/jpeg" },
      {
        title: "Plain",
        pubDate: "27 Jul 2013 02:00:00 GMT",
        more: "<description>A &amp;amp; B</description>",
      },
    ],
  });
  expect(done).toMatchObject({
    state: "DONE",
    error: null,
    error_type: null,
    ownership_code: null,
  });
  expect(done.report).toMatchObject({ show: "created", created: 2, updated: 0, unchanged: 0 });
  expect(done.report.skipped).toEqual([
    { item: 2, title: "Lamp 2", reason: "it has no enclosure" },
    { item: 3, title: "Lamp 3", reason: "its enclosure is an image" },
  ]);

  const { show } = (await world.api.get(`/v2/shows/${done.show_id}`)).response;
  expect(show).toMatchObject({
    title: title.replace("&amp;", "&"),
    description: "Lighthouses by radio.",
    language: "en",
    author_name: "Ada & friends",
    owner_name: "Ada",
    email: "ada@example.org",
    copyright: "Ada 2026",
    website_url: "https://salt.example.org/",
    explicit: true,
    itunes_type: "serial",
    // UUIDv5 of feeds.example.org/salt, computed with another program.
    guid: "500498a4-3446-5ca9-9929-94c0a8f4aa21",
    listenable_episodes_count: 2,
  });
  expect([show.category?.name, show.category_2?.name]).toEqual(["Design", "Technology"]);

  const [first = NONE, second = NONE] = await episodesOf(done.show_id);
  expect(await detailOf(first)).toMatchObject({
    type: "EXTERNAL",
    encoding_status: "READY",
    title: "Über den Leuchtturm",
    rss_guid: "lamp-two",
    published_at: "2016-01-28 18:06:52",
    duration: 3_723_000,
    explicit: false,
    season_number: 2,
    episode_number: 7,
    season_episode_type: "BONUS",
    episode_link: "https://salt.example.org/2",
    description: "One lamp.",
    description_html: "<p>One <b>lamp</b>.</p>",
    tags: ["sea", "light"],
    chapters_count: 2,
  });
  expect(await detailOf(second)).toMatchObject({
    title: "Plain",
    published_at: "2013-07-27 02:00:00",
    explicit: true,
    description: "A & B",
    season_episode_type: "FULL",
  });
  const media = await world.deps.db
    .selectFrom("episodes")
    .select(["media_url", "media_type", "media_bytes"])
    .where("episode_id", "=", first.episode_id)
    .executeTakeFirst();
  expect(media).toEqual({
    media_url: "https://media.example.org/lamp-two.mp3",
    media_type: "audio/mpeg",
    media_bytes: 5_650_889,
  });
});

/** The list entry used where an expected episode is missing. */
const NONE = { episode_id: 0, title: "", published_at: "" };

const DATED = "Sun, 01 Mar 2015 12:00:00 GMT";

test("importing the same feed again changes nothing; a changed feed changes just what differs", async () => {
  const ada = await admin();
  const items = [1, 2, 3].map((number) => ({
    guid: `again-${number}`,
    title: `Lamp ${number}`,
    pubDate: DATED,
  }));
  const feed = { title: "Again and again", items };
  const first = await sendFeed(ada, feed);
  const etag = (await world.api.get(`/v2/shows/${first.show_id}`)).headers.get("etag");
  const before = await Promise.all((await episodesOf(first.show_id)).map((one) => detailOf(one)));

  const second = await sendFeed(ada, feed);
  expect(second.report).toMatchObject({ show: "unchanged", created: 0, updated: 0, unchanged: 3 });
  expect(second.show_id).toBe(first.show_id);
  expect((await world.api.get(`/v2/shows/${first.show_id}`)).headers.get("etag")).toBe(etag);
  expect(await Promise.all((await episodesOf(first.show_id)).map((one) => detailOf(one)))).toEqual(
    before,
  );

  const [one = {}, two = {}, three = {}] = items;
  const third = await sendFeed(ada, {
    ...feed,
    more: "<copyright>New</copyright>",
    items: [{ guid: "again-4", pubDate: DATED }, one, { ...two, title: "Renamed" }, three],
  });
  expect(third.report).toMatchObject({ show: "updated", created: 1, updated: 1, unchanged: 2 });
  const titles = (await episodesOf(first.show_id)).map(({ title }) => title);
  expect(titles.sort()).toEqual(["Lamp 1", "Lamp 1", "Lamp 3", "Renamed"]);
});

test("fields missing from the feed and uploaded audio stay unchanged", async () => {
  const ada = await admin();
  const feed = { title: "Quiet feed", items: [{ guid: "quiet", pubDate: DATED }] };
  const { show_id } = await sendFeed(ada, feed);
  await ada.api.post(`/v2/shows/${show_id}`, { author_name: "Ada herself", language: "it" });
  const [episode = NONE] = await episodesOf(show_id);
  await updateEpisode(world.deps.db, episode.episode_id, {
    type: "RECORDED",
    media_url: null,
    media_key: `audio/${"0".repeat(64)}.mp3`,
    duration: 60_000,
  });
  const again = await send(ada, {
    text: makeFeed({
      ...feed,
      items: [{ ...feed.items[0], more: "<itunes:duration>99</itunes:duration>" }],
    }).replace("<language>en</language>", ""),
  });
  expect(again.report).toMatchObject({ show: "unchanged", updated: 0, unchanged: 1 });
  expect(await detailOf(episode)).toMatchObject({ type: "RECORDED", duration: 60_000 });
  const { show } = (await world.api.get(`/v2/shows/${show_id}`)).response;
  expect(show).toMatchObject({ author_name: "Ada herself", language: "it" });
});

test("one GUID with two enclosures gives two episodes, in whatever order they appear later", async () => {
  const ada = await admin();
  const item = (name: string) => ({
    guid: "shared",
    title: name,
    pubDate: DATED,
    enclosure: `https://media.example.org/${name}.mp3`,
  });
  const first = await sendFeed(ada, {
    title: "Shared GUIDs",
    items: [
      item("a"),
      item("b"),
      item("a"),
      { guid: "", enclosure: "https://x.example.org/c.mp3" },
    ],
  });
  expect(first.report).toMatchObject({
    created: 3,
    notes: [expect.stringContaining(": 2."), expect.anything()],
  });
  expect(first.report.skipped).toEqual([
    { item: 3, title: "a", reason: "it has the same GUID and enclosure as item 1" },
  ]);
  const guids = async () => {
    const all = await Promise.all((await episodesOf(first.show_id)).map((one) => detailOf(one)));
    return Object.fromEntries(all.map(({ title, rss_guid }) => [title, rss_guid]));
  };
  const given = await guids();
  expect(given).toMatchObject({ a: "shared", "Lamp 4": "https://x.example.org/c.mp3" });
  expect(given.b).toMatch(/^[0-9a-f-]{36}$/);

  const turned = await sendFeed(ada, {
    title: "Shared GUIDs",
    items: [item("c"), item("b"), item("a")],
  });
  expect(turned.report).toMatchObject({ created: 1, updated: 0, unchanged: 2 });
  expect(await guids()).toMatchObject(given);
});

test("an item without a usable date permanently takes the channel's date, or that of the first import", async () => {
  const ada = await admin();
  const items = [{}, { pubDate: "no date" }, { pubDate: DATED }];
  const more = "<lastBuildDate>Tue, 26 Sep 2023 21:50:41 +0000</lastBuildDate>";
  const dated = await sendFeed(ada, { title: "Channel date", more, items });
  const times = async (show_id: number) =>
    (await episodesOf(show_id)).map(({ published_at }) => published_at);
  const expected = ["2023-09-26 21:50:41", "2023-09-26 21:50:40", "2015-03-01 12:00:00"];
  expect(await times(dated.show_id)).toEqual(expected);
  expect(dated.report.notes).toEqual([
    "Items without a usable date got the date of the channel, minus one second per position in the feed: 1, 2.",
  ]);
  const later = await sendFeed(ada, {
    title: "Channel date",
    more: more.replace("26", "27"),
    items,
  });
  expect(later.report).toMatchObject({ updated: 0, unchanged: 3 });
  expect(await times(dated.show_id)).toEqual(expected);

  world.setTime(new Date("2026-05-05T10:00:00Z"));
  const undated = await sendFeed(ada, { title: "No date at all", items });
  expect(await times(undated.show_id)).toEqual([
    "2026-05-05 10:00:00",
    "2026-05-05 09:59:59",
    "2015-03-01 12:00:00",
  ]);
  world.setTime(new Date("2026-05-06T10:00:00Z"));
  const again = await sendFeed(ada, { title: "No date at all", items });
  world.setTime(null);
  expect(again.report).toMatchObject({ updated: 0, unchanged: 3 });
});

test("an item dated in the future is scheduled, and published at its time", async () => {
  const ada = await admin();
  const feed = { title: "To come", items: [{ pubDate: "Fri, 01 Jan 2027 00:00:00 GMT" }] };
  world.setTime(new Date("2026-12-31T23:00:00Z"));
  const { show_id } = await sendFeed(ada, feed);
  expect(await episodesOf(show_id)).toEqual([]);
  const editable = await ada.api.get(`/v2/shows/${show_id}/episodes?filter=editable`);
  expect(await detailOf(editable.response.items[0], ada)).toMatchObject({
    published_at: null,
    auto_published_at: "2027-01-01 00:00:00",
  });
  world.setTime(new Date("2027-01-01T00:00:01Z"));
  await sendFeed(ada, feed);
  world.setTime(null);
  const [episode = NONE] = await episodesOf(show_id);
  expect(episode.published_at).toBe("2027-01-01 00:00:00");
});

test("two concurrent imports of one feed create one show", async () => {
  const ada = await admin();
  const text = makeFeed({ title: "At once", items: [{}, {}, {}] });
  const ids = await Promise.all(
    [1, 2, 3].map(async () => {
      const files = { feed_file: new Blob([text]) };
      return (await ada.api.post("/v2/imports", {}, { files })).response.import.import_id;
    }),
  );
  await Promise.all(ids.map((import_id) => work("import", { import_id })));
  const reports = await Promise.all(
    ids.map(async (id) => (await ada.api.get(`/v2/imports/${id}`)).response.import.report),
  );
  expect(reports.map(({ show }) => show).sort()).toEqual(["created", "unchanged", "unchanged"]);
  expect(new Set(reports.map(({ show_id }) => show_id)).size).toBe(1);
  expect(reports.reduce((sum, { created }) => sum + created, 0)).toBe(3);
});
