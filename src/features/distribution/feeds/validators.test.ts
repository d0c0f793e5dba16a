/** Validators and encodings of feeds over HTTP. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { replaceChapters } from "../../publishing/episodes/chapters/store.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";
import { storeQuality } from "../../publishing/shows/store.ts";

const world = useWorld();
const pathOf = (show_id: number) => `/show/${show_id}/episodes/feed`;
const ask = (path: string, headers: Record<string, string> = {}) =>
  world.api.get(path, { headers });

test("a conditional request gets 304 until something in the feed changes", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const draft_id = await makeEpisode(world, show_id, { type: "DRAFT", media_url: null });
  const first = await ask(pathOf(show_id));
  const etag = first.headers.get("etag") ?? "";
  const date = first.headers.get("last-modified") ?? "";
  expect(first.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect(etag).toMatch(/^"[^"]+"$/);
  const unchanged = async () => {
    const { status, text, headers } = await ask(pathOf(show_id), { "if-none-match": etag });
    if (status === 304) expect([text, headers.get("etag")]).toEqual(["", etag]);
    return status === 304;
  };
  expect(await unchanged()).toBe(true);
  expect((await ask(pathOf(show_id), { "if-modified-since": date })).status).toBe(304);
  const old = new Date(Date.parse(date) - 1000).toUTCString();
  expect((await ask(pathOf(show_id), { "if-modified-since": old })).status).toBe(200);
  // Changes to unpublished episodes do not change the feed, nor does the ranking.
  await storeQuality(world.deps.db, [{ show_id, quality: 0.7 }]);
  await updateEpisode(world.deps.db, draft_id, { title: "Other" });
  await updateEpisode(world.deps.db, episode_id, { encoding_progress: 50 });
  expect(await unchanged()).toBe(true);
  await updateEpisode(world.deps.db, episode_id, { title: "Changed" });
  expect(await unchanged()).toBe(false);
  const second = await ask(pathOf(show_id));
  expect(second.text).toContain("<title>Changed</title>");
  expect(second.headers.get("etag")).not.toBe(etag);
});

test("a change to anything in a feed changes its validators", async () => {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const { db } = world.deps;
  const changes = [
    () => ada.api.post(`/v2/shows/${show_id}`, { copyright: "New" }),
    () => ada.api.post(`/v2/shows/${show_id}/rss-metadata`, { show_email: true }),
    () => ada.api.post("/v2/users/me", { fullname: "Ada Renamed" }),
    () => makeEpisode(world, show_id),
    () => replaceChapters(db, episode_id, [{ starts_at: 0, title: "One" }]),
    () => replaceChapters(db, episode_id, []),
    () => updateEpisode(db, episode_id, { deleted_at: new Date() }),
  ];
  for (const [place, change] of changes.entries()) {
    const before = (await ask(pathOf(show_id))).headers.get("etag");
    await change();
    const after = (await ask(pathOf(show_id))).headers.get("etag");
    expect(after, `change ${place + 1}`).not.toBe(before);
  }
});

test("feeds are compressed, with a validator for each encoding", async () => {
  const show_id = await makeShow(world, await world.person());
  await makeEpisode(world, show_id);
  const get = (encoding: string) => ask(pathOf(show_id), { "accept-encoding": encoding });
  const [plain, gzip, brotli] = [
    await get("identity"),
    await get("gzip"),
    await get("gzip, br;q=0.9"),
  ];
  expect(plain.headers.get("content-encoding")).toBeNull();
  expect(gzip.headers.get("content-encoding")).toBe("gzip");
  expect(brotli.headers.get("content-encoding")).toBe("br");
  expect(gzip.text).toBe(plain.text);
  expect(brotli.text).toBe(plain.text);
  expect((await get("br;q=0, gzip")).headers.get("content-encoding")).toBe("gzip");
  const tags = [plain, gzip, brotli].map(({ headers }) => headers.get("etag"));
  expect(new Set(tags).size).toBe(3);
  for (const { headers } of [plain, gzip, brotli])
    expect(headers.get("vary")).toBe("Accept-Encoding");
});
