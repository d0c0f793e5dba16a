/** Feed tags: an import stores them, the next one updates them, and missing ones stay. */
import { expect, test } from "vitest";
import { useImports } from "../../../../test/setup/imports.ts";

const { world, sendFeed, episodesOf } = useImports();

const SHOW = `
  <podcast:guid>917393e3-1b1e-5cef-ace4-edaa54e1f810</podcast:guid>
  <podcast:locked owner="ada@salt.example">yes</podcast:locked>
  <podcast:funding url="https://salt.example/give">Buy oil</podcast:funding>
  <podcast:funding url="javascript:alert(1)">Not this</podcast:funding>
  <podcast:person role="host" img="https://salt.example/ada.jpg">Ada Lamp</podcast:person>
  <podcast:license url="https://salt.example/license">CC-BY-4.0</podcast:license>
  <podcast:location rel="nearby" geo="geo:38.5,-123.3" country="us">Salt Point</podcast:location>
  <podcast:medium>podcast</podcast:medium>
  <podcast:txt purpose="greeting">hello</podcast:txt>
  <podcast:txt purpose="verify">longwave-verify=abcdefghijklmnop</podcast:txt>
  <podcast:podroll><podcast:remoteItem feedGuid="g" feedUrl="https://o.example/f"/></podcast:podroll>
  <podcast:trailer pubdate="Thu, 01 Apr 2021 08:00:00 EST" url="https://salt.example/soon.mp3"
    length="123" type="audio/mpeg">Soon</podcast:trailer>
  <podcast:value type="lightning" method="keysend" suggested="0.00000005000">
    <podcast:valueRecipient name="Ada" type="node" address="0365" split="99"/>
    <podcast:valueRecipient name="No address" type="node" split="1"/>
  </podcast:value>`;

const ITEM = `
  <podcast:person role="guest">Bo</podcast:person>
  <podcast:soundbite startTime="33.833" duration="60.0">The best</podcast:soundbite>
  <podcast:transcript url="https://salt.example/1.vtt" type="text/vtt" language="en" rel="captions"/>
  <podcast:transcript url="https://salt.example/1.txt" type="text/plain"/>
  <podcast:chapters url="https://salt.example/1.json" type="application/json+chapters"/>
  <podcast:location>Bell Rock</podcast:location>
  <podcast:socialInteract uri="https://social.example/1" protocol="activitypub" accountId="@ada"/>`;

test("tags of a feed are imported, and written again only when they change", async () => {
  const ada = await world.person({ admin: true });
  const feed = { self: "https://salt.example/feed", more: SHOW, items: [{ more: ITEM }] };
  const { report, show_id } = await sendFeed(ada, feed);
  expect(report).toMatchObject({ show: "created", created: 1 });
  const told = async (path: string) => (await world.api.get(path)).response;
  const show = (noun: string) => told(`/v2/shows/${show_id}/${noun}`);
  expect(await show("locked")).toEqual({ locked: { locked: true, owner: "ada@salt.example" } });
  expect(await show("funding")).toEqual({
    funding: [{ url: "https://salt.example/give", title: "Buy oil" }],
  });
  expect((await show("persons")).persons).toMatchObject([{ name: "Ada Lamp", role: "host" }]);
  expect((await show("license")).license.identifier).toBe("CC-BY-4.0");
  expect((await show("location")).location).toEqual([
    { name: "Salt Point", rel: null, geo: "geo:38.5,-123.3", osm: null, country: "US" },
  ]);
  expect(await show("medium")).toEqual({ medium: "podcast" });
  expect(await show("txt")).toEqual({ txt: [{ text: "hello", purpose: "greeting" }] });
  expect((await show("podroll")).podroll).toMatchObject([{ feed_url: "https://o.example/f" }]);
  expect((await show("trailers")).trailers).toMatchObject([
    { title: "Soon", published_at: "2021-04-01 13:00:00", bytes: 123 },
  ]);
  expect((await show("value")).value).toMatchObject([
    { suggested: 5e-8, recipients: [{ name: "Ada", split: 99 }] },
  ]);

  const [{ episode_id } = { episode_id: 0 }] = await episodesOf(show_id);
  const episode = (noun: string) => told(`/v2/episodes/${episode_id}/${noun}`);
  expect((await episode("persons")).persons).toMatchObject([{ name: "Bo", role: "guest" }]);
  expect(await episode("soundbites")).toEqual({
    soundbites: [{ starts_at: 33_833, duration: 60_000, title: "The best" }],
  });
  expect((await episode("transcripts")).transcripts).toMatchObject([
    { url: "https://salt.example/1.vtt", type: "text/vtt", language: "en", rel: "captions" },
    { url: "https://salt.example/1.txt", type: "text/plain", language: null, rel: null },
  ]);
  expect((await episode("chapters-file")).chapters_file.url).toBe("https://salt.example/1.json");
  expect((await episode("location")).location).toMatchObject([{ name: "Bell Rock" }]);
  expect((await episode("social-interact")).social_interact).toMatchObject([
    { protocol: "activitypub", account_id: "@ada" },
  ]);

  const again = await sendFeed(ada, feed);
  expect(again.report).toMatchObject({ show: "unchanged", updated: 0, unchanged: 1 });
  const silent = await sendFeed(ada, { ...feed, more: "", items: [{}] });
  expect(silent.report).toMatchObject({ show: "unchanged", updated: 0 });
  expect((await show("persons")).persons).toHaveLength(1);
  const changed = await sendFeed(ada, {
    ...feed,
    more: SHOW.replace("Buy oil", "Buy wicks"),
    items: [{ more: ITEM.replace(">Bo<", ">Cy<").replace("1.vtt", "2.vtt") }],
  });
  expect(changed.report).toMatchObject({ show: "updated", updated: 1 });
  expect((await show("funding")).funding[0].title).toBe("Buy wicks");
  expect((await episode("persons")).persons).toMatchObject([{ name: "Cy" }]);
  const { transcripts } = await episode("transcripts");
  expect(transcripts.map(({ url }: { url: string }) => url)).toEqual([
    "https://salt.example/2.vtt",
    "https://salt.example/1.txt",
  ]);
});

test("an uploaded transcript is kept beside the transcripts that a feed links to", async () => {
  const ada = await world.person({ admin: true });
  const feed = { self: "https://salt.example/two", items: [{ more: ITEM }] };
  const { show_id } = await sendFeed(ada, feed);
  const [{ episode_id } = { episode_id: 0 }] = await episodesOf(show_id);
  const list = `/v2/episodes/${episode_id}/transcripts`;
  const vtt = new Blob(["WEBVTT\n\n00:00.000 --> 00:01.000\nHello\n"]);
  await ada.api.post(list, {}, { files: { transcript_file: vtt } });
  await sendFeed(ada, { ...feed, items: [{ more: ITEM.replace("1.vtt", "3.vtt") }] });
  const { transcripts } = (await ada.api.get(list)).response;
  expect(transcripts.filter(({ bytes }: { bytes: number | null }) => bytes !== null)).toHaveLength(
    1,
  );
  expect(transcripts).toHaveLength(3);
});
