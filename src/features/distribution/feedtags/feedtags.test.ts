/** Feed tags over HTTP: setting, reading and clearing them, their elements in the feed, rights and validation. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { PERSON, REMOTE, VALUES } from "../../../../test/setup/nouns.ts";
import { readByPartytime } from "../../../../test/setup/partytime.ts";
import { readFeed } from "../../../../test/setup/reader.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { NOUNS } from "./rules.ts";

const world = useWorld();

async function makeBoth() {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  return { ada, show_id, episode_id: await makeEpisode(world, show_id) };
}
type Both = Awaited<ReturnType<typeof makeBoth>>;
const pathOf = ({ owner, noun }: (typeof NOUNS)[number], both: Both) =>
  `/v2/${owner}s/${both[`${owner}_id`]}/${noun.replaceAll("_", "-")}`;

test.each(NOUNS.map((noun) => [`${noun.owner}: ${noun.noun}`, noun] as const))(
  "%s",
  async (_name, noun) => {
    const both = await makeBoth();
    const { api } = both.ada;
    const path = pathOf(noun, both);
    const feed = `/show/${both.show_id}/episodes/feed`;
    const before = (await world.api.get(feed)).headers.get("etag");
    expect((await world.api.get(path)).response).toEqual({ [noun.noun]: noun.empty });
    const value = VALUES[noun.noun];
    const put = await api.put(path, { [noun.noun]: value }, { as: "json" });
    expect(put.response, put.text).toEqual({ [noun.noun]: value });
    expect((await world.api.get(path)).response).toEqual({ [noun.noun]: value });
    expect((await world.api.get(feed)).headers.get("etag")).not.toBe(before);
    // A form sends the same as JSON text; an empty text clears.
    expect((await api.put(path, { [noun.noun]: value })).response).toEqual({ [noun.noun]: value });
    const empty = noun.empty === null ? "" : "[]";
    const cleared = await api.put(path, { [noun.noun]: empty });
    expect(cleared.response).toEqual({ [noun.noun]: noun.empty });
    const missing = await api.put(path, {});
    expect([missing.status, Object.keys(missing.error.fields ?? {})]).toEqual([400, [noun.noun]]);
  },
);

/** The feed of a show and an episode with every tag set. */
async function makeFullFeed(): Promise<string> {
  const both = await makeBoth();
  for (const noun of NOUNS) {
    const path = pathOf(noun, both);
    const { status } = await both.ada.api.put(path, { [noun.noun]: VALUES[noun.noun] });
    expect(status, path).toBe(200);
  }
  return (await world.api.get(`/show/${both.show_id}/episodes/feed`)).text;
}

test("podcast-partytime reads every tag it knows, without warnings", async () => {
  const [feed] = readByPartytime([await makeFullFeed()]);
  const [item] = feed?.items ?? [];
  expect(feed).toMatchObject({
    locked: true,
    podcastOwner: "ada@salt.example",
    medium: "podcast",
    podcastFunding: [{ url: "https://salt.example/give", message: "Buy oil" }],
    podcastPeople: [{ name: "Ada Lamp", role: "Host", group: "Cast" }],
    podcastLocation: { name: "Salt Point", geo: "geo:38.5,-123.3", osm: "R113314" },
    license: { identifier: "CC-BY-4.0", url: "https://salt.example/license" },
    trailers: [{ url: "https://salt.example/soon.mp3", length: 1234, season: 2 }],
    value: { type: "lightning", recipients: [{ name: "Ada", address: "0365", split: 99 }] },
    podroll: [{ feedGuid: REMOTE.feed_guid, feedUrl: "https://other.example/feed" }],
    podcastTxt: [{ value: "hello <txt>", purpose: "greeting" }],
  });
  expect(item).toMatchObject({
    podcastPeople: [{ name: "Ada Lamp", img: PERSON.image_url, href: PERSON.url }],
    podcastSoundbites: [{ startTime: 33.833, duration: 60, title: "The best" }],
    podcastSocialInteraction: [{ platform: "activitypub", url: "https://social.example/1" }],
    podcastChapters: { url: "https://salt.example/chapters.json" },
    license: { identifier: "CC-BY-4.0" },
    value: { type: "lightning" },
  });
});

test("every tag is in the feed as Podcasting 2.0 defines it", async () => {
  const text = await makeFullFeed();
  const feed = readFeed(text);
  const common = {
    persons: [
      {
        display: "Ada Lamp",
        role: "host",
        group: "cast",
        img: PERSON.image_url,
        href: PERSON.url,
      },
    ],
    license: { display: "CC-BY-4.0", url: "https://salt.example/license" },
    locations: [
      {
        display: "Salt Point",
        rel: "subject",
        country: "US",
        geo: "geo:38.5,-123.3",
        osm: "R113314",
      },
    ],
    txts: [{ display: "hello <txt>", purpose: "greeting" }],
    values: [
      {
        type: "lightning",
        method: "keysend",
        suggested: 5e-8,
        valueRecipients: [{ name: "Ada", type: "node", address: "0365", split: 99 }],
        valueTimeSplits: [
          {
            startTime: 60.5,
            duration: 237,
            remoteStartTime: 174,
            remotePercentage: 95,
            remoteItem: { feedGuid: REMOTE.feed_guid, itemGuid: "song" },
          },
        ],
      },
    ],
    images: [
      {
        href: "https://salt.example/wide.webp",
        alt: "A lamp",
        aspectRatio: "16/9",
        width: 2560,
        height: 1440,
        type: "image/webp",
        purpose: "banner",
      },
    ],
  };
  expect(feed.podcast).toMatchObject({
    ...common,
    fundings: [{ url: "https://salt.example/give", display: "Buy oil" }],
    locked: { value: true, owner: "ada@salt.example" },
    podroll: {
      remoteItems: [
        { feedGuid: REMOTE.feed_guid, feedUrl: "https://other.example/feed", title: "Other" },
      ],
    },
    trailers: [
      {
        display: "Soon",
        url: "https://salt.example/soon.mp3",
        length: 1234,
        type: "audio/mpeg",
        pubDate: "Fri, 02 Jan 2026 03:04:05 GMT",
        season: 2,
      },
    ],
    medium: "podcast",
    updateFrequency: { display: "Weekly", rrule: "FREQ=WEEKLY" },
  });
  expect(text).toContain('suggested="0.00000005"');
  expect(feed.items?.[0]?.podcast).toMatchObject({
    ...common,
    soundbites: [{ startTime: 33.833, duration: 60, display: "The best" }],
    socialInteracts: [{ protocol: "activitypub", uri: "https://social.example/1", priority: 1 }],
    chapters: { url: "https://salt.example/chapters.json", type: "application/json+chapters" },
  });
});

test.each<[noun: string, value: unknown]>([
  ["persons", "nobody"],
  ["persons", [{ role: "host" }]],
  ["persons", [{ name: "A", url: "javascript:alert(1)" }]],
  ["persons", Array.from({ length: 101 }, () => ({ name: "A" }))],
  ["funding", [{ url: "ftp://salt.example" }]],
  ["locked", { locked: "perhaps" }],
  ["license", { identifier: "" }],
  ["location", [{ name: "Here", rel: "near" }]],
  ["value", [{ type: "lightning", method: "keysend", recipients: [{ name: "A" }] }]],
  ["trailers", [{ title: "A", url: "https://a.example", published_at: "soon" }]],
])("%s rejects %j", async (noun, value) => {
  const { ada, show_id } = await makeBoth();
  const path = `/v2/shows/${show_id}/${noun}`;
  const { status, error } = await ada.api.put(path, { [noun]: value }, { as: "json" });
  expect(status).toBe(400);
  expect(Object.keys(error.fields ?? {})[0]).toMatch(new RegExp(`^${noun}`));
});

test("a write honours If-Match; private tags are hidden from strangers", async () => {
  const { ada, show_id } = await makeBoth();
  const path = `/v2/shows/${show_id}/funding`;
  const etag = (await ada.api.get(path)).headers.get("etag") ?? "";
  const headers = { "if-match": etag };
  const first = await ada.api.put(path, { funding: VALUES.funding }, { headers });
  expect(first.status).toBe(200);
  expect((await ada.api.put(path, { funding: [] }, { headers })).status).toBe(412);
  await ada.api.post(`/v2/shows/${show_id}`, { visibility: "PRIVATE" });
  expect((await world.api.get(path)).status).toBe(404);
  expect((await ada.api.get(path)).status).toBe(200);
  expect((await ada.api.get("/v2/shows/999999/funding")).status).toBe(404);
});
