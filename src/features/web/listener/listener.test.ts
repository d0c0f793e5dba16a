/** Tests what a listener does on public pages, over HTTP as a browser without scripts. */
import { beforeAll, expect, test } from "vitest";
import { makeEpisode, makeShow } from "../../../../test/setup/factories.ts";
import { createSurfer, type Surfer } from "../../../../test/setup/surfer.ts";
import { type Person, useWorld } from "../../../../test/setup/world.ts";

const world = useWorld();
let ada: Person;
let bob: Person;
let browser: Surfer;
let show_id: number;
let episode_id: number;

async function signedIn({ username }: Person): Promise<Surfer> {
  const surfer = createSurfer(world.baseUrl);
  await surfer.open("/sign-in");
  await surfer.submit({ login: username, password: "correct horse" });
  return surfer;
}

beforeAll(async () => {
  ada = await world.person();
  bob = await world.person();
  show_id = await makeShow(world, ada, { title: "Night Trains" });
  episode_id = await makeEpisode(world, show_id, { title: "Across the border" });
  browser = await signedIn(bob);
});

test("an episode is liked and saved, is in the library, and both are taken back", async () => {
  const path = `/episode/${episode_id}`;
  const marks = `${path}/marks`;
  for (const [mark, tab] of [
    ["likes", "/library/liked"],
    ["bookmarks", "/library/saved"],
  ] as const) {
    expect((await browser.open(tab)).text).not.toContain("Across the border");
    await browser.open(path);
    const set = await browser.submit({ mark, on: "1" }, marks);
    expect(set.url.pathname).toBe(path);
    expect(set.text).toMatch(new RegExp(`id="mark-${mark}"[^>]*aria-pressed="true"`));
    expect((await browser.open(tab)).text).toContain("Across the border");
    await browser.open(path);
    await browser.submit({ mark, on: "" }, marks);
    expect((await browser.open(tab)).text).not.toContain("Across the border");
  }
});

test("a show is followed, its new episodes are in the library, and it is left again", async () => {
  const path = `/show/${show_id}`;
  expect((await browser.open("/library")).text).toContain("Follow shows");
  await browser.open(path);
  const followed = await browser.submit({ on: "1" }, `${path}/favorite`);
  expect(followed.text).toContain('aria-pressed="true">Following');
  expect((await browser.open("/library")).text).toContain("Across the border");
  expect((await browser.open("/library/shows")).text).toContain("Night Trains");
  const favorites = await world.api.get(`/v2/users/${bob.user_id}/favorites`);
  expect(favorites.response.items).toMatchObject([{ show_id }]);
  await browser.open(path);
  await browser.submit({ on: "" }, `${path}/favorite`);
  expect((await browser.open("/library/shows")).text).not.toContain("Night Trains");
});

test("a person is followed on their page, and left again; visitors are asked to sign in", async () => {
  const path = `/user/${ada.user_id}`;
  await browser.open(path);
  const followed = await browser.submit({ on: "1" }, `${path}/follow`);
  expect(followed.url.pathname).toBe(path);
  expect(followed.text).toContain('aria-pressed="true">Following');
  const followings = await world.api.get(`/v2/users/${bob.user_id}/followings`);
  expect(followings.response.items).toMatchObject([{ user_id: ada.user_id }]);
  const left = await browser.submit({ on: "" }, `${path}/follow`);
  expect(left.text).toContain('aria-pressed="false">Follow');
  const visitor = await createSurfer(world.baseUrl).open(path);
  expect(visitor.text).toContain(`href="/sign-in?next=${encodeURIComponent(path)}"`);
  const own = await browser.open(`/user/${bob.user_id}`);
  expect(own.text).not.toContain(`/user/${bob.user_id}/follow`);
  await browser.open(path);
  const self = await browser.submit({ on: "1" }, `${path}/follow`, `/user/${bob.user_id}/follow`);
  expect(self.status).toBe(400);
  await browser.open(path);
  const none = await browser.submit({ on: "1" }, `${path}/follow`, "/user/999999/follow");
  expect(none.status).toBe(404);
  await ada.api.put(`/v2/users/me/blocks/${bob.user_id}`);
  await browser.open(path);
  expect((await browser.submit({ on: "1" }, `${path}/follow`)).status).toBe(403);
  await ada.api.delete(`/v2/users/me/blocks/${bob.user_id}`);
});

test("a message is written, reported by others, and deleted by its author alone", async () => {
  const path = `/episode/${episode_id}`;
  await browser.open(path);
  const empty = await browser.submit({ text: "" }, `${path}/messages/new`);
  expect(empty.status).toBe(400);
  expect(empty.text).toContain('aria-invalid="true"');
  const { url, text } = await browser.submit({ text: "So <good>" }, `${path}/messages/new`);
  expect(url.pathname).toBe(path);
  expect(text).toContain("So &lt;good&gt;");
  const [, own = ""] = /action="([^"]+\/delete)"/.exec(text) ?? [];
  const host = await signedIn(ada);
  const seen = await host.open(path);
  expect(seen.text).not.toContain(`action="${own}"`);
  const report = own.replace("/delete", "/report");
  await host.open(report);
  await host.submit({ reason: "Rude" }, report);
  const open = world.deps.db.selectFrom("message_reports").select("reason");
  expect(await open.execute()).toEqual([{ reason: "Rude" }]);
  const other = await signedIn(await world.person());
  await other.open(path);
  const forged = await other.submit({}, `${path}/messages/new`, own);
  expect(forged.status).toBe(403);
  await browser.open(path);
  expect((await browser.submit({}, own)).text).not.toContain("So &lt;good&gt;");
});

test("what is not open to a listener, and forms without their token, are refused", async () => {
  const hidden = await makeEpisode(world, await makeShow(world, ada, { visibility: "PRIVATE" }));
  await browser.open(`/episode/${episode_id}`);
  const marks = `/episode/${episode_id}/marks`;
  const fields = { mark: "likes", on: "1" };
  expect((await browser.submit(fields, marks, `/episode/${hidden}/marks`)).status).toBe(404);
  await browser.open(`/episode/${episode_id}`);
  expect((await browser.submit({ ...fields, csrf: "forged" }, marks)).status).toBe(403);
  expect((await browser.open(`/episode/${hidden}/messages/new`)).status).toBe(404);
  const stranger = createSurfer(world.baseUrl);
  for (const path of ["/library", `/episode/${episode_id}/messages/new`])
    expect((await stranger.open(path)).url.pathname).toBe("/sign-in");
  expect((await stranger.open(`/episode/${episode_id}`)).text).toContain("/messages/new");
});
