/** The fast path for feeds answers 304 exactly as the router would, and leaves everything else to the router. */
import { expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { useWorld } from "../../../../test/setup/world.ts";
import { updateEpisode } from "../../publishing/episodes/store.ts";

const world = useWorld();

/** A query, even an unused one, makes the router handle the request. */
const WAYS = ["", "?by=router"];

async function makeFeed() {
  const ada = await world.person();
  const show_id = await makeShow(world, ada);
  const episode_id = await makeEpisode(world, show_id);
  const path = `/show/${show_id}/episodes/feed`;
  const { headers } = await world.api.get(path);
  const known = { "if-none-match": headers.get("etag") ?? "" };
  const ask = (more: Record<string, string> = {}, query = "") =>
    world.api.get(path + query, { headers: { ...known, ...more } });
  return { ada, show_id, episode_id, path, known, ask };
}

const OWN = ["x-request-id", "date", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"];
const told = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !OWN.includes(name)));

test("the fast path and the router respond alike", async () => {
  const { ask } = await makeFeed();
  for (const encoding of ["identity", "gzip", "br"]) {
    const headers = { "if-none-match": "*", "accept-encoding": encoding };
    const [lane, router] = await Promise.all(WAYS.map((query) => ask(headers, query)));
    expect([lane?.status, lane?.text]).toEqual([304, ""]);
    expect(told(lane?.headers ?? new Headers())).toEqual(told(router?.headers ?? new Headers()));
  }
  const unknown = await Promise.all(
    WAYS.map((query) => ask({ "if-none-match": '"other"' }, query)),
  );
  expect(unknown.map(({ status }) => status)).toEqual([200, 200]);
  expect(unknown[0]?.text).toBe(unknown[1]?.text);
});

test("HEAD gets 304 too; a date counts if there is no ETag", async () => {
  const { path, known } = await makeFeed();
  expect((await world.api.send("HEAD", path, null, { headers: known })).status).toBe(304);
  const date = (await world.api.get(path)).headers.get("last-modified") ?? "";
  const since = async (headers: Record<string, string>) =>
    (await world.api.get(path, { headers: { "if-modified-since": date, ...headers } })).status;
  expect(await since({})).toBe(304);
  expect(await since({ "if-none-match": '"other"' })).toBe(200);
});

test("an invalid token is rejected, even if the caller has the current feed", async () => {
  const { ask } = await makeFeed();
  expect((await ask({ authorization: "Bearer nonsense" })).status).toBe(401);
});

test("at another base URL the feed is another document", async () => {
  const { path, known, ask } = await makeFeed();
  const elsewhere = world.baseUrl.replace("127.0.0.1", "localhost");
  const { status, text } = await world.api.get(elsewhere + path, { headers: known });
  expect(status).toBe(200);
  expect(text).toContain(`<link>${elsewhere}/show/`);
  // This caller is not a trusted proxy.
  expect((await ask({ "x-forwarded-host": "elsewhere.example" })).status).toBe(304);
});

test("a feed that changed, moved, closed or was deleted does not get 304", async () => {
  const { ada, show_id, episode_id, ask } = await makeFeed();
  expect((await ask()).status).toBe(304);
  await updateEpisode(world.deps.db, episode_id, { title: "Changed" });
  expect((await ask()).status).toBe(200);
  const any = { "if-none-match": "*" };
  const metadata = `/v2/shows/${show_id}/rss-metadata`;
  const redirect_url = "https://moved.example/feed";
  await ada.api.post(metadata, { mode: "REDIRECT", redirect_url });
  expect((await ask(any)).status).toBe(301);
  await ada.api.post(metadata, { mode: "DISABLED" });
  expect((await ask(any)).status).toBe(404);
  await ada.api.post(metadata, { mode: "AUTO" });
  await ada.api.post(`/v2/shows/${show_id}`, { visibility: "LIMITED" });
  expect((await ask(any)).status).toBe(404);
  expect((await world.api.get("/show/999999/episodes/feed", { headers: any })).status).toBe(404);
});
