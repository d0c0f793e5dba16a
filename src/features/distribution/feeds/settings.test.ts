/** Settings of a show's feed, and who may read the feed. */
import { expect, test } from "vitest";
import { makeEpisode, makeEpisodes, makeShow } from "../../../../test/setup/factories.ts";
import { readFeed } from "../../../../test/setup/reader.ts";
import { useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
const pathOf = (show_id: number) => `/show/${show_id}/episodes/feed`;
const ask = (path: string) => world.api.get(path);
const feedOf = async (show_id: number) => readFeed((await ask(pathOf(show_id))).text);

test("editors of a show change how its feed is served", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada, { email: "ada@salt.example" });
  await makeEpisodes(world, show_id, [
    { published_at: new Date("2026-01-01") },
    { published_at: new Date("2026-01-02"), rss_guid: "newest" },
  ]);
  const path = `/v2/shows/${show_id}/rss-metadata`;
  const metadata = { show_id, mode: "AUTO", prepend_url: null, redirect_url: null };
  const defaults = { metadata: { ...metadata, show_email: false, item_limit: null } };
  expect((await ada.api.get(path)).response).toEqual(defaults);
  const prepend_url = "https://count.example/e";
  const settings = { prepend_url, show_email: "true", item_limit: "1" };
  const answer = await ada.api.post(path, settings);
  expect(answer.response.metadata).toEqual({
    ...metadata,
    prepend_url,
    show_email: true,
    item_limit: 1,
  });
  const feed = await feedOf(show_id);
  expect(feed.itunes?.owner?.email).toBe("ada@salt.example");
  expect(feed.items?.map(({ guid }) => guid?.value)).toEqual(["newest"]);
  expect(feed.items?.[0]?.enclosures?.[0]?.url).toMatch(
    new RegExp(`^https://count.example/e/${world.baseUrl}/download/episode/`),
  );
  const cleared = await ada.api.post(path, { prepend_url: "", item_limit: "" });
  expect(cleared.response.metadata).toMatchObject({ prepend_url: null, item_limit: null });
});

test("a moved feed redirects, a disabled one is 404", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const path = `/v2/shows/${show_id}/rss-metadata`;
  const refused = await ada.api.post(path, { mode: "REDIRECT" });
  expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([
    400,
    ["redirect_url"],
  ]);
  const redirect_url = "https://new.example/feed.xml";
  await ada.api.post(path, { mode: "REDIRECT", redirect_url });
  const moved = await ask(pathOf(show_id));
  expect([moved.status, moved.headers.get("location")]).toEqual([301, redirect_url]);
  expect(readFeed(moved.text).itunes?.newFeedUrl).toBe(redirect_url);
  await ada.api.post(path, { mode: "DISABLED" });
  expect((await ask(pathOf(show_id))).status).toBe(404);
  await ada.api.post(path, { mode: "AUTO" });
  expect((await ask(pathOf(show_id))).status).toBe(200);
});

test.each([
  ["mode", { mode: "SOMETIMES" }],
  ["prepend_url", { prepend_url: "ftp://count.example" }],
  ["redirect_url", { redirect_url: "nowhere" }],
  ["show_email", { show_email: "perhaps" }],
  ["item_limit", { item_limit: 0 }],
])("an invalid %s is rejected by name", async (field, fields) => {
  const ada = await world.person();
  const path = `/v2/shows/${await makeShow(world, ada)}/rss-metadata`;
  const { status, error } = await ada.api.post(path, fields);
  expect([status, Object.keys(error.fields ?? {})]).toEqual([400, [field]]);
});

test("a LIMITED show's feed requires its key and contains it; a PRIVATE one is closed", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const limited = await ada.api.post(`/v2/shows/${show_id}`, { visibility: "LIMITED" });
  const { limited_key } = limited.response.show;
  expect((await ask(pathOf(show_id))).status).toBe(404);
  expect((await ask(`${pathOf(show_id)}?key=wrong`)).status).toBe(404);
  const opened = await ask(`${pathOf(show_id)}?key=${limited_key}`);
  expect(opened.headers.get("cache-control")).toContain("private");
  const feed = readFeed(opened.text);
  expect(feed.atom?.links?.[0]?.href).toBe(`${world.baseUrl}${pathOf(show_id)}?key=${limited_key}`);
  expect(feed.itunes?.block).toBe(true);
  expect(feed.items?.[0]?.enclosures?.[0]?.url).toBe(
    `${world.baseUrl}/download/episode/${episode_id}/an-episode.mp3?key=${limited_key}`,
  );
  // Pages too: links in the feed contain the key.
  const chapter = { starts_at: 0, title: "Opening" };
  expect((await ada.api.post(`/v2/episodes/${episode_id}/chapters`, chapter)).status).toBe(200);
  const { text } = await ask(`${pathOf(show_id)}?key=${limited_key}`);
  const own = new RegExp(`${world.baseUrl}/(?:show|episode|download)/[^"<]*`, "g");
  const addresses = text.match(own) ?? [];
  expect(new Set(addresses.map((address) => new URL(address).pathname))).toEqual(
    new Set([
      ...[pathOf(show_id), `/show/${show_id}`, `/episode/${episode_id}`],
      `/download/episode/${episode_id}/an-episode.mp3`,
      `/episode/${episode_id}/chapters.json`,
    ]),
  );
  for (const address of addresses) {
    expect(new URL(address).searchParams.get("key"), address).toBe(limited_key);
    const { status } = await fetch(address, { redirect: "manual" });
    expect([200, 302], address).toContain(status);
  }
  await ada.api.post(`/v2/shows/${show_id}`, { limited_key: "reset" });
  expect((await ask(`${pathOf(show_id)}?key=${limited_key}`)).status).toBe(404);
  await ada.api.post(`/v2/shows/${show_id}`, { visibility: "PRIVATE" });
  expect((await ask(pathOf(show_id))).status).toBe(404);
});

test("a missing show has no feed; strangers cannot see the settings", async () => {
  expect((await ask(pathOf(999_999))).status).toBe(404);
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const path = `/v2/shows/${show_id}/rss-metadata`;
  expect((await world.api.get(path)).status).toBe(401);
  expect((await (await world.person()).api.get(path)).status).toBe(403);
  expect((await ada.api.get("/v2/shows/999999/rss-metadata")).status).toBe(404);
  await ada.api.delete(`/v2/shows/${show_id}`);
  expect((await ask(pathOf(show_id))).status).toBe(404);
});
