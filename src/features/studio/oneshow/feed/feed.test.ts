/** Tests a show's feed and directories over HTTP: mending, moving and back, settings, keys, listings. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let browser: Surfer;
let show_id: number;
let path: string;
beforeAll(async () => {
  ada = await world.person();
  browser = await signedIn(ada);
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  path = `/studio/shows/${show_id}`;
});

async function signedIn({ username }: Person, language?: string): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl, language ? { "accept-language": language } : {});
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

const settings = async () =>
  (await ada.api.get(`/v2/shows/${show_id}/rss-metadata`)).response.metadata;

test("each fault of the feed says how to mend it and leads to the field, until nothing is left", async () => {
  const broken = await browser.open(`${path}/feed`);
  expect(broken.text).toContain("3 faults keep directories from taking the feed.");
  expect(broken.text).toContain("The show has no category.");
  expect(broken.text).toContain(`<a href="${path}#category_id">Mend: Category</a>`);
  expect(broken.text).toContain(`<a href="${path}/cover">Mend: Cover</a>`);
  expect((await browser.open(path)).text).toContain('id="category_id"');
  await ada.api.post(`/v2/shows/${show_id}`, { category_id: 92, description: "Trains at night." });
  const episode_id = await makeEpisode(world, show_id, { title: "To Narvik" });
  const better = await browser.open(`${path}/feed`);
  expect(better.text).toContain("1 fault keeps directories from taking the feed.");
  expect(better.text).toContain(`<a href="/studio/episodes/${episode_id}">To Narvik</a>`);
  const german = await (await signedIn(ada, "de")).open(`${path}/feed`);
  expect(german.text).toContain("Der Podcast hat kein Cover.");
});

test("a feed moves only after a check was promised, says so, and moves back with one press", async () => {
  await browser.open(`${path}/feed`);
  const redirect_url = "https://elsewhere.example/feed";
  const unsure = await browser.submit({ redirect_url }, `${path}/feed/move`);
  expect(unsure.status).toBe(400);
  expect(unsure.text).toContain("Check the new feed, then tick the box.");
  expect(await settings()).toMatchObject({ mode: "AUTO" });
  const moved = await browser.submit({ redirect_url, sure: "1" }, `${path}/feed/move`);
  expect(moved.text).toContain("The feed has moved.");
  expect(moved.text).toContain(`this address leads to ${redirect_url}`);
  expect(await settings()).toMatchObject({ mode: "REDIRECT", redirect_url });
  const feed = await fetch(`${world.baseUrl}/show/${show_id}/episodes/feed`, {
    redirect: "manual",
  });
  expect(feed.status).toBe(301);
  // The first form with this action is the undo of the notice.
  const back = await browser.submit({}, `${path}/feed/mode`);
  expect(back.text).toContain("The feed is served here again.");
  expect(await settings()).toMatchObject({ mode: "AUTO" });
});

test("settings and the lock are those of the API", async () => {
  await browser.open(`${path}/feed`);
  const bad = await browser.submit({ locked: "yes", item_limit: "0" }, `${path}/feed`);
  expect(bad.text).toContain("Enter 1 or more.");
  const good = await browser.submit(
    { locked: "yes", item_limit: "50", show_email: "1", prepend_url: "https://op3.example/e/" },
    `${path}/feed`,
  );
  expect(good.text).toContain("Saved.");
  expect(await settings()).toMatchObject({ item_limit: 50, show_email: true });
  const { response } = await ada.api.get(`/v2/shows/${show_id}/locked`);
  expect(response.locked).toMatchObject({ locked: true });
});

test("a show with a key has its address with the key, and a new one on demand", async () => {
  const limited = await makeShow(world, ada, { title: "With A Key" });
  await ada.api.post(`/v2/shows/${limited}`, { visibility: "LIMITED" });
  const keyOf = async () => (await ada.api.get(`/v2/shows/${limited}`)).response.show.limited_key;
  const before = await keyOf();
  const at = `/studio/shows/${limited}/feed`;
  expect((await browser.open(at)).text).toContain(`feed?key=${before}`);
  const reset = await browser.submit({}, `${at}/key`);
  expect(reset.text).toContain("The feed has a new key.");
  expect(await keyOf()).not.toBe(before);
});

test("a long feed is checked when asked for", async () => {
  const long = await makeShow(world, ada, { title: "A long one" });
  await world.deps.db
    .updateTable("show_counts")
    .set({ listenable_episodes_count: 51 })
    .where("show_id", "=", long)
    .execute();
  const at = `/studio/shows/${long}/feed`;
  expect((await browser.open(at)).text).not.toContain("The show has no category.");
  expect((await browser.open(`${at}?check=1`)).text).toContain("The show has no category.");
});

test("a directory says what is missing, and keeps the address of the show's page there", async () => {
  const at = `${path}/distribution`;
  const first = await browser.open(at);
  expect(first.text).toContain(`<a href="${path}/cover">Cover</a>`);
  const wrong = await browser.submit({ directory: "spotify", url: "https://evil.example/" }, at);
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain("This is not an address of Spotify.");
  const url = "https://open.spotify.com/show/abc";
  const listed = await browser.submit({ directory: "spotify", url }, at);
  expect(listed.text).toContain(`href="${url}"`);
  const apple = "https://podcasts.apple.com/podcast/id1";
  await browser.submit({ directory: "apple", url: apple }, at);
  const { response } = await ada.api.get(`/v2/shows/${show_id}/listings`);
  expect(response.listings).toEqual([
    { directory: "spotify", url },
    { directory: "apple", url: apple },
  ]);
  const gone = await browser.submit({ directory: "spotify", url: "" }, at);
  expect(gone.text).not.toContain(`href="${url}"`);
});
